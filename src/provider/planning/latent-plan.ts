import type {WorkflowTrace} from '#contract/generated/types'
import {record} from '#contract/json'
import {AssayError} from '#error/assay-error'
import {Action} from '#world/model/action'
import {adjustConfig, type PlannerConfig} from '#world/planner/config'
import {presetConfig} from '#world/planner/presets'
import type {Plan} from '#world/planner/search'
import {planTrace} from './plan-trace.ts'

const AXIS = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/

/** Range of one action axis. */
export type Bounds = readonly [low: number, high: number]

/** What may be said of a latent plan: a preset, single settings over it, and how the actions it returns are called. */
export interface LatentPlanChoice extends Partial<PlannerConfig> {
  readonly preset?: string
  readonly seed?: number
  readonly action_kind?: string
  readonly action_parameter_bounds?: Readonly<Record<string, Bounds>>
}

/** Settings of a plan in a latent space, checked and complete. `name` is the preset and what was changed of it. */
export interface LatentPlanSettings {
  readonly name: string
  readonly planner: PlannerConfig
  readonly seed: number
  readonly actionKind: string
  readonly axes: readonly {readonly name: string; readonly bounds: Bounds}[]
}

/** One step of latent planning: the actions to execute now, `execute_k` of them, and how they were found. */
export interface LatentPlanResult {
  readonly actions: readonly Action[]
  /** The whole plan, `[horizon, axes]`, in the units of the axes. */
  readonly action_tensor: readonly (readonly number[])[]
  readonly best_score: number
  readonly lower_is_better: boolean
  readonly candidate_count: number
  readonly iteration_best_scores: readonly number[]
  /** Only where lower is better: then a score is a cost. */
  readonly iteration_costs?: readonly number[]
  readonly model_evals: number
  readonly calls: number
  readonly wall_ms: number
  readonly stop_reason: Plan['stop_reason']
  readonly metadata: {
    readonly planning_mode: 'latent-mpc'
    readonly control_mode: 'mpc'
    readonly optimizer: PlannerConfig['kind']
    readonly preset: string
    readonly config: PlannerConfig
    readonly seed: number
    readonly workflow_trace: WorkflowTrace
  }
}

/** Throws `invalid_input`, `preset_unknown`, `out_of_range` before anything is planned. */
export function latentSettings(choice: LatentPlanChoice = {}): LatentPlanSettings {
  const {
    preset = 'default',
    seed = 0,
    action_kind = 'latent_action',
    action_parameter_bounds = {x: [-1, 1]},
    ...own
  } = choice
  const {name, config} = adjustConfig(preset, presetConfig(preset), own)
  if (!Number.isSafeInteger(seed) || seed < 0)
    throw new AssayError('out_of_range', 'seed must be a whole number of at least 0')
  const axes = Object.entries(record(action_parameter_bounds) ?? {}).map(([axis, bounds]) => ({
    name: axis,
    bounds: boundsOf(axis, bounds),
  }))
  if (axes.length === 0) throw new AssayError('invalid_input', 'action_parameter_bounds names no axis')
  const settings = {name, planner: config, seed, actionKind: action_kind, axes}
  // A kind that no action can have is found now rather than after the plan.
  actionOf(
    axes.map(() => 0),
    settings,
  )
  return settings
}

/** The kinds that know lists get one; every other kind gets its values by the names of the axes. */
function actionOf(row: readonly number[], {actionKind, axes}: LatentPlanSettings): Action {
  if (actionKind === 'control') return Action.control(row)
  if (actionKind === 'latent') return Action.latent(row)
  return Action.of(actionKind, Object.fromEntries(axes.map(({name}, axis) => [name, row[axis] ?? 0])))
}

function boundsOf(axis: string, bounds: unknown): Bounds {
  const [low, high, ...more] = Array.isArray(bounds) ? (bounds as unknown[]) : []
  const isRange = Number.isFinite(low) && Number.isFinite(high) && Number(low) < Number(high) && more.length === 0
  if (AXIS.test(axis) && isRange) return [Number(low), Number(high)]
  throw new AssayError('invalid_input', 'action_parameter_bounds needs axis names with [low, high], low below high')
}

/** Planners search in [-1, 1]: the same values in the units of the axes, flat `[…, axes]`. */
export function inUnits(values: Float64Array, {axes}: LatentPlanSettings): Float64Array {
  return values.map((value, at) => {
    const [low, high] = axes[at % axes.length]?.bounds ?? [-1, 1]
    return low + ((value + 1) / 2) * (high - low)
  })
}

/** The plan as its caller gets it. */
export function latentResult(
  plan: Plan,
  settings: LatentPlanSettings,
  facts: {readonly provider: string; readonly wallMs: number; readonly startedAt: string},
): LatentPlanResult {
  const {planner, axes, seed} = settings
  const values = inUnits(plan.actions, settings)
  const rows = Array.from({length: planner.horizon}, (_, entry) =>
    Array.from(values.subarray(entry * axes.length, (entry + 1) * axes.length)),
  )
  const actions = rows.slice(0, planner.execute_k).map((row) => actionOf(row, settings))
  const bests = plan.trace.map(({best}) => best)
  return {
    actions,
    action_tensor: rows,
    best_score: plan.best_score,
    lower_is_better: plan.lower_is_better,
    candidate_count: plan.candidates,
    iteration_best_scores: bests,
    ...(plan.lower_is_better && {iteration_costs: bests}),
    model_evals: plan.candidates * planner.horizon * planner.action_block,
    calls: plan.calls,
    wall_ms: facts.wallMs,
    stop_reason: plan.stop_reason,
    metadata: {
      planning_mode: 'latent-mpc',
      control_mode: 'mpc',
      optimizer: planner.kind,
      preset: settings.name,
      config: planner,
      seed,
      workflow_trace: planTrace(
        plan.trace.map(({ms = 0}) => ({operation: 'score', provider: facts.provider, ms})),
        {startedAt: facts.startedAt, workflowId: 'latent-plan', name: 'Latent plan'},
      ),
    },
  }
}
