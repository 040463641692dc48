import {AssayError} from '#error/assay-error'
import {type Mistake, mistakesAsOne} from '#error/collect-mistakes'
import {nearestHint} from '#error/nearest'
import type {Option, OptionValue} from './option.ts'

/** The values as they were typed, by flag: a number that was none is not known any more as it was written. */
export type TypedValues = Readonly<Record<string, unknown>>

/**
 * Holds a request against the table of options, whoever made it. Throws `out_of_range` for a value outside its range, `usage` for options
 * that contradict each other and for more mistakes than one; each names the option as the command line writes it.
 */
export function checkAsked(options: readonly Option[], request: object): void {
  const error = mistakesAsOne(findMisasked(options, request).mistakes)
  if (error !== undefined) throw error
}

/** All that is wrong with a request by the table of options, and the request without it. */
export function findMisasked<Request extends object>(
  options: readonly Option[],
  request: Request,
  typed: TypedValues = {},
): {readonly mistakes: readonly Mistake[]; readonly rest: Request} {
  const values = new Map<string, unknown>(Object.entries(request))
  const given = options.filter(({field}) => isGiven(values.get(field)))
  const mistakes: Mistake[] = []
  for (const {flag, field, value} of given) {
    const wanted = wantedText(value, values.get(field))
    if (wanted === undefined) continue
    const shown = shownValue(typed[flag] ?? values.get(field))
    const hint = value.type === 'name' && shown !== undefined && {hint: nearestHint(shown, value.values ?? [])}
    const error = new AssayError('out_of_range', `--${flag} must be ${wanted}`, {given: shown, ...hint})
    mistakes.push({key: flag, error})
    values.delete(field)
  }
  for (const {flag, field, excludes = []} of given) {
    const other = excludes.find((one) => given.some((option) => option.flag === one.flag && values.has(option.field)))
    if (!other || !values.has(field)) continue
    const hint = other.hint ?? 'Give one of them.'
    mistakes.push({
      key: flag,
      error: new AssayError('usage', `--${flag} and --${other.flag} contradict each other`, {hint}),
    })
    values.delete(field)
  }
  return {mistakes, rest: Object.fromEntries(values) as Request}
}

/** A list without a member was given nothing. */
function isGiven(value: unknown): boolean {
  return value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0)
}

/** What the value must be, where it is not. */
function wantedText(allowed: OptionValue, value: unknown): string | undefined {
  switch (allowed.type) {
    case 'whole': {
      const {word} = allowed
      const isRight = value === word || (Number.isSafeInteger(value) && isWithin(allowed, value))
      const {min, max = Number.MAX_SAFE_INTEGER} = allowed
      return isRight ? undefined : `${word === undefined ? '' : `${word} or `}a whole number from ${min} to ${max}`
    }
    case 'number':
      return isWithin(allowed, value) ? undefined : `a number ${limitsText(allowed)}`
    case 'duration':
      return isWithin({above: 0}, value) ? undefined : 'a whole number with ms, s, m or h, such as 30s'
    case 'name':
      return allowed.values === undefined || allowed.values.some((known) => known === value)
        ? undefined
        : `one of ${allowed.values.join(', ')}`
    default:
      return undefined
  }
}

type Limits = Omit<Extract<OptionValue, {type: 'number'}>, 'type'>

function isWithin({above, min, below, max}: Limits, value: unknown): boolean {
  if (typeof value !== 'number' || !Number.isFinite(value)) return false
  const isLow = (above !== undefined && value <= above) || (min !== undefined && value < min)
  const isHigh = (below !== undefined && value >= below) || (max !== undefined && value > max)
  return !isLow && !isHigh
}

function limitsText({above, min, below, max}: Limits): string {
  const limits = [
    above !== undefined && `above ${above}`,
    min !== undefined && `at least ${min}`,
    below !== undefined && `below ${below}`,
    max !== undefined && `at most ${max}`,
  ]
  return limits.filter((text) => text !== false).join(', ')
}

function shownValue(value: unknown): string | undefined {
  return typeof value === 'string' || Number.isFinite(value) ? String(value) : undefined
}
