import {isRecord} from '#contract/is-record'
import {AssayError} from '#error/assay-error'
import {nearestHint} from '#error/nearest'
import type {AnyOptions, FunctionOption, ValueKind} from './option-table.ts'

type Given = Readonly<Record<string, unknown>>

/** Where flags stand that say where and how, not what: they are no part of how a run is made again. */
const ASIDE: ReadonlySet<string> = new Set(['--output', '--workspace-dir'])

/** A misspelt option would be a setting that does not hold, so unknown ones are refused, as is a missing one. Throws `invalid_input`. */
export function checkOptions(name: string, table: AnyOptions, options: unknown): void {
  if (typeof options !== 'object' || options === null) {
    throw new AssayError('invalid_input', `${name} takes one object of options`)
  }
  mustHold(name, table, {...options})
  for (const [key, value] of Object.entries(options)) {
    const known = Object.hasOwn(table, key) ? table[key] : undefined
    if (known === undefined) {
      throw new AssayError('invalid_input', `${name} was given an option that it does not know`, {
        hint: nearestHint(key, Object.keys(table)),
      })
    }
    if (value !== undefined && !FITS[known.kind](value)) {
      throw new AssayError('invalid_input', `the option ${key} of ${name} must be ${WORDS[known.kind]}`)
    }
  }
}

function mustHold(name: string, table: AnyOptions, options: Given): void {
  const lacking = Object.keys(table).find((key) => table[key]?.isNeeded && options[key] === undefined)
  if (lacking !== undefined) throw new AssayError('invalid_input', `${name} needs the option ${lacking}`)
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
const isObject = (value: unknown) => typeof value === 'object' && value !== null
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
  object: isObject,
  objects: listOf(isObject),
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
  object: 'an object',
  objects: 'a list of objects',
  function: 'a function',
  signal: 'an AbortSignal',
}
