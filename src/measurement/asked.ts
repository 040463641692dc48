import {AssayError} from '#error/assay-error'
import {type Mistake, mistakesAsOne} from '#error/collect-mistakes'
import {nearestHint} from '#error/nearest'
import {jobKeyOf, type Option, type OptionValue} from './option.ts'

const UNIT_MS: Readonly<Record<string, number>> = {ms: 1, s: 1000, m: 60_000, h: 3_600_000}

/** Milliseconds of a duration such as `30s`: a whole number of at most nine digits with ms, s, m or h; NaN for any other text. */
export function durationMs(text: string): number {
  const [, count, unit = ''] = /^([0-9]{1,9})(ms|s|m|h)$/.exec(text) ?? []
  return Number(count) * (UNIT_MS[unit] ?? Number.NaN)
}

/** Milliseconds as a caller would write them: in the largest unit in which they are a whole number. */
export function durationText(ms: number): string {
  const [unit, one] = Object.entries(UNIT_MS).findLast(([, size]) => ms % size === 0) ?? ['ms', 1]
  return `${ms / one}${unit}`
}

/** The request of a command line, from values as a parser gives them. A text that is no number or duration becomes NaN, which every range refuses. */
export function askedByFlags<Request>(options: readonly Option[], flags: Readonly<Record<string, unknown>>): Request {
  return collected(options, (option) => fromFlag(option, flags[option.flag]))
}

/** The request of a job's step, from a `with` that fits its schema; files are looked for by `place`. */
export function askedByStep<Request>(
  options: readonly Option[],
  given: object,
  place: (key: string, path: string) => string,
): Request {
  const values = new Map<string, unknown>(Object.entries(given))
  return collected(options, (option) => {
    const key = jobKeyOf(option)
    const value = key === undefined ? undefined : values.get(key)
    if (option.value.type === 'file' && typeof value === 'string') return place(key ?? '', value)
    return option.value.type === 'names' && typeof value === 'string' ? [value] : value
  })
}

/** The table says which value each field of the request has, and a test holds the two against each other. */
function collected<Request>(options: readonly Option[], valueFor: (option: Option) => unknown): Request {
  const given = options.map((option) => [option.field, valueFor(option)] as const)
  return Object.fromEntries(given.filter(([, value]) => value !== undefined)) as Request
}

function fromFlag({value}: Option, given: unknown): unknown {
  if (typeof given !== 'string') return given
  if (value.type === 'number') return numberIn(given)
  if (value.type === 'whole') return given === value.word ? given : numberIn(given)
  return value.type === 'duration' ? durationMs(given) : given
}

function numberIn(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text)
}

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
