import {drill as drillContract} from '#contract/generated/drill'
import type {Drill} from '#contract/generated/types'
import {isRecord} from '#contract/is-record'
import {type DraftIssue, schemaIssues} from '#document/document-issues'
import {partsOf, pointerOf} from '#document/pointer'

/** A drill without what its schema refuses of the file, so that the rest can be looked at as well. */
export interface SoundPart {
  readonly drill: Drill
  /** Where something of it stands in the file. */
  placed(pointer: string): string
}

/** For what is missing or refused of it: nothing else in the file hangs on these. */
const HEAD = {
  schema_version: 1,
  kind: 'drill',
  id: 'checked',
  version: 1,
  title: 'checked',
  severity: 'P4',
  runbook: 'docs/runbooks/checked.md',
  objectives: {detect_s: 1, recover_s: 1},
} as const satisfies Partial<Drill>

/** Kept positions of lists that lost entries, by pointer. */
type Kept = Map<string, readonly number[]>

/** Undefined where too little is left. `faults`: those of the schema. */
export function soundPart(value: unknown, faults: readonly DraftIssue[]): SoundPart | undefined {
  const unknown = faults.filter(({rule}) => rule === 'unknown_key').map(({pointer}) => pointer)
  if (!isRecord(value)) return undefined
  const known = {...HEAD, ...(without(value, new Set(unknown), {at: '', kept: new Map()}) as object)}
  const entries = schemaIssues(drillContract, known).map(({pointer}) => entryOf(pointer))
  const kept: Kept = new Map()
  const left = without(known, new Set(entries), {at: '', kept})
  const sound = {...HEAD, ...(left as object | undefined)}
  if (schemaIssues(drillContract, sound).length > 0) return undefined
  return {drill: sound as unknown as Drill, placed: (pointer) => placedIn(kept, pointer)}
}

/** The entry of a list that something stands in; in no list, what it is of the drill or of its target. */
function entryOf(pointer: string): string {
  const parts = partsOf(pointer)
  const index = parts.findIndex((part) => /^\d+$/.test(part))
  return pointerOf(parts.slice(0, index >= 0 ? index + 1 : parts[0] === 'target' ? 2 : 1))
}

function without(
  value: unknown,
  dropped: ReadonlySet<string>,
  {at, kept}: {readonly at: string; readonly kept: Kept},
): unknown {
  if (dropped.size === 0) return value
  if (dropped.has(at)) return undefined
  const inner = (key: string, one: unknown) => without(one, dropped, {at: at + pointerOf([key]), kept})
  if (Array.isArray(value)) {
    const whole = value.map((one, index) => [index, inner(String(index), one)] as const)
    const left = whole.filter(([, one]) => one !== undefined)
    if (left.length < whole.length)
      kept.set(
        at,
        left.map(([index]) => index),
      )
    return left.map(([, one]) => one)
  }
  if (!isRecord(value)) return value
  const members = Object.entries(value).map(([key, one]) => [key, inner(key, one)] as const)
  return Object.fromEntries(members.filter(([, one]) => one !== undefined))
}

/** Lists lose entries only where they are in no other list. */
function placedIn(kept: Kept, pointer: string): string {
  const parts = partsOf(pointer)
  const index = parts.findIndex((part) => /^\d+$/.test(part))
  const original = kept.get(pointerOf(parts.slice(0, index)))?.[Number(parts[index])]
  return original === undefined ? pointer : pointerOf(parts.with(index, String(original)))
}
