import * as assert from 'uvu/assert'
import {workflowTrace} from '#contract/generated/workflow-trace'
import {parse} from '#contract/parse'
import {Assay} from '#provider/assay'
import type {ScoreRequest} from '#provider/model/provider'
import type {LatentPlanChoice} from '#provider/planning/latent-plan'
import {LatentPlanningController, type LatentPlanningOptions} from '#provider/planning/plan-latent'
import {seedStream} from '#random/stream'
import {twoRoom} from '#world/environment/two-room/two-room'
import {step} from '#world/model/dynamics'
import {Tensor} from '#world/tensor/tensor'
import {spec} from '../../support/spec.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('latent plan')

type Scorer = LatentPlanningOptions['assay']

/** Scores by the squared distance of the first action to (.5, 30), in a library of one call. */
function scorer(
  change: Partial<{sign: number; seen: (request: ScoreRequest) => void; wait: Promise<void>}> = {},
): Scorer {
  return {
    async score({info, action_candidates}) {
      const candidates = action_candidates as Tensor
      change.seen?.({info, action_candidates: candidates})
      await change.wait
      const [, samples = 0, horizon = 0, axes = 0] = candidates.shape
      const values = candidates.toFloat64()
      const scores = Array.from({length: samples}, (_, sample) => {
        const at = sample * horizon * axes
        return (values[at]! - 0.5) ** 2 + ((values[at + 1]! - 30) / 100) ** 2
      }).map((score) => score * (change.sign ?? 1))
      const lower_is_better = (change.sign ?? 1) > 0
      return {provider: 'fake', scores, best_index: 0, best_score: 0, lower_is_better, metadata: {}}
    },
  }
}

const CONFIG: LatentPlanChoice = {
  preset: 'quick',
  horizon: 2,
  action_parameter_bounds: {x: [-1, 1], height: [0, 100]},
  seed: 3,
}
const QUESTION = {observation: {observation: [0, 0]}, goal: [1, 1]}

it('finds the action in the units of its axes and says how', async () => {
  const controller = new LatentPlanningController({assay: scorer(), scoreProvider: 'fake', config: CONFIG})
  const result = await controller.planStep(QUESTION)
  const [action, ...more] = result.actions
  assert.equal([action?.type, more.length], ['latent_action', 0])
  assert.ok(Math.abs(Number(action?.parameters['x']) - 0.5) < 0.05, `${action?.parameters['x']}`)
  assert.ok(Math.abs(Number(action?.parameters['height']) - 30) < 5, `${action?.parameters['height']}`)
  assert.equal([result.action_tensor.length, result.action_tensor[0]?.length], [2, 2])
  assert.equal([result.candidate_count, result.calls, result.model_evals], [480, 5, 960])
  assert.equal(result.iteration_costs, result.iteration_best_scores)
  const {planning_mode, control_mode, optimizer, preset, seed, workflow_trace} = result.metadata
  assert.equal([planning_mode, control_mode, optimizer, preset, seed], ['latent-mpc', 'mpc', 'cem', 'quick+horizon', 3])
  parse(workflowTrace, workflow_trace)
  assert.equal([workflow_trace.status, workflow_trace.step_count], ['success', 6])
})

it('the same seed plans the same, step by step; reset starts anew', async () => {
  const make = () => new LatentPlanningController({assay: scorer(), scoreProvider: 'fake', config: CONFIG})
  const [one, two] = [make(), make()]
  const first = (await one.planStep(QUESTION)).action_tensor
  const second = (await one.planStep(QUESTION)).action_tensor
  assert.equal((await two.planStep(QUESTION)).action_tensor, first)
  assert.not.equal(second, first)
  one.reset()
  assert.equal((await one.planStep(QUESTION)).action_tensor, first)
})

it('starts from the rest of the plan before', async () => {
  const means: number[][] = []
  const seen = ({action_candidates}: ScoreRequest) => means.push([...action_candidates.toFloat64().slice(0, 4)])
  const config = {...CONFIG, num_iterations: 1, returns: 'mean'} as const
  const controller = new LatentPlanningController({assay: scorer({seen}), scoreProvider: 'fake', config})
  const {action_tensor} = await controller.planStep(QUESTION)
  await controller.planStep(QUESTION)
  assert.equal(means[0], [0, 50, 0, 50])
  assert.equal(means[1]?.slice(0, 2), action_tensor[1])
  assert.equal(means[1]?.slice(2), [0, 50])
})

