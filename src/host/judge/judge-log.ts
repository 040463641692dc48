import {type CheckFinding, failed, passed, unclear, warned} from '../model/finding.ts'
import type {LogFacts} from '../model/log-lines.ts'

/** Errors over a time. */
export interface ErrorPace {
  readonly errors: number
  readonly seconds: number
}

const MOST_RATIO = 2
/** So few say nothing of a rate. */
const LEAST_ERRORS = 5

/** No word of damage, and errors not more than twice as often as before. `old`: undefined where the baseline has no log. */
export function judgeLog(log: LogFacts, seconds: number, old: ErrorPace | undefined): CheckFinding {
  const {lines, errors, damaged, damage} = log
  const paces = [old && paceOf(old), paceOf({errors, seconds})] as const
  const seen = {
    expected: `no word of damage, errors at most ${MOST_RATIO} times as often as in the baseline`,
    observed: {
      lines,
      damage: damaged,
      errors,
      errors_an_hour: paces[1] ?? null,
      errors_an_hour_before: paces[0] ?? null,
    },
  }
  if (lines === 0) return unclear('the log is empty', seen)
  if (damaged > 0) return failed(`the log says ${damage}`, seen)
  const [was, is] = paces
  const isMore = was !== undefined && is !== undefined && errors >= LEAST_ERRORS && is > MOST_RATIO * was
  return isMore ? warned('errors are logged more than twice as often as before', seen) : passed(seen)
}

/** An hour; undefined for a time too short to have one. */
const paceOf = ({errors, seconds}: ErrorPace) => (seconds < 1 ? undefined : (errors * 3600) / seconds)
