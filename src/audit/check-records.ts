import {drillRecord} from '#contract/generated/drill-record'
import {nodeCheckRecord} from '#contract/generated/node-check-record'
import type {DrillRecord, JournalRecord, NodeCheckRecord, Verdict} from '#contract/generated/types'
import {isRecord} from '#contract/is-record'
import {issuesOf} from '#contract/parse'
import {digestOf} from '#digest/canonical-json'
import {drillEnd} from '#drill/model/drill-verdict'
import {setVerdict} from '#drill/model/set-verdict'
import {type StopSignal, stopOf} from '#gate/verdict'
import {judgeChecks} from '#host/judge/check-verdict'
import {hasMarks} from '#redact/mark'
import {distrustedVerdict, lostEventsIn} from '#run/end-run'
import {MANIFEST, REQUEST_INPUT, RESULT, VERDICT} from '#run/layout'
import type {RecordedRun} from '#run/read-recorded'
import type {AuditBook} from './audit.ts'
import {checkDrills, endsByItself} from './check-drills.ts'
import {checkNodeChecks} from './check-node-checks.ts'
import {decided} from './decided.ts'
import {readJson, stopSignal} from './recorded-facts.ts'
import {firstDifference} from './same-document.ts'

/** The summaries of drills or checks in the result of a set: the first members of each record. */
interface Told {
  readonly folder: 'drills' | 'checks'
  readonly items: readonly Readonly<Record<string, unknown>>[]
}

/**
 * Whether the end of a set of drills, or of checks of nodes, follows from the records of each: the observations cannot be repeated, but
 * they can be judged again. True if the run has such records.
 */
export function checkRecords(
  run: RecordedRun,
  {verdict, journal}: {readonly verdict: Verdict; readonly journal: readonly JournalRecord[]},
  book: AuditBook,
): boolean {
  const fail = (path: string, message: string) => book.fail('results', 'result_contradiction', message, path)
  const told = toldIn(run)
  if (told === undefined) {
    const [orphan] = recordsIn(run, ['drills', 'checks'])
    if (orphan !== undefined) fail(orphan, 'is a record, and the result is not one of such records')
    return orphan !== undefined
  }
  const records = told.items.map((item) => recordOf(run, told.folder, item))
  for (const [at, item] of told.items.entries()) {
    const fault = faultOf(item, records[at])
    if (fault !== undefined) fail(recordPath(told.folder, item), fault)
  }
  for (const path of forgottenIn(run, told)) fail(path, 'is a record that the result says nothing of')
  const known = records.filter((record) => record !== undefined)
  if (known.length !== records.length) return true
  checkAsked(run, fail)
  const stoppedBy = stopOf(stopSignal(journal))
  const wasStopped = stoppedBy !== undefined
  // Each record was checked against the schema of its folder.
  if (told.folder === 'drills') checkDrills(run, {records: known as unknown as DrillRecord[], wasStopped}, book)
  else checkNodeChecks(run, {records: known as unknown as NodeCheckRecord[], wasStopped}, book)
  const makings = madeVerdicts(run, {verdict, folder: told.folder, records: known, stoppedBy}).map((made) =>
    distrustedVerdict(made, lostEventsIn(run.manifest.issues)),
  )
  const differences = makings.map((made) => firstDifference(decided(verdict), decided(made)))
  if (differences.every((pointer) => pointer !== undefined))
    fail(VERDICT, `${differences[0]} does not follow from the records in results/${told.folder}`)
  return true
}

/** The end of each drill or check according to its record; undefined for one that was left out. */
export function worksIn(run: RecordedRun): readonly {readonly id: string; readonly isGood: boolean | undefined}[] {
  const told = toldIn(run)
  return (told?.items ?? []).map((item) => {
    const record = told?.folder === 'drills' ? recordOf(run, told.folder, item) : undefined
    const end = record === undefined ? (item['status'] ?? item['verdict']) : drillEnd(record as unknown as DrillRecord)
    const isLeftOut = end === 'skip' || end === 'skipped'
    return {id: String(item['id']), isGood: isLeftOut ? undefined : end === 'pass' || end === 'warn'}
  })
}

