import {usualPairsOf} from './letter-pairs.ts'
import {mixOf} from './randomness.ts'

const SHORTEST = 8
const SURELY_LONG = 10
const LONGEST = 64
/** A new word begins with a capital behind a small letter or digit, or with the last of several capitals. */
const WORD_START = /(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|[^A-Za-z\d]+/
const FEWEST_WORDS = 4
const SHORTEST_WORDS = 3
const LEAST_MIX = 0.12

/** Whether letters stand beside each other as in words and names. Too short a text is given the benefit of the doubt. */
export function isReadable(value: string): boolean {
  if (value.length < SHORTEST) return true
  const pairs = usualPairsOf(value)
  const isUsual = value.length < SURELY_LONG ? pairs > 0.35 : pairs > 0.6 && mixOf(value) < 0.4
  return isUsual && !isChopped(value.slice(0, LONGEST))
}

/** `DonHvAsuXCcYit`: capitals so close together as no name in camel case has them. */
function isChopped(value: string): boolean {
  const words = value.split(WORD_START).filter((word) => word !== '')
  const letters = words.reduce((sum, word) => sum + word.length, 0)
  return words.length >= FEWEST_WORDS && letters / words.length < SHORTEST_WORDS && /[a-z]/.test(value)
}

/** Whether a value is no word, number or name: digits between letters, or letters in an order that words do not have. */
export function isDrawn(value: string): boolean {
  if (/^[\d.,:%/-]+$/.test(value) || value.includes('(')) return false
  return (/\d/.test(value) && mixOf(value) >= LEAST_MIX) || !isReadable(value)
}
