import type {Drill} from '#contract/generated/types'
import type {DraftIssue} from '#document/document-issues'
import {pointerOf} from '#document/pointer'
import {mustBeOneOf, withNearest} from '#error/nearest'
import {unsafePath} from '#path/safe-relative-path'
import type {ArgumentForm, NameKind} from '../model/argument-form.ts'
import {commandFault} from './command-rules.ts'
import type {DrillNames} from './drill-names.ts'
import type {DrillPlace} from './drill-places.ts'
import {isGivenNode} from './given-rules.ts'
import {fileFault} from './place-rules.ts'

/** What takes the path of a request. */
const REQUESTS = ['http', 'api.call', 'api.storm', 'traffic.start']
/** What a name is looked for among, as people are told. */
const SHOWN: Readonly<Record<NameKind, string>> = {
  server: 'server of the target',
  model: 'model server of the target',
  hosting: 'hosting node of the target',
  receiver: 'receiver of the target',
  repository: 'repository of the target',
  load: 'command that the drill starts beside it',
  storm: 'storm that the drill starts',
  traffic: 'traffic that the drill starts',
  token: 'token of the drill',
  secret: 'secret of the target',
  variable: 'variable of target.env',
}
const SERVERS: ReadonlySet<NameKind> = new Set<NameKind>(['server', 'model', 'hosting', 'receiver'])

type At = (key: string) => string

/** What is wrong with the arguments of a probe or an action. */
export function argumentIssues(place: DrillPlace, drill: Drill, names: DrillNames): DraftIssue[] {
  const {pointer, name, facts, args} = place
  const forms = {...facts.required, ...facts.optional}
  const known = Object.keys(forms)
  const at: At = (key) => pointer + pointerOf(['args', key])
  const missing = Object.keys(facts.required).filter((key) => args[key] === undefined)
  const issues = Object.entries(args).flatMap(([key, value]): DraftIssue[] => {
    const form = Object.hasOwn(forms, key) ? forms[key] : undefined
    if (form !== undefined) return formIssues(at(key), value, form, {drill, names})
    const message = withNearest(`is not taken by ${name}`, key, known)
    return [{pointer: at(key), rule: 'unknown_key', message, onKey: true}]
  })
  return [
    ...missing.map((key) => ({pointer, rule: 'required', message: `${name} needs ${key} in args`})),
    ...issues,
    ...commandIssues(args, at),
    ...tlsIssues(place, drill, at),
    ...pathIssues(name, args, at),
  ]
}

function formIssues(
  pointer: string,
  value: unknown,
  {fits, must, words, names: kind}: ArgumentForm,
  {drill, names}: {readonly drill: Drill; readonly names: DrillNames},
): DraftIssue[] {
  if (!fits(value))
    return words
      ? [{pointer, rule: 'enum', message: mustBeOneOf(words, value)}]
      : [{pointer, rule: 'type', message: `must be ${must}`}]
  if (kind === undefined) return []
  const known = names.of[kind]
  const isKnown = (one: unknown) =>
    drill.target.kind === 'nodes' && kind === 'hosting' ? isGivenNode(one) : known.includes(String(one))
  const strange = [value].flat().find((one) => !isKnown(one))
  if (strange === undefined) return []
  const rule = `unknown_${SERVERS.has(kind) ? 'server' : kind}`
  const message = known.length === 0 ? 'there is none' : mustBeOneOf(known, strange)
  return [{pointer, rule, message: `is no ${SHOWN[kind]}: ${message}`}]
}

type Args = DrillPlace['args']

function commandIssues({argv}: Args, at: At): DraftIssue[] {
  const words = Array.isArray(argv) ? argv.map(String) : []
  const message = words.length === 0 ? undefined : commandFault(words)
  return message === undefined ? [] : [{pointer: at('argv'), rule: 'command', message}]
}

/** Certificates are those of who speaks TLS. */
function tlsIssues({name, args: {mode, server}}: DrillPlace, {target}: Drill, at: At): DraftIssue[] {
  const rule = 'required'
  const isPlain = target.receivers?.every(({id, tls}) => id !== server || tls !== true) !== false
  if (name === 'receiver.set' && mode === 'untrusted' && isPlain)
    return [{pointer: at('mode'), rule, message: 'needs a receiver with tls'}]
  if (!name.startsWith('certificate.') || target.tls === true) return []
  return [{pointer: at('server'), rule, message: 'needs tls in target'}]
}

function pathIssues(name: string, {path, paths}: Args, at: At): DraftIssue[] {
  const all = [...(Array.isArray(paths) ? paths : []).map((one) => ['paths', one]), ['path', path]]
  return all.flatMap(([key, one]) => {
    const fault = typeof one === 'string' ? pathFault(one, name) : undefined
    return fault ? [{pointer: at(key), ...fault}] : []
  })
}

/** What an action needs of the target beside its arguments. */
export function missingTargetIssues({pointer, name}: DrillPlace, {target: {disk}}: Drill): DraftIssue[] {
  if (name !== 'disk.fill' || disk !== undefined) return []
  return [{pointer, rule: 'required', message: 'needs a disk in target'}]
}

/** Why a path is refused. The path of a request is one on the node; every other path is that of a file in the site. */
function pathFault(path: string, name: string) {
  const filled = path.replaceAll(/\{(run\.[0-9]+|object\.[a-z0-9-]+)\}/g, 'word')
  if (REQUESTS.includes(name))
    return /^\/(?!\/)[^\s\\]*$/.test(path) ? undefined : {rule: 'path', message: 'begins with one slash'}
  return name.startsWith('file.') ? fileFault(filled) : unsafePath(filled)
}
