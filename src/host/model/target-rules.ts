import {nodeTarget} from '#contract/generated/node-target'
import {isRecord} from '#contract/is-record'
import type {CallerDocument} from '#document/document'
import {type DraftIssue, schemaIssues} from '#document/document-issues'
import type {SecretFinder} from '#document/document-ports'
import {pointerOf} from '#document/pointer'
import {nearestNames, withNearest} from '#error/nearest'
import {secretIssues} from '#profile/profile-rules'
import {ADAPTER_PARTS, ADAPTER_WORDS} from './adapter-argv.ts'

/** Keys that speak of tokens and hold none: their schema takes a name of a variable, and one of two paths. */
const NAMES = new Set(['/auth/token_env', '/auth/tokens_path'])

/** Everything that is wrong with a target, whatever else is; `checks`: the names that there are. */
export function targetIssues(
  document: CallerDocument,
  checks: readonly string[],
  redactor: SecretFinder,
): DraftIssue[] {
  const {value} = document
  return [
    ...schemaIssues(nodeTarget, value),
    ...(isRecord(value)
      ? [
          ...nodeIssues(value['nodes']),
          ...checkNameIssues(value['checks'], checks),
          ...tokenIssues(value['auth']),
          ...adapterIssues(value['adapter']),
        ]
      : []),
    ...secretIssues(value, redactor).filter(({pointer}) => !NAMES.has(pointer)),
  ]
}

/** Nodes are told apart by name and by address. */
function nodeIssues(nodes: unknown): DraftIssue[] {
  if (!Array.isArray(nodes)) return []
  return ['name', 'base_url', 'metrics_url', 'green_url'].flatMap((key) => {
    const values = nodes.map((node) => (isRecord(node) ? node[key] : undefined))
    return values.flatMap((one, at): DraftIssue[] =>
      one !== undefined && values.indexOf(one) < at
        ? [{pointer: pointerOf(['nodes', String(at), key]), rule: 'unique', message: 'stands at an earlier node too'}]
        : [],
    )
  })
}

/** A token has one place to come from. */
function tokenIssues(auth: unknown): DraftIssue[] {
  if (!isRecord(auth) || auth['account'] === undefined || auth['token_env'] === undefined) return []
  return [{pointer: pointerOf(['auth', 'account']), rule: 'conflict', message: 'stands beside token_env: name one'}]
}

function checkNameIssues(checks: unknown, known: readonly string[]): DraftIssue[] {
  if (!isRecord(checks)) return []
  return ['required', 'skip'].flatMap((key) => {
    const names: unknown = checks[key]
    if (!Array.isArray(names)) return []
    return names.flatMap((name: unknown, at): DraftIssue[] => {
      if (typeof name !== 'string' || known.includes(name)) return []
      const message = withNearest('is no check', name, known)
      return [{pointer: pointerOf(['checks', key, String(at)]), rule: 'unknown_check', message}]
    })
  })
}

const BRACED = /\{[a-z_]+\}/
const WORDS: ReadonlySet<string> = new Set(ADAPTER_WORDS)

/** Programs of the target have limits, and words in braces are whole elements that are known. */
function adapterIssues(adapter: unknown): DraftIssue[] {
  if (!isRecord(adapter)) return []
  const limits = ['timeout_s', 'output_limit_bytes'].filter((key) => adapter['kind'] === 'exec' && !(key in adapter))
  return [
    ...limits.map((key) => ({
      pointer: pointerOf(['adapter']),
      rule: 'required',
      message: `of kind exec lacks the key ${key}`,
    })),
    ...(adapter['kind'] === 'systemd' && adapter['unit'] === undefined
      ? [{pointer: pointerOf(['adapter']), rule: 'required', message: 'of kind systemd lacks the key unit'}]
      : []),
    ...(adapter['kind'] === 'embedded' ? placeIssuesOf(adapter) : []),
    ...(adapter['kind'] === 'kubernetes' ? ADAPTER_PARTS.flatMap((part) => clusterIssues(part, adapter[part])) : []),
    ...ADAPTER_PARTS.flatMap((part) => wordIssues(part, adapter[part])),
  ]
}

/** Kind embedded was once taken without places, and still is: what needs them says so. One without the other is a slip. */
function placeIssuesOf(adapter: Readonly<Record<string, unknown>>): DraftIssue[] {
  const missing = ['home', 'releases'].filter((key) => adapter[key] === undefined)
  if (missing.length !== 1) return []
  return [{pointer: pointerOf(['adapter']), rule: 'required', message: `lacks the key ${missing[0]} beside the other`}]
}

/** Which cluster and namespace kubectl means without being told is decided by a file of whoever calls it. */
function clusterIssues(part: string, argv: unknown): DraftIssue[] {
  if (!Array.isArray(argv) || argv[0] !== 'kubectl') return []
  const missing = ['--context', '--namespace'].filter(
    (flag) => !argv.some((one) => typeof one === 'string' && (one === flag || one.startsWith(`${flag}=`))),
  )
  if (missing.length === 0) return []
  const message = `calls kubectl without ${missing.join(' and ')}`
  return [{pointer: pointerOf(['adapter', part]), rule: 'cluster', message}]
}

function wordIssues(part: string, argv: unknown): DraftIssue[] {
  if (!Array.isArray(argv)) return []
  return argv.flatMap((one: unknown, at): DraftIssue[] => {
    if (typeof one !== 'string' || !BRACED.test(one) || (WORDS.has(one) && at > 0)) return []
    const [near] = nearestNames(one, ADAPTER_WORDS)
    const message = WORDS.has(one)
      ? 'cannot be the program'
      : `is no word of its own${near ? `; did you mean ${near} alone?` : ''}`
    return [{pointer: pointerOf(['adapter', part, String(at)]), rule: 'word', message}]
  })
}
