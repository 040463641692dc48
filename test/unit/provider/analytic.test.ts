import * as assert from 'uvu/assert'
import {MUTANTS} from '#lab/model/mutants'
import {Assay} from '#provider/assay'
import {OBSERVER_FAULTS, POLICY_FAULTS, ZOO, ZOO_FAULTS, ZOO_HONEST} from '#provider/builtin-profiles'
import {seedStream} from '#random/stream'
import {ENVIRONMENTS, environmentOf, WORLDS} from '#world/environments'
import {Action} from '#world/model/action'
import {step} from '#world/model/dynamics'
import type {Environment} from '#world/model/environment'
import {decodeState, encodeState} from '#world/model/scene'
import {Tensor} from '#world/tensor/tensor'
import {spec} from '../../support/spec.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('analytic provider')
const assay = new Assay()

/** A start of an environment in all the forms a provider takes. */
function start(environment: Environment) {
  const stream = seedStream(`assay/1|7|${environment.key}|${environment.strata[0]}|0|reset`)
  const {state, goal} = environment.reset(stream, environment.strata[0])
  const info = {
    observation: Tensor.of('float64', [state.length], state),
    goal: Tensor.of('float64', [goal.length], goal),
    environment: environment.key,
  }
  const u = Array.from({length: environment.actionSize}, () => 2 * stream.uniform() - 1)
  return {state, goal, info, u, world: encodeState(environment, {state, goal, step: 0})}
}

for (const environment of ENVIRONMENTS.values()) {
  it(`predicts ${environment.id} exactly, one by one and in batches`, async () => {
    const {state, u, world} = start(environment)
    const steps = 5
    const truth = Array.from({length: steps}).reduce<Float64Array>((now) => step(environment, now, u), state)
    const one = await assay.predict(world, Action.control(u), steps, 'analytic')
    assert.equal([...decodeState(environment, one.state).state], [...truth])
    assert.is(one.state.step, steps)
    const actions = Tensor.of('float64', [1, steps, u.length], Array.from({length: steps}, () => u).flat())
    const states = Tensor.of('float64', [1, state.length], state)
    const {states: path} = await assay.predictBatch({states, actions, environment: environment.key}, 'analytic')
    assert.equal([...path.toFloat64().slice(-state.length)], [...truth])
  })
}

it('its experts reach the goal within the step budget', async () => {
  for (const environment of ENVIRONMENTS.values()) {
    if (!environment.expert) continue
    const {state, goal, info} = start(environment)
    let now = state
    let reached = 0
    for (let done = 0; done < environment.stepBudget; done++) {
      const observation = Tensor.of('float64', [now.length], now)
      const {raw_actions} = await assay.policy({info: {...info, observation}}, 'analytic', {
        translator: () => [Action.noop()],
      })
      now = step(environment, now, (raw_actions['u'] as Tensor).toFloat64())
      if (environment.success(now, goal)) reached++
    }
    assert.ok(environment.successMode === 'any' ? reached > 0 : reached === environment.stepBudget, environment.id)
  }
})

it('where there is no expert, its plan costs less than doing nothing, by its own true cost', async () => {
  for (const environment of ENVIRONMENTS.values()) {
    if (environment.expert) continue
    const {info} = start(environment)
    const {raw_actions} = await assay.policy({info}, 'analytic', {translator: () => [Action.noop()]})
    const u = raw_actions['u'] as Tensor
    assert.equal(u.shape, [environment.horizon, environment.actionSize])
    const values = u.toFloat64()
    const shape = [1, 2, environment.horizon, environment.actionSize]
    const action_candidates = Tensor.of('float64', shape, [...values, ...values.map(() => 0)])
    const {best_index, scores} = await assay.score({info, action_candidates}, 'analytic')
    assert.ok(best_index === 0 && scores[0] !== scores[1], environment.id)
  }
})

it('who runs each action for one step is answered in steps, as many as run before the next plan', async () => {
  for (const [id, steps] of [
    ['pendulum', 3],
    ['push-block', 2],
  ] as const) {
    const environment = environmentOf(id)
    const {info} = start(environment)
    const request = {info: {...info, action_block: 1}}
    const {raw_actions} = await assay.policy(request, 'analytic', {translator: () => [Action.noop()]})
    assert.equal((raw_actions['u'] as Tensor).shape, [steps, environment.actionSize])
  }
})

