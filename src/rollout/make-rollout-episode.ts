import type {RolloutStep} from '#contract/generated/types'
import {type Stream, seedStream} from '#random/stream'
import {step} from '#world/model/dynamics'
import type {Environment} from '#world/model/environment'
import type {Start} from '#world/model/situation'
import {planOracle} from '#world/planner/plan-oracle'
import type {Plan} from '#world/planner/search'
import type {RolloutPlan} from './rollout-order.ts'

/** One episode: where it began, and each step from there. */
export interface RolloutEpisode {
  readonly start: Start
  readonly steps: readonly RolloutStep[]
}

type Decide = (now: Start) => Promise<readonly number[]>

/**
 * An episode of a plan, the same for the same seed and number on every machine. Its starts and draws are no trial's of any suite, whatever
 * the seed: who trains on them is not tried on them. Ends as an episode of a suite does, or after `steps`. An abort of `signal` is thrown.
 */
export async function makeRolloutEpisode(
  plan: RolloutPlan,
  episode: number,
  signal: AbortSignal,
): Promise<RolloutEpisode> {
  const {environment, stratum} = plan
  const streamOf = (purpose: string) =>
    seedStream(`assay/1|rollout|${plan.seed}|${environment.key}|${stratum}|${episode}|${purpose}`)
  const start = environment.reset(streamOf('reset'), stratum)
  const decide = deciderOf(plan, streamOf('actions'), signal)
  const steps: RolloutStep[] = []
  for (let state = start.state, isEnded = false; !isEnded; ) {
    signal.throwIfAborted()
    const action = await decide({state, goal: start.goal})
    const next = step(environment, state, action)
    const line = {
      episode,
      stratum,
      step: steps.length,
      state: [...state],
      goal: [...start.goal],
      action: [...action],
      next_state: [...next],
      ...outcomeOf(environment, next, start.goal),
      truncated: false,
    }
    isEnded = line.terminated || steps.length + 1 === plan.steps
    steps.push({...line, truncated: isEnded && !line.terminated})
    state = next
  }
  return {start, steps}
}

/** `any` ends with the first success, `hold` with the first failure, `final` never before its time. */
function outcomeOf(environment: Environment, state: Float64Array, goal: Float64Array) {
  const success = environment.success(state, goal)
  const {successMode} = environment
  const terminated = (successMode === 'any' && success) || (successMode === 'hold' && !success)
  return {reward: -environment.cost(state, goal), success, terminated}
}

function deciderOf({environment, policy}: RolloutPlan, stream: Stream, signal: AbortSignal): Decide {
  const {actionSize, expert} = environment
  if (policy === 'random') return async () => Array.from({length: actionSize}, () => 2 * stream.uniform() - 1)
  if (expert) return async ({state, goal}) => expert(state, goal)
  return plannedBy(environment, stream, signal)
}

/** The planner over the exact rules: its first entries, each held for a block, then a new plan. */
function plannedBy(environment: Environment, stream: Stream, signal: AbortSignal): Decide {
  const {actionSize, block, execute} = environment
  let previous: Plan | undefined
  let taken = 0
  return async (start) => {
    const at = Math.floor(taken / block)
    if (previous === undefined || at >= execute) {
      previous = await planOracle({environment, start, stream, previous, signal})
      taken = 0
    }
    const entry = Math.floor(taken / block) * actionSize
    taken++
    return [...previous.actions.subarray(entry, entry + actionSize)]
  }
}
