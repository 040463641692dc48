import type {NodeCheckRecord} from '#contract/generated/types'
import {isRecord} from '#contract/is-record'
import {SERIES_FILE} from '#host/execute/host-files'
import {WORST_FIRST} from '#host/judge/fold-rounds'
import {REQUEST_INPUT, RESULT} from '#run/layout'
import type {RecordedRun} from '#run/read-recorded'
import type {AuditBook} from './audit.ts'
import {askedSet, readJson} from './recorded-facts.ts'
import {firstDifference} from './same-document.ts'
import {targetFaults} from './target-faults.ts'

/**
 * Checks whether the checks are those that were asked for, and whether the result of each follows from what it recorded of its nodes and of
 * its repetitions.
 */
export function checkNodeChecks(
  run: RecordedRun,
  {records, wasStopped}: {readonly records: readonly NodeCheckRecord[]; readonly wasStopped: boolean},
  book: AuditBook,
): void {
  const fail = (path: string, message: string) => book.fail('results', 'result_contradiction', message, path)
  const set = askedSet(run)
  if (set === undefined) {
    fail(REQUEST_INPUT, 'is missing, or no request')
    return
  }
  const {request, result} = set
  const ids = records.map(({id}) => id)
  const asked = request['checks'] ?? null
  // A run that was stopped has only the first checks.
  const due = wasStopped && Array.isArray(asked) ? asked.slice(0, ids.length) : asked
  if (firstDifference(ids, due) !== undefined) fail(RESULT, 'tells other checks than the request')
  for (const fault of targetFaults(run)) fail(fault.path, fault.message)
  if (result['mode'] !== request['mode']) fail(RESULT, 'tells another mode than the request')
  const looks = looksIn(run)
  for (const record of records) {
    const fault = statusFault(record) ?? looksFault(record, looks?.get(record.id))
    if (fault !== undefined) fail(`results/checks/${record.id}.json`, fault)
  }
}

type Status = NodeCheckRecord['status']

/** States in which nothing was found to be wrong. */
const GOOD: ReadonlySet<Status> = new Set(['pass', 'warn', 'skip'])

function statusFault({status, attempts, nodes = []}: NodeCheckRecord): string | undefined {
  if ((attempts === 0) !== (status === 'skip'))
    return 'says of a check that was skipped that it was asked, or the reverse'
  const bad = nodes.find((node) => !GOOD.has(node.status))
  const isWarned = status !== 'warn' && nodes.some((node) => node.status === 'warn')
  if (GOOD.has(status) && bad !== undefined) return `says ${status}, and ${bad.status} of ${bad.name}`
  return GOOD.has(status) && isWarned ? `says ${status}, and warn of one of its nodes` : undefined
}

/** The results of each repetition of a repeated check; undefined if checks were made once. */
function looksIn(run: RecordedRun): ReadonlyMap<unknown, unknown[]> | undefined {
  const lines = run.lines(SERIES_FILE)?.map(readJson).filter(isRecord)
  if (lines === undefined) return undefined
  return new Map(
    [...Map.groupBy(lines, ({check}) => check)].map(([id, own]) => [id, own.map(({status}) => status)] as const),
  )
}

function looksFault({status}: NodeCheckRecord, looks: readonly unknown[] | undefined): string | undefined {
  if (looks === undefined) return undefined
  const worst = WORST_FIRST.find((one) => looks.includes(one))
  return worst === status ? undefined : `says ${status}, and its looks came to ${worst ?? 'nothing'}`
}