it('the list of wrong providers is the list of wrong models, faults of the answer, an honest speaker, wrong observers and policies', () => {
  const models = MUTANTS.map((mutant) => mutant.name)
  assert.equal([...ZOO], [...models, ZOO_HONEST, ...ZOO_FAULTS, ...OBSERVER_FAULTS, ...POLICY_FAULTS])
})

/** Places where every wrong model that an environment has shows itself: at the wall, in contact, off balance, about to collide. */
const TELLING: Readonly<Record<string, {state: number[]; u: number[]}>> = {
  'double-integrator': {state: [1, 0, 0, 0], u: [1, -0.5]},
  pendulum: {state: [1, 0], u: [0.5]},
  'cart-pole': {state: [0, 0, 0.05, 0], u: [0.5]},
  'two-room': {state: [0.46, 0.5], u: [1, 0.5]},
  'push-block': {state: [-0.06, 0.02, 0, 0, 0], u: [1, 0]},
  billiard: {state: [0.43, 0.5, 0.4, 0, 0.57, 0.5, -0.4, 0, 0.1, 0.1, 0, 0], u: [0]},
}

for (const {name, model} of MUTANTS) {
  it(`zoo.${name} predicts otherwise than the exact model wherever it has rules`, async () => {
    for (const environment of [...WORLDS.values()].filter((one) => model(one) !== undefined)) {
      const {state, u} = TELLING[environment.id]!
      const world = encodeState(environment, {...start(environment), state: Float64Array.from(state), step: 0})
      const predict = async (provider: string) => (await assay.predict(world, Action.control(u), 5, provider)).state
      assert.not.equal(await predict(`zoo.${name}`), await predict('analytic'), environment.id)
    }
  })
}

it('zoo.nan and zoo.off-by-one-count score so that nobody can use it', async () => {
  const {info} = start([...ENVIRONMENTS.values()][0]!)
  for (const name of ['zoo.nan', 'zoo.off-by-one-count']) {
    const error = await throwsCode(
      () => assay.score({info, action_candidates: [[[[0, 0]], [[1, 1]]]]}, name),
      'contract_violation',
    )
    assert.match(error.message, /score/)
  }
})

it("refuses what does not belong to an environment, as the caller's mistake", async () => {
  const environment = ENVIRONMENTS.get('pendulum')!
  const {world, info} = start(environment)
  const blank = {...world, metadata: {}}
  await throwsCode(() => assay.predict(blank, Action.noop(), 1, 'analytic'), 'invalid_input')
  await throwsCode(
    () => assay.predict({...world, metadata: {environment: {id: 'moon'}}}, Action.noop(), 1, 'analytic'),
    'env_unknown',
  )
  await throwsCode(() => assay.predict(world, Action.moveTo(1, 1, 1), 1, 'analytic'), 'invalid_input')
  await throwsCode(() => assay.predict(world, Action.control([1, 2]), 1, 'analytic'), 'invalid_input')
  await throwsCode(() => assay.predict(world, Action.noop(), 1, 'zoo.no-wall'), 'invalid_input')
  await throwsCode(
    () => assay.score({info: {...info, environment: 'pendulum@9'}, action_candidates: [[[[0]]]]}, 'analytic'),
    'env_unknown',
  )
  await throwsCode(
    () => assay.score({info: {...info, observation: [1]}, action_candidates: [[[[0]]]]}, 'analytic'),
    'invalid_input',
  )
  await throwsCode(() => assay.score({info, action_candidates: [[[[0, 0]]]]}, 'analytic'), 'invalid_candidates')
  const states = Tensor.of('float64', [1, 2], [0, 0])
  await throwsCode(
    () => assay.predictBatch({states, actions: Tensor.of('float64', [1, 1, 1], [0])}, 'analytic'),
    'invalid_input',
  )
  await throwsCode(
    () =>
      assay.predictBatch(
        {states, actions: Tensor.of('float64', [1, 1, 2], [0, 0]), environment: 'pendulum'},
        'analytic',
      ),
    'invalid_tensor',
  )
})

it.run()