it('gives the provider what the encoder makes, and the goal', async () => {
  const infos: unknown[] = []
  const assay = scorer({seen: ({info}) => infos.push(info)})
  const encoder = async () => ({latent: [7]})
  const controller = new LatentPlanningController({assay, scoreProvider: 'fake', config: CONFIG, encoder})
  await controller.planStep(QUESTION)
  assert.equal(infos[0], {latent: [7], goal: [1, 1]})
})

it('higher scores win where higher is better, and are no costs', async () => {
  const controller = new LatentPlanningController({assay: scorer({sign: -1}), scoreProvider: 'fake', config: CONFIG})
  const result = await controller.planStep(QUESTION)
  assert.ok(Math.abs(Number(result.actions[0]?.parameters['x']) - 0.5) < 0.05)
  assert.is('iteration_costs' in result, false)
})

it('a budget ends a step early with what there is, or refuses it', async () => {
  const make = (max_candidates: number) =>
    new LatentPlanningController({assay: scorer(), scoreProvider: 'fake', config: CONFIG, budget: {max_candidates}})
  const {stop_reason, candidate_count} = await make(200).planStep(QUESTION)
  assert.equal([stop_reason, candidate_count], ['evaluation_budget', 192])
  await throwsCode(() => make(95).planStep(QUESTION), 'budget_exceeded')
})

it('a step that comes while another is under way is an error, and costs the other nothing', async () => {
  let release = (): void => undefined
  const wait = new Promise<void>((resolve) => {
    release = resolve
  })
  const controller = new LatentPlanningController({assay: scorer({wait}), scoreProvider: 'fake', config: CONFIG})
  const first = controller.planStep(QUESTION)
  await throwsCode(() => controller.planStep(QUESTION), 'invalid_input')
  release()
  assert.is((await first).calls, 5)
})

it('an abort ends a step', async () => {
  const control = new AbortController()
  control.abort()
  const controller = new LatentPlanningController({assay: scorer(), scoreProvider: 'fake', config: CONFIG})
  await throwsCode(() => controller.planStep(QUESTION, {signal: control.signal}), 'cancelled')
})

const BAD: readonly [why: string, config: Record<string, unknown>][] = [
  ['an unknown setting', {smaples: 3}],
  ['no axis', {action_parameter_bounds: {}}],
  ['an axis without a range', {action_parameter_bounds: {x: [1, 1]}}],
  ['an axis with three ends', {action_parameter_bounds: {x: [0, 1, 2]}}],
  ['an axis of text', {action_parameter_bounds: {x: 'wide'}}],
  ['an axis with a hostile name', {action_parameter_bounds: {'../x': [0, 1]}}],
  ['an action kind that is none', {action_kind: 'two words'}],
]

for (const [why, config] of BAD) {
  it(`refuses ${why} before anything is planned`, async () => {
    await throwsCode(
      () => new LatentPlanningController({assay: scorer(), scoreProvider: 'fake', config}),
      'invalid_input',
    )
  })
}

it('walks through the door of two-room with the scores of the exact model', async () => {
  const assay = new Assay()
  const config: LatentPlanChoice = {
    preset: 'standard',
    horizon: 8,
    action_block: 3,
    action_kind: 'control',
    action_parameter_bounds: {x: [-1, 1], y: [-1, 1]},
  }
  const controller = new LatentPlanningController({assay, scoreProvider: 'analytic', config})
  let {state, goal} = twoRoom.reset(seedStream('latent'), 'cross')
  const info = (now: Float64Array) => ({observation: Tensor.of('float64', [2], now), environment: twoRoom.key})
  for (let plan = 0; plan < 20 && !twoRoom.success(state, goal); plan++) {
    const {actions} = await controller.planStep({observation: info(state), goal: Tensor.of('float64', [2], goal)})
    const u = actions[0]?.parameters['u'] as number[]
    for (let held = 0; held < 3; held++) state = step(twoRoom, state, u)
  }
  assert.ok(twoRoom.success(state, goal))
  await assay.close()
})

it.run()
