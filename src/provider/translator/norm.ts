import type {TranslatorNorm} from '#contract/generated/types'
import type {Issue} from '#error/assay-error'
import {translatorFault} from './translator-fault.ts'

const PAIRS = [
  ['mean', 'std'],
  ['min', 'max'],
  ['q01', 'q99'],
] as const

/** Numbers in rows of `width`, entry by entry into the space of a model. Throws `translator_invalid` for lists of another length. */
export function normalised(values: readonly number[], norm: TranslatorNorm | undefined, width: number): number[] {
  if (!norm) return [...values]
  const {centre, scale} = linesOf(norm, width)
  return values.map((value, at) => (value - (centre[at % width] ?? 0)) / (scale[at % width] ?? 1))
}

/** The way back, out of the space of a model. Throws `translator_invalid` for lists of another length. */
export function denormalised(values: readonly number[], norm: TranslatorNorm | undefined): number[] {
  if (!norm) return [...values]
  const {centre, scale} = linesOf(norm, values.length)
  return values.map((value, at) => value * (scale[at] ?? 1) + (centre[at] ?? 0))
}

/** A range is a centre and half its width. */
function linesOf(norm: TranslatorNorm, width: number): {readonly centre: number[]; readonly scale: number[]} {
  const [first, second] = PAIRS.find(([key]) => norm[key] !== undefined) ?? PAIRS[0]
  const [one, other] = [spread(norm[first], width, first), spread(norm[second], width, second)]
  if (first === 'mean') return {centre: one, scale: other}
  return {
    centre: one.map((low, at) => (low + (other[at] ?? 0)) / 2),
    scale: one.map((low, at) => ((other[at] ?? 0) - low) / 2),
  }
}

function spread(given: number | readonly number[] | undefined, width: number, key: string): number[] {
  if (typeof given === 'number') return new Array<number>(width).fill(given)
  if (given?.length !== width) throw translatorFault(`has ${given?.length ?? 0} numbers of ${key} for ${width} entries`)
  return [...given]
}

/** What a schema cannot say: one whole pair of equal length, and nothing that would be divided by zero. */
export function normIssues(norm: TranslatorNorm | undefined, pointer: string): Issue[] {
  if (!norm) return []
  const given = PAIRS.flatMap((pair) => pair.filter((key) => norm[key] !== undefined))
  const pair = PAIRS.find(([first, second]) => given.length === 2 && given[0] === first && given[1] === second)
  if (!pair) {
    return [{pointer, rule: 'norm', message: 'needs exactly one pair: mean and std, min and max, or q01 and q99'}]
  }
  const [one, other] = pair.map((key) => listOf(norm[key])) as [number[], number[]]
  if (one.length !== other.length && one.length > 1 && other.length > 1) {
    return [{pointer, rule: 'norm', message: `has ${one.length} and ${other.length} numbers`}]
  }
  const most = Math.max(one.length, other.length)
  const isWide = Array.from({length: most}, (_, at) => {
    const [low, high] = [one[one.length === 1 ? 0 : at] ?? 0, other[other.length === 1 ? 0 : at] ?? 0]
    return pair[0] === 'mean' ? high > 0 : high > low
  })
  const message = pair[0] === 'mean' ? 'has a std that is not above 0' : 'has a range that holds nothing'
  return isWide.every(Boolean) ? [] : [{pointer, rule: 'norm', message}]
}

function listOf(given: number | readonly number[] | undefined): readonly number[] {
  return typeof given === 'number' ? [given] : (given ?? [])
}
