export const ARRIVALS = ['constant', 'poisson'] as const
export type Arrival = (typeof ARRIVALS)[number]

/**
 * When calls begin. `closed`: each of `concurrency` callers begins when its last call ended. `open`: at a rate that does not wait for
 * answers, as users do not; at most `maxInFlight` calls are in progress, and a call above that keeps its intended start and waits.
 */
export type Pacing =
  | {readonly mode: 'closed'; readonly concurrency: number}
  | {readonly mode: 'open'; readonly ratePerSecond: number; readonly arrival: Arrival; readonly maxInFlight: number}
/** Whether a call begins only when the one before it is over. */
export const isAlone = (pacing: Pacing): boolean => pacing.mode === 'closed' && pacing.concurrency === 1

export type OpenPacing = Extract<Pacing, {mode: 'open'}>
