import * as assert from 'uvu/assert'
import type {EvalEpisode} from '#contract/generated/types'
import {suitesNamed} from '#eval/catalogue/suites'
import {PLACES} from '#eval/kit/places'
import type {Subject} from '#eval/model/subject'
import type {MeasuredPlace} from '#eval/model/suite'
import {measureFidelity} from '#eval/suite/fidelity/measure-fidelity'
import {HELD_OUT_MODELS} from '#lab/model/held-out-models'
import {stepping} from '#lab/model/stepping'
import {halfPrecision, longer, RIGHT_MODELS, type StrangerModel, WRONG_MODELS} from '#lab/model/stranger-models'
import {cartPole} from '#world/environment/cart-pole/cart-pole'
import {pendulum} from '#world/environment/pendulum/pendulum'
import {pushBlockDynamics} from '#world/environment/push-block/dynamics'
import {twoRoom} from '#world/environment/two-room/two-room'
import {ENVIRONMENTS} from '#world/environments'
import {Action} from '#world/model/action'
import type {Dynamics} from '#world/model/dynamics'
import type {Environment} from '#world/model/environment'
import {planShape, presetConfig} from '#world/planner/presets'
import {Tensor} from '#world/tensor/tensor'
import {DEEP, rotated} from '../../support/depth.ts'
import {fakeSubject} from '../../support/fakes/subject.ts'
import {spec} from '../../support/spec.ts'

const it = spec('fidelity suite')
const {signal} = new AbortController()
const worlds = [...ENVIRONMENTS.values()]

async function wrongIn(subject: Subject, environment: Environment, set: string, episode: number): Promise<number> {
  const config = presetConfig('quick', planShape(environment))
  const key = {seed: 42, environment: environment.key, stratum: environment.strata[0], episode}
  const {values, broken} = await measureFidelity(subject, {environment, key, set, config}, signal)
  assert.is(broken !== undefined, (values?.['wrong'] ?? 0) > 0)
  return values?.['wrong'] ?? 0
}

/** Steps that are wrong in so many trials of every place of these environments. */
async function wrongSteps(
  subject: Subject,
  environments: readonly Environment[] = worlds,
  trials = DEEP ? 2 : 1,
): Promise<number> {
  let wrong = 0
  for (const environment of environments)
    for (const set of PLACES)
      for (let episode = 0; episode < trials; episode++) wrong += await wrongIn(subject, environment, set, episode)
  return wrong
}

/** Whether some step is wrong in so many trials; nothing is asked after the first. */
async function isTold(subject: Subject, environments: readonly Environment[] = worlds, trials = 8): Promise<boolean> {
  for (const environment of environments)
    for (let episode = 0; episode < trials; episode++)
      for (const set of PLACES) if ((await wrongIn(subject, environment, set, episode)) > 0) return true
  return false
}

/** Those written apart, each undefined elsewhere. */
const HELD_OUT_WRONG: Readonly<Record<string, StrangerModel>> = Object.fromEntries(
  Object.entries(HELD_OUT_MODELS).map(([name, {env, make}]) => [
    name,
    (environment: Environment) => (environment.id === env ? make(environment) : undefined),
  ]),
)

const modelled = (model: (environment: Environment) => ReturnType<typeof pushBlockDynamics> | undefined) =>
  fakeSubject({}, (environment) => model(environment) ?? environment)

it('no step of the exact rules is wrong, nor of twins that round, shake by nothing that matters or add in another order', async () => {
  assert.is(await wrongSteps(fakeSubject()), 0)
  assert.is(await wrongSteps(fakeSubject({batched: false}), rotated(worlds, 2)), 0)
  const twins = Object.entries(RIGHT_MODELS).flatMap(([name, model]) => worlds.map((world) => ({name, model, world})))
  for (const {name, model, world} of rotated(twins, 4))
    assert.is(await wrongSteps(modelled(model), [world]), 0, `${name} ${world.id}`)
})

const halved = (model: (environment: Environment) => Dynamics | undefined) => (environment: Environment) => {
  const dynamics = model(environment)
  return dynamics && halfPrecision(environment, dynamics)
}

it('who states half precision may round each step to it, and is as wrong as ever where it is more than rounded', async () => {
  const half = {float_type: 'float16'} as const
  const twin = halved((environment) => environment)
  const {predict} = modelled(twin)
  assert.is(await wrongSteps(fakeSubject({descriptor: half}, (environment) => twin(environment) ?? environment)), 0)
  assert.is(await wrongSteps(fakeSubject({descriptor: half, batched: false, predict}), rotated(worlds, 2)), 0)
  assert.ok(await isTold(modelled(twin)), 'unstated')
  for (const [name, model] of rotated(Object.entries({...WRONG_MODELS, ...HELD_OUT_WRONG}), 6)) {
    const places = worlds.filter((environment) => model(environment) !== undefined)
    const wrong = fakeSubject({descriptor: half}, (environment) => halved(model)(environment) ?? environment)
    assert.ok(await isTold(wrong, places), name)
  }
})

