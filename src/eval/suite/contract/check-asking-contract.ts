import {episodeLabel, seedStream} from '#random/stream'
import type {Environment} from '#world/model/environment'
import {CANDIDATE_COUNT, type ContractProbe} from '../../kit/contract-input.ts'
import {drawSizes} from '../../kit/drawn-sizes.ts'
import {type AskedOperation, areSameFor, BATCH, elsewhere, PREDICT, ALL_ROWS as ROWS, SCORE} from './ask-operation.ts'
import type {ContractCase} from './contract-case.ts'

/** Rounds of other questions between a question and the same one again. */
const BETWEEN = 12
const OPERATIONS = [PREDICT, BATCH, SCORE]

/** What is asked first of all: before anything else has warmed a provider up. */
export const FIRST_CASES: readonly ContractCase[] = [
  firstCase('predict-first', PREDICT),
  firstCase('batch-first', BATCH),
  firstCase('score-first', SCORE),
]

/** What an answer may not hang on: beside how many others it is asked for and at which place, what came before, and when it is looked at. */
export const ASKING_CASES: readonly ContractCase[] = [
  sizesCase('batch-sizes', BATCH),
  sizesCase('score-sizes', SCORE),
  keptCase('predict-kept', PREDICT),
  keptCase('batch-kept', BATCH),
  keptCase('score-kept', SCORE),
  laterCase('predict-later', PREDICT),
  laterCase('batch-later', BATCH),
  laterCase('score-later', SCORE),
]

/** Every row of a large question has the answer that it has alone, wherever it stands. */
function sizesCase(name: string, operation: AskedOperation): ContractCase {
  return {
    name,
    capability: operation.capability,
    spread: 'episodes',
    async check(probe) {
      const {deterministic, descriptor, inProcess} = probe.subject
      if (!deterministic) return undefined
      const alone: ArrayLike<number>[] = []
      for (const row of ROWS) alone.push((await operation.ask(probe, [row]))())
      const size = alone[0]?.length ?? 0
      const [what, length] = wordsFor(operation, probe.environment, size)
      const stream = seedStream(`${episodeLabel(probe.key, 'noise')}|${name}`)
      for (const count of drawSizes(stream, descriptor.max_samples ?? Number.POSITIVE_INFINITY, inProcess)) {
        // Each row meets every place modulo their number.
        const rows = Array.from({length: count}, (_, at) => (at + Math.floor(at / CANDIDATE_COUNT)) % CANDIDATE_COUNT)
        const together = (await operation.ask(probe, rows))()
        if (together.length !== count * size) return `${count} ${what}s got another number of answers`
        const wrong = rows.findIndex(
          (row, at) => !areSameFor(operation, probe, [alone[row] ?? [], cut(together, at, size)], [row]),
        )
        if (wrong >= 0)
          return `a ${what} of ${length} is answered differently at place ${wrong + 1} of ${count} than alone`
      }
      return undefined
    },
  }
}

/** What stands at a place, and how long it is. */
function wordsFor(
  {capability}: AskedOperation,
  {stateSize, horizon}: Pick<Environment, 'stateSize' | 'horizon'>,
  size: number,
): readonly [what: string, length: string] {
  return capability === 'score' ? ['candidate', `${horizon} entries`] : ['row', `${size / stateSize} steps`]
}

/** An answer that was given stays what it was while others are given. */
function keptCase(name: string, operation: AskedOperation): ContractCase {
  return {
    name,
    capability: operation.capability,
    spread: 'episodes',
    async check(probe) {
      const read = await operation.ask(probe, ROWS)
      const before = Float64Array.from(read())
      await operation.ask(elsewhere(probe, 1), ROWS)
      return before.every((value, at) => Object.is(value, read()[at]))
        ? undefined
        : 'an answer changed after it was given, when another question was asked'
    },
  }
}

/** The first answer that a provider gives is the one that it gives to the same question later. */
function firstCase(name: string, operation: AskedOperation): ContractCase {
  return {
    name,
    capability: operation.capability,
    spread: 'once',
    async check(probe) {
      if (!probe.subject.deterministic) return undefined
      const first = Float64Array.from((await operation.ask(probe, ROWS))())
      // Only questions of the same kind: the first answers of other kinds have cases of their own.
      for (let round = 1; round <= BETWEEN; round++) await operation.ask(elsewhere(probe, round), ROWS)
      const again = (await operation.ask(probe, ROWS))()
      if (!areSameFor(operation, probe, [first, again], ROWS)) return 'the first answer is another one than later'
      return await firstOfAllFault(operation, probe)
    },
  }
}

/** Before any trial a question was asked whose answer decides nothing: it is put once more. */
async function firstOfAllFault(operation: AskedOperation, probe: ContractProbe): Promise<string | undefined> {
  const {first, signal} = probe
  if (first?.capability !== operation.capability) return undefined
  const again = await first.ask(signal)
  if ('broken' in first.answer) return `the first answer of all is none, and later one is: ${first.answer.broken}`
  return areSameFor(operation, probe, [first.answer, again], ROWS)
    ? undefined
    : 'the first answer of all is another one than later'
}

/** A question is put a second time after many others, of every kind that the provider answers. */
function laterCase(name: string, operation: AskedOperation): ContractCase {
  return {
    name,
    capability: operation.capability,
    spread: 'episodes',
    async check(probe) {
      const {subject} = probe
      if (!subject.deterministic) return undefined
      const before = Float64Array.from((await operation.ask(probe, ROWS))())
      const able = OPERATIONS.filter(({capability}) =>
        capability === 'predict_batch' ? subject.batched : subject.capabilities.includes(capability),
      )
      for (let round = 1; round <= BETWEEN; round++)
        for (const other of able) await other.ask(elsewhere(probe, round), ROWS.slice(0, 1 + (round % CANDIDATE_COUNT)))
      const after = (await operation.ask(probe, ROWS))()
      return areSameFor(operation, probe, [before, after], ROWS)
        ? undefined
        : `the answer is another one after ${BETWEEN * able.length} calls`
    },
  }
}

function cut(values: ArrayLike<number>, at: number, size: number): Float64Array {
  return Float64Array.from({length: size}, (_, entry) => values[at * size + entry] ?? Number.NaN)
}
