import type {BenchmarkClientTimes, BenchmarkEstimate, BenchmarkRow} from '#contract/generated/types'

/** Whether times and rates of a row are in good part those of this machine. */
export function isClientLimited({marks}: Pick<BenchmarkRow, 'marks'>): boolean {
  return marks.includes('client_limited')
}

/**
 * A time as limits may judge it. Of a row that this machine held up the interval is that of the provider alone, from what is left without this
 * machine to what was seen with it; none where that is not known.
 */
export function providersEstimate(
  row: BenchmarkRow,
  column: keyof BenchmarkClientTimes,
  {ci, ...measured}: BenchmarkEstimate,
): BenchmarkEstimate {
  if (!isClientLimited(row)) return {...measured, ...(ci && {ci})}
  const {low = null, high = null} = row.client?.times?.[column] ?? {}
  return {...measured, ...(ci && low !== null && high !== null && {ci: {...ci, low, high}})}
}

/** Why a limit on such a row is open. */
export function clientReason({client}: BenchmarkRow): string {
  const ms = client?.call_ms
  return ms === undefined || ms === null
    ? 'client_limited'
    : `client_limited (${ms.toFixed(2)} ms a call are this machine’s)`
}
