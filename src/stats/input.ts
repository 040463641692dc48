import {AssayError} from '#error/assay-error'

/** The refusal of everything in this room: a NaN let through would come out as a number that looks fine. */
export function badInput(message: string): AssayError {
  return new AssayError('stats_input', message)
}

/** Throws `stats_input` unless every value is finite. */
export function demandFinite(values: ArrayLike<number>): void {
  for (let index = 0; index < values.length; index++) {
    if (!Number.isFinite(values[index])) throw badInput(`value ${index} of ${values.length} is not a finite number`)
  }
}

/** Throws `stats_input` unless 0 < share < 1. */
export function demandShare(name: string, share: number): void {
  if (!(share > 0 && share < 1)) throw badInput(`${name} must lie between 0 and 1, both excluded`)
}

/** Throws `stats_input` unless both are whole numbers with 0 <= successes <= trials. */
export function demandCounts(successes: number, trials: number): void {
  if (!Number.isSafeInteger(successes) || !Number.isSafeInteger(trials) || successes < 0 || successes > trials) {
    throw badInput('successes and trials must be whole numbers with 0 <= successes <= trials')
  }
}
