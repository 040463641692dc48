import {isRecord} from '#contract/is-record'

/** What of a drill an argument is the name of. */
export type NameKind =
  | 'server'
  | 'model'
  | 'hosting'
  | 'receiver'
  | 'repository'
  | 'load'
  | 'storm'
  | 'traffic'
  | 'token'
  | 'secret'
  | 'variable'

/** What an argument must be. */
export interface ArgumentForm {
  /** In words, behind "must be". */
  readonly must: string
  readonly fits: (value: unknown) => boolean
  /** All that it may be. */
  readonly words?: readonly string[]
  /** Its text, or each of its texts, is the name of one of these. */
  readonly names?: NameKind
}

/** Longer texts are those of files. */
const LONGEST = 500
const LONGEST_FILE = 16_384
const MOST_TEXTS = 64
const NAME = /^[a-z][a-z0-9-]{0,63}$/

const isText = (value: unknown, most = LONGEST) => typeof value === 'string' && value !== '' && value.length <= most
const isTexts = (value: unknown) =>
  Array.isArray(value) && value.length > 0 && value.length <= MOST_TEXTS && value.every((one) => isText(one))
const isWithin = (value: unknown, least: number, most: number) =>
  typeof value === 'number' && value >= least && value <= most

export const TEXT: ArgumentForm = {must: `a text of at most ${LONGEST} characters`, fits: (value) => isText(value)}
export const TEXTS: ArgumentForm = {must: `a list of at most ${MOST_TEXTS} texts`, fits: isTexts}
export const CONTENT: ArgumentForm = {
  must: `a text of at most ${LONGEST_FILE} characters`,
  fits: (value) => value === '' || isText(value, LONGEST_FILE),
}
export const SWITCH: ArgumentForm = {must: 'true or false', fits: (value) => typeof value === 'boolean'}
export const TABLE: ArgumentForm = {must: 'a table of keys and values', fits: isRecord}
/** What a later part of the drill calls it by. */
export const NEW_NAME: ArgumentForm = {
  must: 'a name of small letters, digits and hyphens',
  fits: (value) => typeof value === 'string' && NAME.test(value),
}
export const FAULT_SCRIPT: ArgumentForm = {
  must: 'a list of steps, each with a fault',
  fits: (value) =>
    Array.isArray(value) && value.length > 0 && value.every((one) => isRecord(one) && isText(one['fault'])),
}

export const whole = (least: number, most: number, unit: string): ArgumentForm => ({
  must: `a whole number of ${unit} from ${least} to ${most}`,
  fits: (value) => Number.isInteger(value) && isWithin(value, least, most),
})

export const number = (least: number, most: number, unit: string): ArgumentForm => ({
  must: `a number of ${unit} from ${least} to ${most}`,
  fits: (value) => isWithin(value, least, most),
})

export const oneOf = (...words: readonly string[]): ArgumentForm => ({
  must: `one of ${words.join(', ')}`,
  fits: (value) => typeof value === 'string' && words.includes(value),
  words,
})

export const nameFrom = (names: NameKind): ArgumentForm => ({...TEXT, names})
export const namesFrom = (names: NameKind): ArgumentForm => ({...TEXTS, names})
