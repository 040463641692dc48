import {AssayError} from '#error/assay-error'
import {isUnderWay} from '../model/upgrade-progress.ts'

/** How the work of a driver ended, or where it would have begun. */
export interface DriverEnd {
  /** What its work threw. */
  readonly thrown?: unknown
  /** The state and what is next, as a sentence. */
  readonly told?: string | undefined
  readonly state?: Parameters<typeof isUnderWay>[0] | undefined
}

/** The error of a run that could not be opened or closed, as a full disk leaves it: it must not hide what ended the work, or where the upgrade stands. */
export function endOfDriver(error: unknown, {thrown, told, state}: DriverEnd): unknown {
  if (!(error instanceof AssayError) || error.exit !== 'unavailable') return error
  if (thrown instanceof AssayError && ['unavailable', 'unsafe-state'].includes(thrown.exit)) return thrown
  if (told === undefined || state === undefined) return error
  const hint = `Mend that; what the run kept is not whole. ${told}`
  const {code, message, detail} = error
  if (!isUnderWay(state)) return new AssayError(code, message, {cause: error, hint, detail})
  return new AssayError('upgrade_halted', `the upgrade is not over, and its run could not be kept: ${message}`, {
    cause: error,
    hint,
  })
}
