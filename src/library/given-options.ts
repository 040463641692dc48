import {isRecord} from '#contract/is-record'
import {AssayError} from '#error/assay-error'
import {demandOptions, unknownOption} from '#error/collect-mistakes'
import type {AnyOptions, FunctionOption, ValueKind} from './option-table.ts'

type Given = Readonly<Record<string, unknown>>

/** Where flags stand that say where and how, not what: they are no part of how a run is made again. */
const ASIDE: ReadonlySet<string> = new Set(['--output', '--workspace-dir'])

/**
 * A misspelt option would be a setting that does not hold, so unknown ones are refused, as are those of another kind and those that are missing. Throws
 * `invalid_input`, of several with an issue for each.
 */
export function checkOptions(name: string, table: AnyOptions, options: unknown): void {
  if (!isRecord(options)) throw new AssayError('invalid_input', `${name} takes one object of options`)
  const lacking = Object.keys(table).filter((key) => table[key]?.isNeeded && options[key] === undefined)
  demandOptions([
    ...lacking.map((key) => ({key, message: `${name} needs the option ${key}`})),
    ...Object.entries(options).flatMap(([key, value]) => {
      const known = Object.hasOwn(table, key) ? table[key] : undefined
      if (known === undefined) return [unknownOption(name, key, Object.keys(table))]
      if (value === undefined || FITS[known.kind](value)) return []
      return [{key, message: `the option ${key} of ${name} must be ${WORDS[known.kind]}`}]
    }),
  ])
}

/** The command line that asks for the same, without the folder it is typed in: so a run tells how it is made again. */
export function argvOf(words: string, table: AnyOptions, options: object): string[] {
  const given = Object.entries(options as Given).filter(([, value]) => value !== undefined && value !== false)
  return [
    ...words.split(' '),
    ...given.flatMap(([name, value]) => {
      const known = table[name]
      return known?.flag === undefined || ASIDE.has(known.flag) ? [] : flagged(known.flag, known, value)
    }),
  ]
}

function flagged(flag: string, {unit = ''}: FunctionOption, value: unknown): string[] {
  if (value === true) return [flag]
  return wordsOf(value).flatMap((one) => [flag, `${one}${unit}`])
}

/** One word each: an object is one of names and values. */
function wordsOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(wordsOf)
  if (value instanceof URL) return [value.pathname]
  return isRecord(value) ? Object.entries(value).map(([name, one]) => `${name}=${String(one)}`) : [String(value)]
}

const isText = (value: unknown) => typeof value === 'string'
const isPlace = (value: unknown) => (isText(value) && value !== '') || value instanceof URL
const isNumber = (value: unknown) => typeof value === 'number'
const isScalar = (value: unknown) => isText(value) || isNumber(value) || typeof value === 'boolean'
const recordOf = (fits: (value: unknown) => boolean) => (value: unknown) =>
  isRecord(value) && Object.values(value).every((one) => fits(one))
/** Accepts instances of classes as well, whose functions stand in the prototype. */
const holding =
  (...names: readonly string[]) =>
  (value: unknown) =>
    isRecord(value) && names.every((name) => typeof value[name] === 'function')
const listOf = (fits: (value: unknown) => boolean) => (value: unknown) => Array.isArray(value) && value.every(fits)

const FITS: Readonly<Record<ValueKind, (value: unknown) => boolean>> = {
  text: isText,
  texts: listOf(isText),
  words: listOf((value) => isText(value) && value !== ''),
  place: isPlace,
  places: listOf(isPlace),
  number: isNumber,
  count: (value) => Number.isSafeInteger(value) && Number(value) >= 0,
  'text-or-number': (value) => isText(value) || isNumber(value),
  boolean: (value) => typeof value === 'boolean',
  variables: recordOf((value) => value === undefined || isText(value)),
  labels: recordOf(isText),
  settings: recordOf(isScalar),
  clock: holding('nowMs', 'monotonicNs'),
  entropy: holding('bytes'),
  objects: listOf(isRecord),
  function: (value) => typeof value === 'function',
  signal: (value) => value instanceof AbortSignal,
}

const WORDS: Readonly<Record<ValueKind, string>> = {
  text: 'a text',
  texts: 'a list of texts',
  words: 'a list of texts, none of them empty',
  place: 'a path or a file: URL',
  places: 'a list of paths or file: URLs',
  number: 'a number',
  count: 'a whole number of at least 0',
  'text-or-number': 'a text or a number',
  boolean: 'true or false',
  variables: 'an object of texts by name',
  labels: 'an object of texts by name',
  settings: 'an object of texts, numbers or true and false by name',
  clock: 'an object with the functions nowMs and monotonicNs',
  entropy: 'an object with the function bytes',
  objects: 'a list of objects',
  function: 'a function',
  signal: 'an AbortSignal',
}
