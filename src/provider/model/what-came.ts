import {record} from '#contract/json'
import {Tensor} from '#world/tensor/tensor'

/** Names of the other side are repeated only where they are plain, and no more of them than one reads. */
const PLAIN_NAME = /^[\w./-]{1,64}$/
const MOST_NAMES = 8
/** As deep as lists are looked into, which is deeper than arrays have axes. */
const MOST_RANK = 9

/**
 * What somebody gave in place of what was wanted, for a message about it: its kind and its
 * shape, of texts and arrays never the content, and short however large it is.
 */
export function whatCame(value: unknown): string {
  if (value instanceof Tensor) return `${value.dtype} of shape (${value.shape.join(', ')})`
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  if (typeof value === 'string') return value === '' ? 'an empty text' : `a text of ${value.length} characters`
  if (typeof value === 'number') return Number.isFinite(value) ? `the number ${value}` : String(value)
  if (typeof value === 'boolean') return String(value)
  if (Array.isArray(value)) return listThatCame(value)
  if (ArrayBuffer.isView(value)) return `an array of ${value.byteLength} bytes`
  const map = record(value)
  return map === undefined ? `a ${typeof value}` : `a map ${namesThatCame(map)}`
}

/** The names in a map, as far as they may be shown. */
function namesThatCame(map: object): string {
  const names = Object.keys(map)
  if (names.length === 0) return 'without a key'
  const shown = names.filter((name) => PLAIN_NAME.test(name)).slice(0, MOST_NAMES)
  const more = names.length - shown.length
  const others = more === 0 ? [] : [`${more} ${shown.length === 0 ? 'strange' : 'more'}`]
  return `with the keys ${[...shown, ...others].join(', ')}`
}

/** The first of each level stands for the others: what is ragged is told of elsewhere. */
function listThatCame(list: readonly unknown[]): string {
  const sides: number[] = []
  let level: unknown = list
  while (Array.isArray(level) && sides.length < MOST_RANK) {
    sides.push(level.length)
    level = level[0]
  }
  if (list.length === 0) return 'an empty list'
  return `a list of shape (${sides.join(', ')})${entriesThatCame(level)}`
}

function entriesThatCame(first: unknown): string {
  if (first === undefined) return ''
  if (Array.isArray(first)) return ', of lists'
  return `, of ${typeof first === 'number' ? 'numbers' : whatCame(first)}`
}
