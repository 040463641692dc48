import type {Drill} from '#contract/generated/types'
import type {DraftIssue} from '#document/document-issues'
import {cutText} from '#error/cut-text'
import {nearestNames} from '#error/nearest'
import {unsafePath} from '#path/safe-relative-path'
import type {DrillPlace} from './drill-places.ts'

/** Programs that a drill may run. */
const COMMANDS = ['assay', 'git']

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
  const {server, path, argv, mode, names} = args
  const servers = (target.servers ?? []).map(({id}) => id)
  if (server !== undefined && !servers.includes(String(server))) {
    issues.push({pointer: at('server'), rule: 'unknown_server', message: 'is no server of the target'})
  }
  const fault = typeof path === 'string' ? unsafePath(path.replaceAll(/\{run\.[0-9]+\}/g, 'run')) : undefined
  if (fault) issues.push({pointer: at('path'), ...fault})
  if (argv !== undefined && !(isTexts(argv) && COMMANDS.includes(argv[0] ?? ''))) {
    issues.push({
      pointer: at('argv'),
      rule: 'command',
      message: `is a list of texts that begins with ${COMMANDS.join(' or ')}`,
    })
  }
  if (names !== undefined && !isTexts(names))
    issues.push({pointer: at('names'), rule: 'type', message: 'is a list of texts'})
  if (mode !== undefined && !['truncate', 'flip', 'replace'].includes(String(mode))) {
    issues.push({pointer: at('mode'), rule: 'enum', message: 'is truncate, flip or replace'})
  }
  return issues
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string')
}
