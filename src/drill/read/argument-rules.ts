import type {Drill} from '#contract/generated/types'
import type {DraftIssue} from '#document/document-issues'
import {cutText} from '#error/cut-text'
import {nearestNames} from '#error/nearest'
import {unsafePath} from '#path/safe-relative-path'
import {FORGERIES} from '../model/forgery.ts'
import {nodeNames} from '../model/names-of-nodes.ts'
import type {DrillPlace} from './drill-places.ts'
import {isGivenNode} from './given-rules.ts'

/** Programs that a drill may run. */
export const COMMANDS: readonly string[] = ['assay', 'git', 'hostnode']

/** The validator that led before anything was broken. */
const LEADER = '{server.leader}'

/** Arguments that are one of few words. */
const WORDS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'file.corrupt': {mode: ['truncate', 'flip', 'replace']},
  'receiver.set': {mode: ['status', 'redirect', 'hang', 'untrusted']},
  'delivery.forge': {how: FORGERIES},
}

/** Of a certificate. */
const MOST_DAYS = 365

/** What takes the path of a request. */
const REQUESTS = ['http', 'api.call', 'api.storm', 'traffic.start']

/** What is wrong with the arguments of a probe or an action. */
export function argumentIssues({pointer, name, facts, args}: DrillPlace, {target}: Drill): DraftIssue[] {
  const known = [...facts.required, ...(facts.optional ?? [])]
  const at = (key: string) => `${pointer}/args/${key}`
  const missing = facts.required.filter((key) => args[key] === undefined)
  const unknown = Object.keys(args).filter((key) => !known.includes(key))
  const issues: DraftIssue[] = [
    ...missing.map((key) => ({pointer, rule: 'required', message: `${name} needs ${key} in args`})),
    ...unknown.map((key) => {
      const [near] = nearestNames(cutText(key, 64), known)
      const message = `is not taken by ${name}${near === undefined ? '' : `; did you mean ${near}?`}`
      return {pointer: at(key), rule: 'unknown_key', message, onKey: true}
    }),
  ]
  return [
    ...issues,
    ...targetIssues(args, target, at),
    ...listIssues(args, at),
    ...wordIssues(name, args, at),
    ...tlsIssues(name, args, {target, at}),
    ...pathIssues(name, args, at),
  ]
}

type Args = DrillPlace['args']
type At = (key: string) => string

function targetIssues({server, servers}: Args, target: Drill['target'], at: At): DraftIssue[] {
  const areServers = servers === undefined || (isTexts(servers) && servers.every((one) => isServer(one, target)))
  return [
    ...(isServer(server, target)
      ? []
      : [{pointer: at('server'), rule: 'unknown_server', message: 'is no server of the target'}]),
    ...(areServers
      ? []
      : [{pointer: at('servers'), rule: 'unknown_server', message: 'is a list of servers of the target'}]),
  ]
}

function listIssues({argv, names}: Args, at: At): DraftIssue[] {
  const isCommand = argv === undefined || (isTexts(argv) && COMMANDS.includes(argv[0] ?? ''))
  const message = `is a list of texts that begins with ${COMMANDS.join(' or ')}`
  return [
    ...(isCommand ? [] : [{pointer: at('argv'), rule: 'command', message}]),
    ...(names === undefined || isTexts(names)
      ? []
      : [{pointer: at('names'), rule: 'type', message: 'is a list of texts'}]),
  ]
}

function wordIssues(name: string, args: Args, at: At): DraftIssue[] {
  return Object.entries(WORDS[name] ?? {}).flatMap(([key, words]) =>
    args[key] === undefined || words.includes(String(args[key]))
      ? []
      : [{pointer: at(key), rule: 'enum', message: `is ${words.join(' or ')}`}],
  )
}

/** Certificates are those of who speaks TLS. */
function tlsIssues(
  name: string,
  {mode, server, days}: Args,
  {target, at}: {target: Drill['target']; at: At},
): DraftIssue[] {
  const rule = 'required'
  const isPlain = target.receivers?.every(({id, tls}) => id !== server || tls !== true) !== false
  if (name === 'receiver.set' && mode === 'untrusted' && isPlain)
    return [{pointer: at('mode'), rule, message: 'needs a receiver with tls'}]
  if (!name.startsWith('certificate.')) return []
  const isNumber = days === undefined || (typeof days === 'number' && days > 0 && days <= MOST_DAYS)
  return [
    ...(target.tls === true ? [] : [{pointer: at('server'), rule, message: 'needs tls in target'}]),
    ...(isNumber ? [] : [{pointer: at('days'), rule: 'type', message: `is a number up to ${MOST_DAYS}`}]),
  ]
}

function pathIssues(name: string, {path}: Args, at: At): DraftIssue[] {
  const fault = typeof path === 'string' ? pathFault(path, name) : undefined
  return fault ? [{pointer: at('path'), ...fault}] : []
}

function isServer(named: unknown, {kind, servers = [], receivers = [], nodes = 0}: Drill['target']): boolean {
  if (kind === 'nodes') return named === undefined || isGivenNode(named)
  const known = [...[...servers, ...receivers].map(({id}) => id), ...nodeNames(nodes), LEADER]
  return named === undefined || known.includes(String(named))
}

/** What an action needs of the target beside its arguments. */
export function missingTargetIssues({pointer, name}: DrillPlace, {target: {disk}}: Drill): DraftIssue[] {
  if (name !== 'disk.fill' || disk !== undefined) return []
  return [{pointer, rule: 'required', message: 'needs a disk in target'}]
}

/** Of a request it lies on the node, behind its address; every other one is that of a file in the site. */
function pathFault(path: string, name: string) {
  if (!REQUESTS.includes(name)) return unsafePath(path.replaceAll(/\{(run\.[0-9]+|object\.[a-z0-9-]+)\}/g, 'word'))
  return /^\/(?!\/)[^\s\\]*$/.test(path) ? undefined : {rule: 'path', message: 'begins with one slash'}
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string')
}
