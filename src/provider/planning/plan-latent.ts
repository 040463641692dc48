import {AssayError} from '#error/assay-error'
import {type Clock, elapsedMs, timestamp} from '#random/clock'
import {seedStream} from '#random/stream'
import {systemClock} from '#random/system-clock'
import {planActions} from '#world/planner/plan-actions'
import type {Before, PlanBudget} from '#world/planner/search'
import {Tensor} from '#world/tensor/tensor'
import type {Fields} from '../model/provider.ts'
import {
  inUnits,
  type LatentPlanChoice,
  type LatentPlanResult,
  type LatentPlanSettings,
  latentResult,
  latentSettings,
} from './latent-plan.ts'
import type {PlanLibrary} from './plan-library.ts'

/** What a controller plans with. */
export interface LatentPlanningOptions {
  readonly assay: Pick<PlanLibrary, 'score'>
  /** Name of the provider that scores candidates; any provider with `score` will do. */
  readonly scoreProvider: string
  readonly config?: LatentPlanChoice
  /** For each step by itself. */
  readonly budget?: PlanBudget
  /** Turns what the host observes into the fields the provider scores by. */
  readonly encoder?: (observation: Fields) => Fields | Promise<Fields>
  readonly clock?: Clock
}

/**
 * Model-predictive control with a score provider: plans by scoring candidates in the current situation, gives the first actions, and
 * starts the next plan from the rest. One step at a time; the same seed and scores give the same actions.
 */
export class LatentPlanningController {
  readonly #options: LatentPlanningOptions
  readonly #settings: LatentPlanSettings
  readonly #clock: Clock
  #steps = 0
  #before: Before | undefined
  #isPlanning = false

  /** Throws `invalid_input`, `preset_unknown`, `out_of_range` for settings that cannot be. */
  constructor(options: LatentPlanningOptions) {
    this.#options = options
    this.#settings = latentSettings(options.config)
    this.#clock = options.clock ?? systemClock
  }

  /** Forgets the plan so far and draws from the start again: a new episode. Never throws. */
  reset(): void {
    this.#steps = 0
    this.#before = undefined
  }

  /**
   * Plans from here. `info` for the provider is the observation, encoded if there is an encoder, and `goal`. Throws what the provider
   * throws; `contract_violation` where the direction of scores changes, `budget_exceeded` where no evaluation was allowed, and
   * `invalid_input` for a step that comes while another is under way.
   */
  async planStep(
    {observation, goal}: {readonly observation: Fields; readonly goal: Fields[string]},
    {signal = new AbortController().signal}: {readonly signal?: AbortSignal} = {},
  ): Promise<LatentPlanResult> {
    if (this.#isPlanning) {
      throw new AssayError('invalid_input', 'a planning step came while another is under way', {
        hint: 'Await each planStep; give every robot or episode a controller of its own.',
      })
    }
    this.#isPlanning = true
    try {
      return await this.#plan({observation, goal}, signal)
    } finally {
      this.#isPlanning = false
    }
  }

  async #plan({observation, goal}: {observation: Fields; goal: Fields[string]}, signal: AbortSignal) {
    const {assay, scoreProvider, budget, encoder} = this.#options
    const {planner, axes, seed} = this.#settings
    const [startedNs, startedAt] = [this.#clock.monotonicNs(), timestamp(this.#clock.nowMs())]
    const info: Fields = {...(encoder ? await encoder(observation) : observation), goal}
    const plan = await planActions({
      config: planner,
      actionSize: axes.length,
      stream: seedStream(`assay/1|${seed}|${scoreProvider}|plan|step-${this.#steps}`),
      previous: this.#before,
      ...(budget && {budget}),
      clock: this.#clock,
      signal,
      evaluate: ({values, samples, horizon, actionSize}) => {
        const action_candidates = Tensor.over([1, samples, horizon, actionSize], inUnits(values, this.#settings))
        return assay.score({info, action_candidates}, scoreProvider, {signal})
      },
    })
    this.#steps++
    this.#before = plan
    return latentResult(plan, this.#settings, {
      provider: scoreProvider,
      wallMs: elapsedMs(this.#clock, startedNs),
      startedAt,
    })
  }
}
