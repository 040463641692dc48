import {durationMs} from './duration.ts'
import {jobKeyOf, type Option} from './option.ts'

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