it('of two steps at once the second begins where half precision ended the first: what one number lost there moves another', async () => {
  const halves = fakeSubject({descriptor: {float_type: 'float16'}}, (environment) => halfPrecision(environment))
  const config = presetConfig('quick', planShape(pendulum))
  for (const stratum of pendulum.strata)
    for (const set of PLACES) {
      const key = {seed: 43, environment: pendulum.key, stratum, episode: 0}
      const {values} = await measureFidelity(halves, {environment: pendulum, key, set, config}, signal)
      assert.is(values?.['wrong'], 0, `${stratum}, ${set}`)
    }
})

it('who computes with half precision and does not say so is told what to state, and who is wrong otherwise is not', async () => {
  const key = {seed: 42, environment: pendulum.key, stratum: pendulum.strata[0], episode: 0}
  const config = presetConfig('quick', planShape(pendulum))
  const told = async (subject: Subject) =>
    (await measureFidelity(subject, {environment: pendulum, key, set: 'edge', config}, signal)).broken ?? ''
  const silent = fakeSubject({}, (environment) => halfPrecision(environment, environment))
  assert.match(await told(silent), 'float_type: float16')
  const still = fakeSubject({}, (environment) => ({...environment, advance: () => undefined}))
  assert.not.match(await told(still), 'float16')
})

it('to state half precision and answer finer numbers allows nothing', async () => {
  const slower = (environment: Environment) => longer(environment, 0.985)
  for (const environment of rotated(worlds, 2)) {
    const of = (descriptor: Subject['descriptor']) => fakeSubject({descriptor}, slower)
    assert.is(await isTold(of({float_type: 'float16'}), [environment]), await isTold(of({}), [environment]))
  }
})

it('an angle that is told from 0 to a whole turn is right where a turn changes nothing, and wrong where costs tell turns apart', async () => {
  const positive = (at: number) => (environment: Environment) =>
    stepping(environment, (_, after) =>
      after.map((value, entry) => (entry === at && value < 0 ? value + 2 * Math.PI : value)),
    )
  assert.is(await isTold(fakeSubject({}, positive(0)), [pendulum]), false)
  assert.is(await isTold(fakeSubject({}, positive(2)), [cartPole]), true)
})

it('every model of a stranger that is a little wrong somewhere makes wrong steps', async () => {
  for (const [name, model] of Object.entries(WRONG_MODELS)) {
    const places = worlds.filter((environment) => model(environment) !== undefined)
    assert.ok(await isTold(modelled(model), places), name)
  }
})

it('so does every one that was written apart from them, in its own environment', async () => {
  for (const [name, {env, make}] of rotated(Object.entries(HELD_OUT_MODELS), 3)) {
    const places = worlds.filter(({id}) => id === env)
    assert.ok(await isTold(modelled(make), places), name)
  }
})

it('who keeps answers, and finds them again by the hundredths of a question, is told', async () => {
  const exact = fakeSubject()
  const kept = new Map<string, Promise<unknown>>()
  const rounded = (_: string, value: unknown) => (typeof value === 'number' ? Math.round(value * 100) / 100 : value)
  const cached = fakeSubject({
    batched: false,
    predict(request, use) {
      const label = JSON.stringify([request.world_state, request.action], rounded)
      const answer = kept.get(label) ?? exact.predict(request, use)
      kept.set(label, answer)
      return answer as ReturnType<Subject['predict']>
    },
  })
  // Elsewhere a hundredth is less than what a step may be off by.
  const fine = worlds.filter(({id}) => id === 'double-integrator' || id === 'two-room')
  for (const environment of fine) assert.ok(await isTold(cached, [environment], 2), environment.id)
})

it('what is wrong only in rows that no planner reaches is told, and who states that it takes fewer is not asked', async () => {
  const exact = fakeSubject()
  const frozenBeyond: Subject['predictBatch'] = async (request, use) => {
    const states = await exact.predictBatch(request, use)
    const [rows = 0, steps = 0, size = 0] = states.shape
    const values = states.toFloat64()
    const begun = request.states.toFloat64()
    for (let at = 700 * steps * size; at < rows * steps * size; at++)
      values[at] = begun[Math.floor(at / (steps * size)) * size + (at % size)] ?? 0
    return Tensor.of('float64', states.shape, values)
  }
  for (const environment of worlds)
    assert.ok(await isTold(fakeSubject({predictBatch: frozenBeyond}), [environment], 1), environment.id)
  assert.is(await wrongSteps(fakeSubject({predictBatch: frozenBeyond, descriptor: {max_samples: 600}}), worlds, 1), 0)
})

