import type {EvalEpisode, EvalSnapshots} from '#contract/generated/types'
import {ENVIRONMENTS} from '#world/environments'

/** Where to look first, for an episode that failed; nothing where there is nothing to say. */
export function findTriage({env, reason, error, snapshots, values}: EvalEpisode): {triage?: string} {
  if (error) {
    const isWrong = error.kind === 'wrong'
    return {
      triage: isWrong
        ? `The answer was refused: ${error.code}.`
        : 'The provider did not answer; this says nothing of its quality.',
    }
  }
  if (reason === 'model_eval_budget') return {triage: 'The next plan would have exceeded the model-evaluation budget.'}
  const {late, plans, slowest_ms} = values ?? {}
  if (late) return {triage: `${late} of ${plans} plans came late, the slowest after ${slowest_ms} ms.`}
  const progress = snapshots && progressOf(env, snapshots)
  return progress === undefined ? {} : {triage: progress}
}

/** Much of the way is a tenth of the cost that was left at the start. */
const MUCH = 0.1

function progressOf(env: string, {goal, states}: EvalSnapshots): string | undefined {
  const environment = ENVIRONMENTS.get(env)
  const costs = states.map(({state}) => environment?.cost(numbers(state), numbers(goal)) ?? Number.NaN)
  const [first = Number.NaN, last = Number.NaN] = [costs[0], costs.at(-1)]
  if (!(Number.isFinite(first) && Number.isFinite(last))) return undefined
  const best = Math.min(...costs.filter(Number.isFinite))
  if (environment?.successMode === 'hold') return 'It did not hold; the last frames show how it was lost.'
  if (best < MUCH * first && last > 2 * best)
    return 'It came close and left again: look at what it plans near the goal.'
  if (last > (1 + MUCH) * first)
    return 'It ended farther from the goal than it began: look for a sign or a wrong direction.'
  if (last > (1 - MUCH) * first)
    return 'It got nowhere: look for a model that does not react to actions, or an obstacle it does not know.'
  return 'It got part of the way: look at where it stops, and at the step budget.'
}

function numbers(values: readonly (number | null)[]): number[] {
  return values.map((value) => value ?? Number.NaN)
}
