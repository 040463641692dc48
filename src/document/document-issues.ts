import type {Contract, SchemaFault} from '#contract/contract'
import {isRecord} from '#contract/is-record'
import {issuesOf} from '#contract/parse'
import type {Issue} from '#error/assay-error'
import {withNearest} from '#error/nearest'
import type {CallerDocument} from './document.ts'
import {knownKeys} from './known-keys.ts'
import {partsOf, pointerOf} from './pointer.ts'

const MOST_ISSUES = 100

/** A fault before it has a place. `onKey`: it is the key that is wrong, not the value. */
export interface DraftIssue {
  readonly pointer: string
  readonly rule: string
  readonly message: string
  readonly onKey?: boolean
}

/** What the schema finds wrong; unlike `issuesOf` it points at each key that is not known. */
export function schemaIssues<T>(contract: Contract<T>, value: unknown): DraftIssue[] {
  const issues = issuesOf(contract, value) ?? []
  const unknown = (contract.validate.errors ?? []).filter(({keyword}) => keyword === 'additionalProperties')
  const told = unknown.map((fault) => unknownKey(fault, contract.title))
  return [...issues.filter(({rule}) => rule !== 'additionalProperties'), ...told]
}

/** A key that nothing knows is most often a mistyped one: its issue names those of its place that are near. */
function unknownKey({instancePath, params}: SchemaFault, title: string): DraftIssue {
  const key = String(params['additionalProperty'])
  const message = withNearest('is not a known key here', key, knownKeys(title, partsOf(instancePath)))
  return {pointer: instancePath + pointerOf([key]), rule: 'unknown_key', message, onKey: true}
}

/**
 * Issues with line and column, each once, sorted by pointer, at most 100. A key that `isClean` refuses is named by its
 * position only, as `[key 2]`.
 */
export function placeIssues(
  drafts: readonly DraftIssue[],
  document: CallerDocument,
  isClean: (key: string) => boolean,
): Issue[] {
  const issues = drafts.map(({pointer, rule, message, onKey}): Issue => {
    const place = onKey ? document.positions.key(pointer) : document.positions.value(pointer)
    return {pointer: cleanPointer(document.value, pointer, isClean), rule, message, ...place}
  })
  const unique = new Map(issues.map((issue) => [JSON.stringify(issue), issue]))
  return [...unique.values()].sort(byPointer).slice(0, MOST_ISSUES)
}

function cleanPointer(value: unknown, pointer: string, isClean: (key: string) => boolean): string {
  let node = value
  const parts = partsOf(pointer).map((part) => {
    const name = isClean(part) ? part : `[key ${keysOf(node).indexOf(part) + 1}]`
    node = isRecord(node) ? node[part] : undefined
    return name
  })
  return pointerOf(parts)
}

const keysOf = (value: unknown) => (isRecord(value) ? Object.keys(value) : [])

function byPointer(a: Issue, b: Issue): number {
  if (a.pointer !== b.pointer) return a.pointer < b.pointer ? -1 : 1
  return (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0)
}
