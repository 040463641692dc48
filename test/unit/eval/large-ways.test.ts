import * as assert from 'uvu/assert'
import type {Subject} from '#eval/model/subject'
import {measureFidelity} from '#eval/suite/fidelity/measure-fidelity'
import type {BatchRequest} from '#provider/model/provider'
import {cartPole} from '#world/environment/cart-pole/cart-pole'
import {pendulum} from '#world/environment/pendulum/pendulum'
import {pushBlock} from '#world/environment/push-block/push-block'
import {twoRoom} from '#world/environment/two-room/two-room'
import {ENVIRONMENTS} from '#world/environments'
import type {Environment} from '#world/model/environment'
import {planShape, presetConfig} from '#world/planner/presets'
import {Tensor} from '#world/tensor/tensor'
import {rotated} from '../../support/depth.ts'
import {fakeSubject} from '../../support/fakes/subject.ts'
import {spec} from '../../support/spec.ts'

const it = spec('ways of many rows and steps')
const {signal} = new AbortController()
const worlds = [...ENVIRONMENTS.values()]
const exact = fakeSubject()
/** As `quick` has. */
const TRIALS = 80

interface Asked {
  readonly rows: number
  readonly steps: number
  readonly starts: number
  /** Numbers of a state. */
  readonly size: number
}

function shapeOf({states, actions}: BatchRequest): Asked {
  const [[starts = 0, size = 0], [rows = 0, steps = 0]] = [states.shape, actions.shape]
  return {rows, steps, starts, size}
}

/** Exact but for what `change` makes of the path of a batch, `[rows, steps, size]`, in place. */
function walked(change: (path: Float64Array, asked: Asked, request: BatchRequest) => void): Subject {
  return fakeSubject({
    async predictBatch(request, use) {
      const states = await exact.predictBatch(request, use)
      const path = states.toFloat64().slice()
      change(path, shapeOf(request), request)
      return Tensor.of('float64', states.shape, path)
    },
  })
}

async function isTold(subject: Subject, environment: Environment, trials = TRIALS): Promise<boolean> {
  const config = presetConfig('quick', planShape(environment))
  for (let episode = 0; episode < trials; episode++) {
    const key = {seed: 42, environment: environment.key, stratum: environment.strata[0], episode}
    const {values} = await measureFidelity(subject, {environment, key, set: 'usual', config}, signal)
    if ((values?.['wrong'] ?? 0) > 0) return true
  }
  return false
}

async function toldInAll(what: string, subject: Subject, environments = rotated(worlds, 2)): Promise<void> {
  for (const environment of environments) assert.ok(await isTold(subject, environment), `${what}: ${environment.id}`)
}

it('who is wrong from the third step on, of many ways that start each at its own place, is told', async () => {
  const late = walked((path, {rows, steps, starts, size}) => {
    if (starts === 1 || rows <= 31 || steps <= 2) return
    for (let at = 0; at < path.length; at++)
      if (Math.floor(at / size) % steps >= 2) path[at] = 1.1 * (path[at] ?? 0) + 0.05
  })
  await toldInAll('the third step', late)
})

it('so is who answers the later of many such ways by starts of others', async () => {
  const others = fakeSubject({
    predictBatch(request, use) {
      const {rows, steps, starts, size} = shapeOf(request)
      if (starts === 1 || rows <= 31 || steps <= 2) return exact.predictBatch(request, use)
      const given = request.states.toFloat64()
      const turned = given.map((value, at) => (at < 31 * size ? value : (given[at % (31 * size)] ?? value)))
      return exact.predictBatch({...request, states: Tensor.of('float64', [starts, size], turned)}, use)
    },
  })
  await toldInAll('starts of others', others)
})

