import type {Situation} from '#world/model/situation'
import type {Candidates, Evaluate} from '#world/planner/search'
import {isClosePath} from './tolerance.ts'

type EvaluateIn = (now: Situation) => Evaluate

interface Question {
  readonly now: Situation
  readonly candidates: Candidates
  readonly scores: ArrayLike<number>
}

/** What is asked goes through, and the first question of all is kept with its answer, to be put again whenever somebody wants to know. */
export interface AnswerWatch {
  readonly evaluateIn: EvaluateIn
  /** Whether the first question has another answer now; false where nothing was asked yet. */
  hasChanged(signal: AbortSignal): Promise<boolean>
}

/** Enough to know an answer by, few enough to cost no more than a plan's first look. */
const KEPT = 4

export function watchAnswers(evaluateIn: EvaluateIn): AnswerWatch {
  let first: Question | undefined
  return {
    evaluateIn(now) {
      const evaluate = evaluateIn(now)
      return async (candidates, signal) => {
        const answer = await evaluate(candidates, signal)
        first ??= beginningOf(now, candidates, answer.scores)
        return answer
      }
    },
    async hasChanged(signal) {
      if (!first) return false
      const {scores} = await evaluateIn(first.now)(first.candidates, signal)
      return !isClosePath(first.scores, scores)
    },
  }
}

function beginningOf(now: Situation, candidates: Candidates, scores: ArrayLike<number>): Question {
  const samples = Math.min(KEPT, candidates.samples)
  const size = candidates.horizon * candidates.actionSize
  return {
    now: {...now, state: now.state.slice()},
    candidates: {...candidates, samples, values: candidates.values.slice(0, samples * size)},
    scores: Float64Array.from({length: samples}, (_, at) => scores[at] ?? Number.NaN),
  }
}