/** Checks the digest of the request, which covers the whole request. The manifest of a job has the digest of the job instead. */
function checkAsked({manifest, text}: RecordedRun, fail: (path: string, message: string) => void): void {
  const kept = text(REQUEST_INPUT) ?? ''
  const request = readJson(kept)
  if (manifest.kind === 'job' || !isRecord(request) || hasMarks(kept)) return
  const {schema_version: _version, kind: _kind, ...asked} = request
  if (manifest.input_digest !== digestOf(asked)) fail(MANIFEST, '/input_digest is not that of what was asked for')
}

function toldIn({text}: RecordedRun): Told | undefined {
  const result = readJson(text(RESULT))
  if (!isRecord(result)) return undefined
  const {kind, drills, checks} = result
  if (kind === 'drills' && Array.isArray(drills)) return {folder: 'drills', items: drills.filter(isRecord)}
  if (kind === 'node-check' && Array.isArray(checks)) return {folder: 'checks', items: checks.filter(isRecord)}
  return undefined
}

const recordPath = (folder: Told['folder'], {id}: Told['items'][number]) => `results/${folder}/${String(id)}.json`

function recordOf({text}: RecordedRun, folder: Told['folder'], item: Told['items'][number]) {
  const record = readJson(text(recordPath(folder, item)))
  const issues = folder === 'drills' ? issuesOf(drillRecord, record) : issuesOf(nodeCheckRecord, record)
  return isRecord(record) && issues === undefined ? record : undefined
}

function faultOf(
  item: Told['items'][number],
  record: Readonly<Record<string, unknown>> | undefined,
): string | undefined {
  if (record === undefined) return 'is missing, or no record'
  const different = Object.keys(item).find((key) => firstDifference(item[key], record[key] ?? null) !== undefined)
  return different && `says another ${different} than the result`
}

/** Records that are stored but missing in the result: a bad one may have been left out. */
function forgottenIn(run: RecordedRun, {folder, items}: Told): string[] {
  const paths = new Set(items.map((item) => recordPath(folder, item)))
  return recordsIn(run, [folder]).filter((path) => !paths.has(path))
}

/** The records of a run of its own; the items of a job have theirs elsewhere in its manifest. */
function recordsIn({manifest}: RecordedRun, folders: readonly Told['folder'][]): string[] {
  const paths = manifest.artifacts.map(({path}) => path)
  return paths.filter((path) => folders.some((folder) => path.startsWith(`results/${folder}/`)))
}

/** The material by which a set is judged again. */
interface Judged {
  readonly verdict: Verdict
  readonly folder: Told['folder']
  readonly records: readonly object[]
  readonly stoppedBy: StopSignal | undefined
}

/**
 * The verdicts that are possible for the records: whether anything answered is recorded nowhere else, and older versions did not store
 * whether a drill had to run.
 */
function madeVerdicts({text}: RecordedRun, {verdict: {counts}, folder, records, stoppedBy}: Judged): Verdict[] {
  const request = readJson(text(REQUEST_INPUT))
  const listed = isRecord(request) ? request[folder] : undefined
  const asked = Array.isArray(listed) ? listed.length : counts.planned
  if (folder === 'drills') {
    const drills = records as readonly DrillRecord[]
    const told = isRecord(request) ? request['must_run'] : undefined
    const stops = possibleStops(stoppedBy, endsByItself(drills, asked))
    return (typeof told === 'boolean' ? [told] : [false, true]).flatMap((requiresRun) =>
      stops.map((stop) => setVerdict(drills, asked, requiresRun, stop)),
    )
  }
  const checks = records as readonly NodeCheckRecord[]
  return [true, false].flatMap((isAnswering) =>
    possibleStops(stoppedBy, checks.length === asked).map((stop) =>
      judgeChecks({records: checks, isAnswering, planned: asked, stoppedBy: stop}),
    ),
  )
}

/** The signals to consider: one that came when all was done changed nothing. */
function possibleStops(stoppedBy: StopSignal | undefined, isDone: boolean): readonly (StopSignal | undefined)[] {
  if (stoppedBy === undefined) return [undefined]
  return isDone ? [stoppedBy, undefined] : [stoppedBy]
}
