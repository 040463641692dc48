import * as assert from 'uvu/assert'
import {workflowTrace} from '#contract/generated/workflow-trace'
import {parse} from '#contract/parse'
import type {ErrorCode} from '#error/codes'
import {InMemoryRecorderSink} from '#event/in-memory-recorder-sink'
import {analytic} from '#provider/adapter/analytic/analytic'
import {Assay} from '#provider/assay'
import type {Provider} from '#provider/model/provider'
import type {PlanRequest} from '#provider/planning/action-plan'
import {episodeLabel, seedStream} from '#random/stream'
import {twoRoom} from '#world/environment/two-room/two-room'
import {Action} from '#world/model/action'
import {encodeState} from '#world/model/scene'
import type {WorldState} from '#world/model/world-state'
import {spec} from '../../support/spec.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('plan')
const KEY = {seed: 42, environment: twoRoom.key, stratum: 'cross', episode: 0}
const {state, goal} = twoRoom.reset(seedStream(episodeLabel(KEY, 'reset')), 'cross')
const START = encodeState(twoRoom, {state, goal, step: 0})
const INFO = {environment: twoRoom.key, observation: [...state], goal: [...goal]}
const TO_GOAL = {kind: 'state_at', state: [...goal]}
const QUICK = {preset: 'quick', num_samples: 32, num_iterations: 4, num_elites: 6}

/** The exact model under another name, with only these ways to ask it. */
function exactly(...slots: readonly ('predict' | 'predictBatch')[]): Provider {
  const {predict, predictBatch} = analytic
  const own = {predict, predictBatch}
  const profile = {...analytic.profile, name: 'mine', capabilities: ['predict' as const]}
  const {descriptor, probe} = analytic
  return {profile, descriptor, probe, ...Object.fromEntries(slots.map((slot) => [slot, own[slot]]))} as Provider
}

/** Where the world is after these actions, by the exact rules. */
async function after(assay: Assay, actions: readonly Action[]): Promise<WorldState> {
  let world: WorldState = START
  for (const action of actions) world = (await assay.predict(world, action, twoRoom.block, 'analytic')).state
  return world
}

function farFromGoal({scene}: WorldState): number {
  const {x = 0, y = 0} = scene?.objects['walker']?.pose.position ?? {}
  return twoRoom.cost([x, y], goal)
}

it('finds a way to the goal by predictions, the same for the same seed', async () => {
  const assay = new Assay()
  const request: PlanRequest = {goal: TO_GOAL, provider: 'analytic', worldState: START, seed: 3}
  const plan = await assay.plan(request)
  assert.ok(farFromGoal(await after(assay, plan.actions)) < farFromGoal(START) / 2)
  assert.equal((await assay.plan(request)).actions, plan.actions)
  assert.not.equal((await assay.plan({...request, seed: 4})).actions, plan.actions)
  assert.is(plan.mode, 'predict')
  assert.is(plan.metadata.preset, 'standard')
  const trace = parse(workflowTrace, plan.metadata.workflow_trace)
  assert.equal(
    trace.steps.map(({operation}) => operation),
    ['plan', ...Array.from({length: 6}, () => 'predict')],
  )
})

it('scores a plan as environments judge paths: every entry counts, the last one five times', async () => {
  const assay = new Assay()
  const plan = await assay.plan({goal: TO_GOAL, provider: 'analytic', worldState: START, planner: QUICK})
  let sum = 0
  for (const entry of plan.actions.keys()) {
    const cost = farFromGoal(await after(assay, plan.actions.slice(0, entry + 1)))
    sum += entry + 1 === plan.actions.length ? 5 * cost : cost
  }
  assert.ok(Math.abs(sum - (plan.best_score ?? 0)) < 1e-9, `${sum} ${plan.best_score}`)
})

it('asks for all rollouts at once where it can, and comes to the same plan one by one', async () => {
  const plans = await Promise.all(
    [exactly('predict'), exactly('predict', 'predictBatch')].map(async (provider) => {
      const recorder = new InMemoryRecorderSink()
      const assay = new Assay({eventHandler: recorder})
      assay.registerProvider(provider)
      const place = {x: goal[0] ?? 0, y: goal[1] ?? 0, z: 0}
      const near = {kind: 'object_at', object_id: 'walker', position: place}
      const plan = await assay.plan({goal: near, provider: 'mine', worldState: START, planner: QUICK})
      return {plan, calls: recorder.events.length}
    }),
  )
  const [single, batch] = plans
  assert.equal(single?.plan.actions, batch?.plan.actions)
  assert.ok(Math.abs((single?.plan.best_score ?? 0) - (batch?.plan.best_score ?? 1)) < 1e-9)
  assert.equal([single?.calls, batch?.calls], [4 * 32 * twoRoom.horizon, 4])
})

