import {seedStream} from '#random/stream'
import {chanceOfGroups} from '#stats/permutation'

/** Asks one question and gives the numbers of its answer. */
export type AskNumbers = () => Promise<readonly number[]>

/** How answers to several questions differ, or why they cannot be told apart. */
export type AnswerComparison =
  | {readonly differ: true; readonly isDrawn: boolean}
  | {readonly differ: false; readonly isDrawn: false}
  | {readonly differ: false; readonly isDrawn: true; readonly answers: number; readonly chance: number}

/** One blind provider of a hundred that draws passes; one that looks is told with so many answers where what it sees moves them by about a deviation. */
const CHANCE = 0.01
const ANSWERS = 32
const LEAST_OF_EACH = 6

/**
 * Whether answers follow the question. Who gives a question the same answer twice is compared bit by bit. Who draws is asked by turns until there
 * are some 32 answers: they differ when those to different questions lie further apart than chance lets those to one. Lengths that differ, differ.
 */
export async function compareAnswers(asks: readonly AskNumbers[]): Promise<AnswerComparison> {
  const groups: (readonly number[])[][] = asks.map(() => [])
  const askAll = async () => {
    for (const [at, ask] of asks.entries()) groups[at]?.push(await ask())
  }
  await askAll()
  const [first = []] = groups.map(([answer = []]) => answer)
  if (groups.every(([answer = []]) => isSame(answer, first))) return {differ: false, isDrawn: false}
  const [again] = asks
  if (again === undefined || isSame(await again(), first)) return {differ: true, isDrawn: false}
  const each = Math.max(LEAST_OF_EACH, Math.ceil(ANSWERS / asks.length))
  for (let answers = 1; answers < each; answers++) await askAll()
  if (groups.flat().some(({length}) => length !== first.length)) return {differ: true, isDrawn: true}
  const chance = chanceOfGroups(groups, seedStream('compare-answers')) ?? 1
  if (chance <= CHANCE) return {differ: true, isDrawn: true}
  return {differ: false, isDrawn: true, answers: each, chance}
}

function isSame(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((value, at) => value === other[at])
}
