import {AssayError} from '#error/assay-error'
import type {Option, OptionValue} from './option.ts'

/**
 * Holds a request against the table of options, whoever made it. Throws `out_of_range` for a value outside its range, `usage` for options
 * that contradict each other; both name the option as the command line writes it.
 */
export function checkAsked(options: readonly Option[], request: object): void {
  const values = new Map<string, unknown>(Object.entries(request))
  const given = options.filter(({field}) => isGiven(values.get(field)))
  for (const {flag, field, value} of given) {
    const wanted = wantedText(value, values.get(field))
    if (wanted !== undefined) {
      throw new AssayError('out_of_range', `--${flag} must be ${wanted}`, {given: shownValue(values.get(field))})
    }
  }
  for (const {flag, excludes = []} of given) {
    const other = excludes.find((one) => given.some((option) => option.flag === one.flag))
    if (!other) continue
    throw new AssayError('usage', `--${flag} and --${other.flag} contradict each other`, {
      hint: other.hint ?? 'Give one of them.',
    })
  }
}

/** A list without a member was given nothing. */
function isGiven(value: unknown): boolean {
  return value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0)
}

/** What the value must be, where it is not. */
function wantedText(allowed: OptionValue, value: unknown): string | undefined {
  switch (allowed.type) {
    case 'whole': {
      if (value === allowed.word) return undefined
      const {min, max = Number.MAX_SAFE_INTEGER, word} = allowed
      const isInside = typeof value === 'number' && Number.isSafeInteger(value) && value >= min && value <= max
      return isInside ? undefined : `${word === undefined ? '' : `${word} or `}a whole number from ${min} to ${max}`
    }
    case 'number': {
      const {above = Number.NEGATIVE_INFINITY, min = above, below = Number.POSITIVE_INFINITY, max = below} = allowed
      const isInside = typeof value === 'number' && value > above && value >= min && value < below && value <= max
      return isInside ? undefined : `a number ${limitsText(allowed)}`
    }
    case 'name':
      return allowed.values === undefined || allowed.values.some((known) => known === value)
        ? undefined
        : `one of ${allowed.values.join(', ')}`
    default:
      return undefined
  }
}

function limitsText({above, min, below, max}: Extract<OptionValue, {type: 'number'}>): string {
  const limits = [
    above !== undefined && `above ${above}`,
    min !== undefined && `at least ${min}`,
    below !== undefined && `below ${below}`,
    max !== undefined && `at most ${max}`,
  ]
  return limits.filter((text) => text !== false).join(', ')
}

/** A number that was none is not known any more as it was written. */
function shownValue(value: unknown): string | undefined {
  return typeof value === 'string' || Number.isFinite(value) ? String(value) : undefined
}
