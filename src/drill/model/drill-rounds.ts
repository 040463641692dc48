import type {Drill, DrillAction, DrillExpect, DrillProbe} from '#contract/generated/types'

/** One time through a drill: what is broken, and how it must be noticed. */
export interface PlannedRound {
  /** Undefined for a drill with one kind of fault. */
  readonly id: string | undefined
  readonly inject: readonly DrillAction[]
  readonly expect: DrillExpect
}

/** Seconds that a signal without a deadline may take beyond the objective: late is another finding than never. */
const PATIENCE = 4
/** Seconds until the steady state must be there. */
export const STEADY_S = 30
/** Seconds of a step without a limit. */
export const STEP_S = 30

export function roundsOf({rounds, inject, expect}: Drill): PlannedRound[] {
  if (rounds === undefined) return [{id: undefined, inject: inject ?? [], expect}]
  return rounds.map((round) => ({id: round.id, inject: round.inject, expect: round.expect ?? expect}))
}

/** Seconds that a signal has from the last fault on. */
export function deadlineOf(signal: DrillProbe, {objectives}: Pick<Drill, 'objectives'>): number {
  return signal.within_s ?? objectives.detect_s * PATIENCE
}

/** At a table nothing goes on by itself once people are done. */
const TABLE_S = 1

/** Seconds that the way back may take after the response: late is told as such. */
export function recoveryDeadline({objectives, target}: Pick<Drill, 'objectives' | 'target'>): number {
  return target.kind === 'tabletop' ? TABLE_S : objectives.recover_s * 2
}

/** The sum of all deadlines, in seconds. */
export function longestSeconds(drill: Drill): number {
  const steps = drill.respond.reduce((sum, {timeout_s = STEP_S}) => sum + timeout_s, 0)
  const rounds = roundsOf(drill).map(({expect}) => {
    const signals = Math.max(...expect.signals.map((signal) => deadlineOf(signal, drill)))
    return STEADY_S + signals + steps + recoveryDeadline(drill)
  })
  return rounds.reduce((sum, one) => sum + one, 0)
}

/** Seconds of a drill that says no limit beyond its deadlines. */
const SPARE_S = 60

/** When a drill is ended, whatever it is about, in seconds. */
export function totalSeconds(drill: Drill): number {
  return drill.limits?.total_s ?? longestSeconds(drill) + SPARE_S
}
