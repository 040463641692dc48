import {drill as drillContract} from '#contract/generated/drill'
import type {Drill, DrillRecord} from '#contract/generated/types'
import {isRecord} from '#contract/is-record'
import {issuesOf} from '#contract/parse'
import {digestOf} from '#digest/canonical-json'
import {recordFault} from '#drill/model/record-fault'
import {hasMarks} from '#redact/mark'
import {REQUEST_INPUT, RESULT} from '#run/layout'
import type {RecordedRun} from '#run/read-recorded'
import type {AuditBook} from './audit.ts'
import {askedSet, readJson} from './recorded-facts.ts'
import {firstDifference} from './same-document.ts'

type Known = Readonly<Record<string, unknown>>

/** The records of a set, valid by their schema, and whether a signal came meanwhile. */
interface SetOfDrills {
  readonly records: readonly DrillRecord[]
  readonly wasStopped: boolean
}

/** Checks whether each record follows from its drill and its own observations, and whether the set is the one that was asked for. */
export function checkDrills(run: RecordedRun, {records, wasStopped}: SetOfDrills, book: AuditBook): void {
  const fail = (path: string, message: string) => book.fail('results', 'result_contradiction', message, path)
  const set = askedSet(run)
  if (set === undefined) {
    fail(REQUEST_INPUT, 'is missing, or no request')
    return
  }
  const {request, result} = set
  const asked = Array.isArray(request['drills']) ? request['drills'].filter(isRecord) : []
  const fault = askedFault({request, asked, result}, records) ?? endFault(records, asked.length, wasStopped)
  if (fault !== undefined) fail(RESULT, fault)
  for (const [at, record] of records.entries())
    checkOne(run, {record, told: asked[at]?.['document_sha256'], wasStopped}, fail)
}

type Fail = (path: string, message: string) => void

/** Checks one drill. `told`: its digest in the request, which older versions did not store. */
function checkOne(
  run: RecordedRun,
  {record, told, wasStopped}: {readonly record: DrillRecord; readonly told: unknown; readonly wasStopped: boolean},
  fail: Fail,
): void {
  const path = `inputs/drills/${record.id}.json`
  const text = run.text(path)
  const document = readJson(text)
  const isMasked = hasMarks(text ?? '')
  if (!isMasked && told !== undefined && told !== digestOf(document ?? null))
    fail(path, 'is not the drill that was asked for')
  if (issuesOf(drillContract, document) === undefined) {
    const unlike = recordFault(record, {drill: document as Drill, wasStopped, difference: firstDifference})
    if (unlike !== undefined) fail(`results/drills/${record.id}.json`, unlike)
  } else if (!isMasked) fail(path, 'is missing, or no drill')
}

/** The contradiction between a set and its request: the set must have the same drills in the same order, one seed, and all or none of them sham. */
function askedFault(
  {request, asked, result}: {readonly request: Known; readonly asked: readonly Known[]; readonly result: Known},
  records: readonly DrillRecord[],
): string | undefined {
  const order = asked.map(({id, version}) => ({id, version})).slice(0, records.length)
  const told = records.map(({id, version}) => ({id, version}))
  if (firstDifference(told, order) !== undefined) return 'tells other drills than the request'
  for (const key of ['seed', 'sham'] as const) {
    const all = [result[key], ...records.map((record) => record[key])]
    if (all.some((value) => value !== request[key])) return `tells another ${key} than the request`
  }
  return undefined
}

/**
 * Whether the records are those of a set that was not interrupted: each drill ended by itself, and the last record is that of the last
 * drill or a failed one.
 */
export function endsByItself(records: readonly DrillRecord[], asked: number): boolean {
  return endFault(records, asked, false) === undefined && records.every(({verdict}) => verdict !== 'interrupted')
}

/** A run that ends before its last drill must have seen a bad one, or was stopped. */
function endFault(records: readonly DrillRecord[], asked: number, wasStopped: boolean): string | undefined {
  const last = records.at(-1)
  const isGood = last === undefined || last.verdict === 'pass'
  return records.length < asked && isGood && !wasStopped ? 'lacks drills that the request asks for' : undefined
}