it('friction matters where there is contact', async () => {
  const block = worlds.filter(({id}) => id === 'push-block')
  assert.ok(
    await isTold(
      modelled(() => pushBlockDynamics(0.45)),
      block,
      2,
    ),
  )
})

it('an answer that is no number, and one that comes late, in a batch or towards a target, is wrong', async () => {
  const exact = fakeSubject()
  const late = fakeSubject({
    predictBatch: async (request, use) => {
      const {shape, ...states} = await exact.predictBatch(request, use)
      const values = new Tensor(states.dtype, shape, states.bytes).toFloat64()
      const size = shape[2] ?? 1
      return Tensor.of(
        'float64',
        shape,
        values.map((value, at) => (at % (2 * size) >= size ? (values[at - size] ?? value) : value)),
      )
    },
  })
  assert.ok(await isTold(late, worlds, 1))
  const plain = worlds.filter(({actionTypes}) => actionTypes.includes('move_to'))
  const jumps = fakeSubject({
    descriptor: {action_types: ['control', 'move_to']},
    predict: (request, use) =>
      exact.predict(request.action.type === 'move_to' ? {...request, action: Action.noop()} : request, use),
  })
  assert.ok(await isTold(jumps, plain, 2))
  let calls = 0
  const rare = fakeSubject({
    predict: async (request, use) => {
      const next = await exact.predict(request, use)
      return ++calls % 90 === 0 ? {...next, scene: {objects: {}}} : next
    },
  })
  assert.ok(await isTold(rare, worlds, 2))
})

it('a trial whose call was lost counts no wrong step, and of a suite in which all were lost nothing is said', async () => {
  const [suite] = suitesNamed(['fidelity'])
  const place = {env: 'pendulum', stratum: 'usual', seed: 1, baselines: []} as unknown as MeasuredPlace
  const right = {success: true, values: {wrong: 0, error: 0, moved: 1}}
  const lost = {success: false, error: {class: 'ProviderError', code: 'timeout', kind: 'unreachable', message: ''}}
  const refusing = {success: false, error: {...lost.error, code: 'upstream_error', kind: 'wrong'}}
  const stepsOf = (...trials: object[]) =>
    suite?.metrics.find(({name}) => name === 'wrong_steps')?.measure(trials as unknown as EvalEpisode[], place)
  assert.equal(
    [stepsOf(right, lost, right)?.estimate, stepsOf(right, lost, right)?.n, stepsOf(right, refusing)?.estimate],
    [0, 2, 0],
  )
  assert.equal([stepsOf(lost, lost)?.estimate, stepsOf(lost, lost)?.n], [null, 0])
  for (const {name, metrics} of suitesNamed(['determinism', 'contract']))
    for (const metric of metrics) {
      if (metric.unit !== 'questions' && metric.unit !== 'cases') continue
      const counts = [[right, lost], [right, refusing], [lost]].map(
        (trials) => metric.measure(trials as unknown as EvalEpisode[], place)?.estimate,
      )
      assert.equal(counts, [0, 1, null], name)
    }
})

it('of scores whose calls were lost no order is measured, so that nothing passes on them', () => {
  const [suite] = suitesNamed(['fidelity'])
  const place = {env: 'pendulum', stratum: 'scores', seed: 1, baselines: []} as unknown as MeasuredPlace
  const error = {class: 'ProviderError', code: 'upstream_error', kind: 'wrong', message: ''}
  const lost = Array.from({length: 80}, () => ({success: false, error}))
  const right = {success: true, values: {misordered: 0, turned: 0}}
  const orders = (...trials: object[]) =>
    suite?.metrics.find(({name}) => name === 'misordered')?.measure(trials as unknown as EvalEpisode[], place)
  assert.equal([orders(...lost)?.n, orders(...lost)?.ci], [0, null])
  assert.is(orders(...lost, right)?.n, 1)
})

it('a wrong step is told in numbers: from where, under what, where it ends and where it should', async () => {
  const key = {seed: 42, environment: pendulum.key, stratum: pendulum.strata[0], episode: 0}
  const config = presetConfig('quick', planShape(pendulum))
  const still = fakeSubject({}, (environment) => ({...environment, advance: () => undefined}))
  const {broken = ''} = await measureFidelity(still, {environment: pendulum, key, set: 'usual', config}, signal)
  const told = broken.match(/ from (\[.*?\]) under \[\S+\] it ends at (\[.*?\]), by the rules at (\[.*?\])$/)
  assert.ok(told, broken)
  assert.is(told?.[1], told?.[2])
  assert.is.not(told?.[1], told?.[3])
})

