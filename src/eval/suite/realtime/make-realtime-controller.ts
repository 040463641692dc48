import {type Clock, elapsedMs} from '#random/clock'
import type {Environment} from '#world/model/environment'
import type {Controller} from '../../kit/controller.ts'
import {rounded} from '../../model/rounded.ts'

/** What is measured of one episode: how long plans took, and what happened meanwhile. Times are those of this machine. */
export interface EpisodePace {
  readonly plans: number
  /** Plans that came after the next command was due. */
  readonly late: number
  /** Environment steps that were taken, and those of them under a command that had run out, while a plan was awaited. */
  readonly steps: number
  readonly stale_steps: number
  readonly plan_ms: number
  readonly slowest_ms: number
  readonly deadline_ms: number
  /** Whether the task is finished where the world waits for plans, as in `closed-loop`; unknown after an error. */
  readonly untimed?: number
}

/** A controller that is held to the clock, and what its plans took so far. */
export interface RealtimeController extends Controller {
  readonly pace: EpisodePace
}

/**
 * A planner in a world that does not wait: each plan is due before the next command, one environment step later. While a late
 * one is awaited, the last command goes on, at first none at all; then one entry of the plan runs, and the next plan is asked for.
 */
export function makeRealtimeController(
  planner: Controller,
  {dt, actionSize, stepBudget}: Pick<Environment, 'dt' | 'actionSize' | 'stepBudget'>,
  clock: Pick<Clock, 'monotonicNs'>,
): RealtimeController {
  const dueMs = 1000 * dt
  let [plans, late, steps, stale, totalMs, slowestMs] = [0, 0, 0, 0, 0, 0]
  let command = new Float64Array(actionSize)
  return {
    get pace() {
      return {
        plans,
        late,
        steps,
        stale_steps: stale,
        plan_ms: rounded(totalMs),
        slowest_ms: rounded(slowestMs),
        deadline_ms: rounded(dueMs),
      }
    },
    async decide(now, signal) {
      const startedNs = clock.monotonicNs()
      const decision = await planner.decide(now, signal)
      const tookMs = elapsedMs(clock, startedNs)
      if (decision.kind === 'spent') return decision
      const missed = Math.min(stepBudget - now.step, Math.max(0, Math.ceil(tookMs / dueMs) - 1))
      plans++
      totalMs += tookMs
      slowestMs = Math.max(slowestMs, tookMs)
      if (missed > 0) late++
      stale += missed
      steps += missed + 1
      const actions = new Float64Array((missed + 1) * actionSize)
      for (let step = 0; step < missed; step++) actions.set(command, step * actionSize)
      command = Float64Array.from(decision.actions.subarray(0, actionSize))
      actions.set(command, missed * actionSize)
      return {...decision, actions}
    },
  }
}
