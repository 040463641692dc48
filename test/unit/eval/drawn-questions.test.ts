// Counts no coverage: suites that their own tests hold too, over drawn questions.
import * as assert from 'uvu/assert'
import {drawRows, drawSizes} from '#eval/kit/drawn-sizes'
import {PLACES} from '#eval/kit/places'
import type {Subject} from '#eval/model/subject'
import {measureFidelity} from '#eval/suite/fidelity/measure-fidelity'
import {RIGHT_MODELS} from '#lab/model/stranger-models'
import {environmentIn} from '#provider/adapter/analytic/model-provider'
import type {PredictRequest} from '#provider/model/provider'
import {seedStream} from '#random/stream'
import {pendulum} from '#world/environment/pendulum/pendulum'
import {pushBlock} from '#world/environment/push-block/push-block'
import {ENVIRONMENTS} from '#world/environments'
import {Action, controlOf} from '#world/model/action'
import type {Environment} from '#world/model/environment'
import {decodeState} from '#world/model/scene'
import {planShape, presetConfig} from '#world/planner/presets'
import {Tensor} from '#world/tensor/tensor'
import {rotated} from '../../support/depth.ts'
import {fakeSubject} from '../../support/fakes/subject.ts'
import {spec} from '../../support/spec.ts'

const it = spec('questions of drawn size')
const {signal} = new AbortController()
const worlds = [...ENVIRONMENTS.values()]
const withTargets = worlds.filter(({actionTypes}) => actionTypes.includes('move_to'))
const exact = fakeSubject()
const ALL_KINDS = {action_types: ['control', 'move_to', 'noop']}

/** Whether some step is wrong in the trials of a run at `quick`; nothing is asked after the first. */
async function isTold(subject: Subject, environment: Environment, sets: readonly string[] = PLACES, trials = 80) {
  const config = presetConfig('quick', planShape(environment))
  for (let episode = 0; episode < trials; episode++) {
    for (const set of sets) {
      const key = {seed: 42, environment: environment.key, stratum: environment.strata[0], episode}
      const {values} = await measureFidelity(subject, {environment, key, set, config}, signal)
      if ((values?.['wrong'] ?? 0) > 0) return true
    }
  }
  return false
}

/** Each row by what is wrong in it; in some of the environments, in other ones for another row. */
async function toldIn(environments: readonly Environment[], rows: Readonly<Record<string, () => Subject>>) {
  const asked = Object.entries(rows).flatMap(([what, subject]) =>
    environments.map((environment) => ({what, subject, environment})),
  )
  for (const {what, subject, environment} of rotated(asked, 3))
    assert.ok(await isTold(subject(), environment), `${what}: ${environment.id}`)
}

interface Shape {
  readonly rows: number
  readonly steps: number
  readonly starts: number
}

/** Exact but for some numbers of batches of some shapes: `isWrong` by row and step. */
function batching(isWrong: (shape: Shape, row: number, step: number) => boolean): Subject {
  return fakeSubject({
    async predictBatch(request, use) {
      const states = await exact.predictBatch(request, use)
      const [rows = 0, steps = 0, size = 0] = states.shape
      const shape = {rows, steps, starts: request.states.shape[0] ?? 0}
      const values = states
        .toFloat64()
        .map((value, at) =>
          isWrong(shape, Math.floor(at / (steps * size)), Math.floor(at / size) % steps) ? 1.1 * value + 0.05 : value,
        )
      return Tensor.of('float64', states.shape, values)
    },
  })
}

function predicting(change: (request: PredictRequest) => PredictRequest): Subject {
  return fakeSubject({
    descriptor: ALL_KINDS,
    async predict(request, use) {
      const next = await exact.predict(change(request), use)
      return {...next, step: request.world_state.step + request.steps}
    },
  })
}

it('what is wrong only in batches of some sizes is told', async () => {
  await toldIn(worlds, {
    'the last row of a large and odd number': () =>
      batching(({rows}, row) => rows > 64 && rows % 2 === 1 && row === rows - 1),
    'the last row before sixteen': () => batching(({rows}, row) => rows % 16 === 15 && row === rows - 1),
    'between those of other suites': () => batching(({rows}) => rows > 12 && rows < 32),
    'the rest of pieces': () => batching(({rows}, row) => rows > 200 && row >= rows - (rows % 200)),
  })
})

it('so is what is wrong only in questions of some length, or of ways that have starts of their own', async () => {
  await toldIn(worlds, {
    'one step': () => batching(({steps}) => steps === 1),
    'few steps': () => batching(({steps}, _, step) => (steps === 3 || steps === 4) && step === steps - 1),
    'every second step': () => batching(({steps}, _, step) => steps >= 16 && steps < 32 && step % 2 === 1),
    'starts of their own': () => batching(({steps, starts}, row) => starts > 1 && steps > 4 && row > 0),
  })
})

it('so is who loses a step of some in one call, of a command or of none', async () => {
  await toldIn(worlds, {
    'a step lost': () =>
      predicting((request) => ({...request, steps: request.steps - Number(request.steps > 5 && request.steps < 30)})),
  })
  const moving = worlds.filter(({id}) => id !== 'two-room' && id !== 'push-block')
  await toldIn(moving, {
    'one step without a command': () =>
      predicting((request) => ({...request, steps: request.action.type === 'noop' ? 1 : request.steps})),
  })
})

it('noise that means nothing is not told, though on a long way a body may touch another for it', async () => {
  const shaken = fakeSubject({}, (environment) => RIGHT_MODELS['noise-1e-6']?.(environment) ?? environment)
  assert.not(await isTold(shaken, pushBlock, ['usual']))
  assert.not(await isTold(shaken, pendulum, ['usual']))
})

it('so is who does not heed how fast, looks once at a target of several steps, or jumps to one that is near', async () => {
  const towards = (change: (request: PredictRequest) => PredictRequest) => () =>
    predicting((request) => (request.action.type === 'move_to' ? change(request) : request))
  const fast = towards((request) => ({
    ...request,
    action: Action.of('move_to', {...request.action.parameters, speed: 1}),
  }))
  const held = towards((request) => {
    const environment = environmentIn(request.world_state)
    const {state} = decodeState(environment, request.world_state)
    return {...request, action: Action.control(controlOf(environment, state, request.action))}
  })
  const deaf = towards((request) => ({...request, action: Action.noop()}))
  await toldIn(withTargets, {'as fast as it can': fast, 'looks once': held, 'ignores it': deaf})
  const right = fakeSubject({descriptor: ALL_KINDS})
  for (const environment of worlds) assert.not(await isTold(right, environment, ['usual', 'fast'], 12), environment.id)
})

it('sizes are of every magnitude, none is larger than the provider takes, and elsewhere fewer are asked', () => {
  const stream = seedStream('assay/1|42|two-room@1|cross|0|noise')
  const here = drawSizes(stream, 5_000, true)
  assert.equal(
    here.map((size) => Math.floor(Math.log2(size))),
    [1, 2, 3, 4, 5, 6, 7, 8, 9],
  )
  assert.is(drawSizes(stream, 5_000, false).length, 3)
  assert.ok(drawSizes(stream, 40, true).every((size) => size <= 40))
  const rows = Array.from({length: 400}, () => drawRows(stream, 5_000))
  assert.ok(rows.every((count) => count >= 1 && count < 1024))
  assert.ok(rows.filter((count) => count >= 64).length > 25 && rows.filter((count) => count === 1).length > 25)
  assert.ok(Array.from({length: 100}, () => drawRows(stream, 7)).every((count) => count <= 7))
})

it.run()
