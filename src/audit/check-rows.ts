import {MOST_SAMPLES} from '#benchmark/model/sample-store'
import {SAMPLES} from '#benchmark/plan/run-plan'
import type {BenchmarkLedgerEntry, BenchmarkSample, BenchmarkTiming} from '#contract/generated/types'
import {isClientLimited} from '#gate/client-interval'
import {RESULT, TIMING} from '#run/layout'
import type {AuditBook} from './audit.ts'
import {isEarlier, type RecountedRow} from './recorded-row.ts'
import {firstDifference} from './same-document.ts'

/** Largest relative difference between two roundings of the same quotient. */
const ROUNDING = 1e-6

/** Checks that every row follows from its calls, every call belongs to a row, and no rate is higher than the calls allow. */
export function checkRows(
  rows: readonly RecountedRow[],
  {timing, samples}: {readonly timing: BenchmarkTiming; readonly samples: readonly BenchmarkSample[]},
  book: AuditBook,
): void {
  const fail = (at: string, message: string, path = TIMING) =>
    book.fail('results', 'row_contradiction', `${at} ${message}`, path)
  tellEarlier(rows, book)
  for (const [index, {told, executed}] of rows.entries()) {
    const at = `/rows/${index}`
    if (told.processes.some(({iterations}) => iterations > MOST_SAMPLES)) {
      book.limit('results', 'of so many calls only a sample is kept')
      continue
    }
    const different = firstDifference(told, executed.row)
    if (different !== undefined) fail(`${at}${different === '/' ? '' : different}`, 'is not what the calls give')
    for (const fault of faultsOf(executed, told)) fail(at, fault)
    const tries = samples
      .filter(isOf(told))
      .reduce((sum, {phase, attempts}) => sum + (phase === 'measure' ? (attempts ?? 1) - 1 : 0), 0)
    if (told.retry_count !== null && told.retry_count < tries) fail(`${at}/retry_count`, 'is less than the calls tell')
    checkHistograms(executed, timing, (at) => fail(at, 'is not what the calls give'))
  }
  const stray = samples.find((sample) => !rows.some(({told}) => isOf(told)(sample)))
  if (stray) fail('a call', 'belongs to no row', SAMPLES)
}

/** Notes what cannot be checked in rows of earlier versions. */
function tellEarlier(rows: readonly RecountedRow[], book: AuditBook): void {
  if (rows.some(({told}) => isEarlier(told)))
    book.limit('results', 'an earlier version made the intervals in another way')
  if (rows.some(({told}) => isClientLimited(told) && told.client === undefined))
    book.limit('results', 'an earlier version did not keep what was this machine’s')
}

/** Faults of the numbers that do not follow from calls. */
function faultsOf(executed: RecountedRow['executed'], told: RecountedRow['told']): string[] {
  return [rateFault(executed, told), clientFault(told)].filter((fault) => fault !== undefined)
}

const isOf =
  (row: {readonly provider: string; readonly operation: string}) =>
  (one: {readonly provider: string; readonly operation: string}) =>
    one.provider === row.provider && one.operation === row.operation

/** Checks that the pairs of provider and operation that ran according to the ledger are exactly those that have rows. */
export function checkPlanned(planned: readonly BenchmarkLedgerEntry[], timing: BenchmarkTiming, book: AuditBook): void {
  const place = ({provider, operation}: {readonly provider: string; readonly operation: string}) =>
    `${provider}/${operation}`
  const run = planned.filter(({outcome}) => outcome === 'run')
  const isSame = run.map(place).join() === timing.rows.map(place).join() && run.every(({reason}) => reason === null)
  if (!isSame)
    book.fail('results', 'row_contradiction', '/planned tells other measurements than there are rows', RESULT)
}

/** The fault of the rate. The time of the measured blocks is the one number that no call contains; consecutive calls cannot take less. */
function rateFault({repeats}: RecountedRow['executed'], told: RecountedRow['told']): string | undefined {
  const {total_time_ms: totalMs, throughput_per_second: rate, success_count: successes, concurrency} = told
  if (rate !== null && Math.abs((rate * totalMs) / 1000 - successes) > ROUNDING * successes)
    return 'tells another rate than its calls and its time give'
  let spentMs = 0
  for (const [at, {store}] of repeats.entries()) {
    const own = told.processes[at]?.throughput_per_second ?? null
    if (own === null) continue
    const ownMs = (store.successes * 1000) / own
    spentMs += ownMs
    if (concurrency !== null && store.sumsNs.service / 1e6 / concurrency > ownMs * (1 + ROUNDING))
      return 'tells a higher rate than its calls allow'
  }
  const isWhole = repeats.every((_, at) => (told.processes[at]?.throughput_per_second ?? null) !== null)
  return isWhole && Math.abs(spentMs - totalMs) > ROUNDING * totalMs
    ? 'tells another time than its processes'
    : undefined
}

/**
 * The fault of the client's share. No call contains how busy this machine was either; it cannot have worked and waited for longer than the
 * calls were measured.
 */
function clientFault({client, marks, processes, total_time_ms: totalMs}: RecountedRow['told']): string | undefined {
  if (client === undefined) return undefined
  if (!isClientLimited({marks})) return 'tells what was this machine’s without its mark'
  const busyNs = client.busy_ns.reduce<number>((sum, ns) => sum + (ns ?? 0), 0)
  if (client.busy_ns.length !== processes.length || busyNs / 1e6 > 2 * totalMs)
    return 'tells more time of this machine than there was'
  return undefined
}

function checkHistograms(
  {row, repeats}: RecountedRow['executed'],
  {processes}: BenchmarkTiming,
  fail: (at: string) => void,
) {
  for (const [at, told] of processes.entries()) {
    const own = isOf(row)(told) ? repeats.find(({repeat}) => repeat === told.repeat) : undefined
    if (!own) continue
    for (const kind of ['response', 'service', 'failed'] as const) {
      if (firstDifference(told[kind], own.store[kind].document()) !== undefined) fail(`/processes/${at}/${kind}`)
    }
  }
}