it('plans by scores, by a policy, and by scores of what a policy proposes', async () => {
  const assay = new Assay()
  const scored = await assay.plan({goal: TO_GOAL, provider: 'analytic', info: INFO, planner: QUICK})
  assert.equal([scored.mode, scored.lower_is_better, scored.actions.length], ['score', true, twoRoom.horizon])
  const toControls = () => [[Action.control([-1, 0])], [Action.control([1, 0])]]
  const acted = await assay.plan({
    goal: TO_GOAL,
    provider: 'mock',
    info: INFO,
    worldState: START,
    translator: toControls,
  })
  assert.is(acted.mode, 'predict', 'a provider that predicts is searched')
  const towards = (goal[0] ?? 0) > (state[0] ?? 0) ? 1 : -1
  const proposed = await assay.plan({
    goal: TO_GOAL,
    provider: 'analytic',
    policyProvider: 'mock',
    info: INFO,
    // The better one comes last.
    translator: () => [[Action.control([-towards, 0])], [Action.control([towards, 0])]],
  })
  assert.equal([proposed.mode, proposed.candidate_count], ['policy+score', 2])
  assert.equal(proposed.actions, [Action.control([towards, 0])])
  assert.is(proposed.metadata.policy_provider, 'mock')
  const policy: Provider = {
    ...exactly(),
    profile: {...analytic.profile, name: 'acts', capabilities: ['policy']},
    policy: () => ({raw_actions: {u: [0.5, 0]}}),
  }
  assay.registerProvider(policy)
  const own = await assay.plan({goal: TO_GOAL, provider: 'acts', info: INFO, translator: toControls})
  assert.equal([own.mode, own.best_score, own.stop_reason], ['policy', null, 'policy'])
  assert.equal(own.actions, [Action.control([-1, 0])])
})

it('keeps to its budget and ends when it is told to', async () => {
  const assay = new Assay()
  const request: PlanRequest = {goal: TO_GOAL, provider: 'analytic', worldState: START, planner: QUICK}
  const cut = await assay.plan({...request, budget: {max_calls: 2}})
  assert.equal([cut.stop_reason, cut.calls, cut.candidate_count], ['evaluation_budget', 2, 64])
  await throwsCode(() => assay.plan({...request, budget: {max_candidates: 5}}), 'budget_exceeded')
  await throwsCode(() => assay.plan(request, {signal: AbortSignal.abort()}), 'cancelled')
})

it('refuses what cannot be planned before anybody is asked', async () => {
  const recorder = new InMemoryRecorderSink()
  const assay = new Assay({eventHandler: recorder})
  const good = {goal: TO_GOAL, provider: 'analytic', worldState: START}
  const cases: readonly (readonly [object, ErrorCode])[] = [
    [{...good, goal: 'go left'}, 'goal_not_structured'],
    [{...good, goal: {kind: 'object_at', object_id: 'nobody', position: {x: 0, y: 0, z: 0}}}, 'invalid_input'],
    [{...good, goal: {kind: 'state_at', state: [1]}}, 'invalid_input'],
    [{...good, goal: {kind: 'spawn_object', name: 'cup'}}, 'invalid_input'],
    [{...good, worldState: {...START, step: -1}}, 'world_state_invalid'],
    [{...good, planer: QUICK}, 'invalid_input'],
    [{...good, planner: {preset: 'quik'}}, 'preset_unknown'],
    [{...good, planner: {num_elites: 1_000}}, 'invalid_input'],
    [{...good, seed: -1}, 'out_of_range'],
    [{...good, provider: 'nobody'}, 'unknown_provider'],
    [{...good, provider: 'observer'}, 'capability_missing'],
    [{...good, policyProvider: 'mock', info: INFO}, 'translator_missing'],
    [{...good, policyProvider: 'mock'}, 'invalid_input'],
    [{goal: {kind: 'swap_objects', a: 'x', b: 'y'}, provider: 'analytic', info: INFO}, 'invalid_input'],
    [{goal: TO_GOAL, provider: 'analytic', info: {}}, 'invalid_input'],
    [{goal: TO_GOAL, provider: 'analytic'}, 'invalid_input'],
  ]
  for (const [request, code] of cases) await throwsCode(() => assay.plan(request as PlanRequest), code)
  await throwsCode(() => assay.plan(good, {signall: 1} as object), 'invalid_input')
  assert.equal(recorder.events.length, 0)
})

it.run()