it('who moves where nothing is commanded is told, where it says that it takes no command', async () => {
  const exact = fakeSubject()
  const drifting = (kinds: string[]) =>
    fakeSubject({
      descriptor: {action_types: kinds},
      predict: (request, use) => {
        const {id} = request.world_state.metadata['environment'] as {id: string}
        const push = Array<number>(ENVIRONMENTS.get(id)?.actionSize ?? 0).fill(0.3)
        const isNone = (request.action as Action).type === 'noop'
        return exact.predict(isNone ? {...request, action: Action.control(push)} : request, use)
      },
    })
  assert.ok(await isTold(drifting(['control', 'noop']), worlds, 2))
  assert.is(await wrongSteps(drifting(['control']), rotated(worlds, 2)), 0)
  const all = fakeSubject({descriptor: {action_types: ['control', 'move_to', 'noop']}})
  assert.is(await wrongSteps(all, rotated(worlds, 2)), 0)
})

it('it belongs to the usual suites', () => {
  assert.ok(suitesNamed(['core']).some(({name}) => name === 'fidelity'))
})

it('who stops, drifts or forgets only far into a question is told, by batch and in one call', async () => {
  const exact = fakeSubject()
  const stops = fakeSubject({
    predictBatch: async (request, use) => {
      const {dtype, shape, bytes} = await exact.predictBatch(request, use)
      const [, steps = 0, size = 0] = shape
      const values = new Tensor(dtype, shape, bytes).toFloat64()
      for (let at = 0; at < values.length; at++)
        if (Math.floor(at / size) % steps >= 14) values[at] = values[at - size] ?? Number.NaN
      return Tensor.of('float64', shape, values)
    },
  })
  const forgets = fakeSubject({
    batched: false,
    predict: (request, use) => exact.predict({...request, steps: Math.min(request.steps, 14)}, use),
  })
  for (const subject of [stops, forgets])
    for (const environment of worlds) assert.ok(await isTold(subject, [environment], 6), environment.id)
})

it('the number of a step, the order of objects and their colours say nothing of what comes next, and who heeds them is told', async () => {
  const exact = fakeSubject()
  const byColour = fakeSubject({
    predict(request, use) {
      const isPainted = JSON.stringify(request.world_state.scene).includes('colour')
      return exact.predict({...request, steps: request.steps + Number(isPainted)}, use)
    },
  })
  assert.ok(await isTold(byColour, [twoRoom]))
  const late = fakeSubject({
    predict: (request, use) =>
      exact.predict(request.world_state.step < 50 ? request : {...request, steps: request.steps + 1}, use),
  })
  assert.ok(await isTold(late, [twoRoom]))
  const byOrder = fakeSubject({
    predict(request, use) {
      const {scene} = request.world_state
      const [first, ...others] = Object.values(scene?.objects ?? {})
      const walker = scene?.objects['walker']
      if (!first || !walker || others.length === 0) return exact.predict(request, use)
      const objects = {...scene?.objects, walker: {...walker, pose: first.pose}}
      return exact.predict({...request, world_state: {...request.world_state, scene: {...scene, objects}}}, use)
    },
  })
  assert.ok(await isTold(byOrder, [twoRoom]))
})

it('ways of many rows that start each at its own place are asked for, too', async () => {
  const exact = fakeSubject()
  const mixed = fakeSubject({
    async predictBatch(request, use) {
      const path = await exact.predictBatch(request, use)
      const [rows = 0, steps = 0] = request.actions.shape
      const scrambled = request.states.shape[0] !== 1 && rows >= 8 && steps >= 3
      return scrambled ? Tensor.of('float64', path.shape, path.toFloat64().toReversed()) : path
    },
  })
  assert.ok(await isTold(mixed, [twoRoom]))
})

it('answers that are kept by the beginning of a question are told by one that ends otherwise', async () => {
  const exact = fakeSubject()
  const kept = new Map<string, Promise<Tensor>>()
  const byPrefix = fakeSubject({
    predictBatch(request, use) {
      const key = [
        ...request.states.toFloat64(),
        ...request.actions.toFloat64().slice(0, 32),
        request.actions.shape,
      ].join()
      const answer = kept.get(key) ?? exact.predictBatch(request, use)
      kept.set(key, answer)
      return answer
    },
  })
  assert.ok(await isTold(byPrefix, [twoRoom]))
})

it('a torque that has half its effect where the pendulum is held upright is told', async () => {
  const limp = modelled((environment) => ({
    ...environment,
    advance(states, at, actions, from) {
      const angle = states[at] ?? 0
      const isUp = Math.abs(Math.sin(angle)) < 0.1 && Math.cos(angle) > 0 && Math.abs(states[at + 1] ?? 0) < 0.3
      const command = Math.min(1, Math.max(-1, actions[from] ?? 0))
      environment.advance(states, at, [isUp ? command / 2 : command], 0)
    },
  }))
  assert.ok(await isTold(limp, [pendulum]))
})

it.run()