it('so is who takes a row that begins like the one before it for the same row', async () => {
  const taken = walked((path, {rows, steps, starts, size}, {states}) => {
    if (starts === 1) return
    const from = states.toFloat64()
    const begin = (row: number) => from.subarray((row % starts) * size, ((row % starts) + 1) * size)
    const width = steps * size
    for (let row = 1; row < rows; row++)
      if (begin(row).every((value, entry) => value === begin(row - 1)[entry]))
        path.copyWithin(row * width, (row - 1) * width, row * width)
  })
  await toldInAll('a shared start', taken)
})

it('so is who has no room for more than 4,096 steps in all, and freezes or copies what is beyond', async () => {
  const beyond = (own: boolean, change: (path: Float64Array, at: number, asked: Asked) => void) =>
    walked((path, asked) => {
      const {rows, steps, starts, size} = asked
      if (own !== starts > 1) return
      for (let row = Math.floor(4096 / steps); row < rows; row++)
        for (let at = row * steps * size; at < (row + 1) * steps * size; at++) change(path, at, asked)
    })
  const frozen = (path: Float64Array, at: number, {steps, size}: Asked) => {
    if (at % (steps * size) >= size) path[at] = path[at - size] ?? Number.NaN
  }
  const copied = (path: Float64Array, at: number, {steps, size}: Asked) => {
    path[at] = path[at - steps * size] ?? Number.NaN
  }
  for (const own of [true, false]) {
    await toldInAll(`frozen ${own}`, beyond(own, frozen))
    await toldInAll(`copied ${own}`, beyond(own, copied))
  }
})

it('so is who takes the start or the commands of a neighbour in some of many ways, or counts numbers in sixteen bits', async () => {
  const lastRow = fakeSubject({
    predictBatch(request, use) {
      const {rows, steps, starts, size} = shapeOf(request)
      if (starts === 1 || rows < 40 || steps < 5) return exact.predictBatch(request, use)
      const given = request.states.toFloat64().slice()
      given.copyWithin((rows - 1) * size, (rows - 2) * size, (rows - 1) * size)
      return exact.predictBatch({...request, states: Tensor.of('float64', [starts, size], given)}, use)
    },
  })
  const commands = fakeSubject({
    predictBatch(request, use) {
      const {rows, steps, starts} = shapeOf(request)
      if (starts === 1 || rows < 64 || steps < 4) return exact.predictBatch(request, use)
      const length = steps * (request.actions.shape[2] ?? 1)
      const given = request.actions.toFloat64()
      const other = (row: number) => ((row ^ 1) < rows ? row ^ 1 : row)
      const swapped = given.map((value, at) =>
        at % length < (3 / steps) * length
          ? value
          : (given[other(Math.floor(at / length)) * length + (at % length)] ?? value),
      )
      return exact.predictBatch({...request, actions: Tensor.of('float64', request.actions.shape, swapped)}, use)
    },
  })
  await toldInAll('the last row', lastRow, [cartPole, pushBlock])
  await toldInAll('commands of neighbours', commands, [pendulum, twoRoom])
  await toldInAll(
    'sixteen bits',
    walked((path) => path.fill(0, 2 ** 15)),
    [pushBlock],
  )
})

it('who says how many ways it takes at once is asked for no more, and nobody for more than 20,480 steps', async () => {
  for (const max_samples of [undefined, 24]) {
    const asked: Asked[] = []
    const counting = fakeSubject({
      descriptor: {action_types: ['control'], ...(max_samples !== undefined && {max_samples})},
      predictBatch(request, use) {
        asked.push(shapeOf(request))
        return exact.predictBatch(request, use)
      },
    })
    const [environment] = worlds
    assert.ok(environment)
    assert.not(await isTold(counting, environment, 4))
    const steps = Math.max(...asked.map((one) => one.rows * one.steps))
    assert.ok(asked.every(({rows}) => rows <= (max_samples ?? 2560)))
    assert.ok(steps <= 20_480 && (max_samples !== undefined || steps > 20_000), `${steps}`)
  }
})

it.run()
