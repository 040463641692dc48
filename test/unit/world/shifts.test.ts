import * as assert from 'uvu/assert'
import {digestOf} from '#digest/canonical-json'
import {episodeLabel, seedStream} from '#random/stream'
import {environmentOf, SHIFTS} from '#world/environments'
import {step} from '#world/model/dynamics'
import type {Environment, Shift} from '#world/model/environment'
import {SHIFT_FACTORS} from '#world/model/shift-factor'
import {spec} from '../../support/spec.ts'

const it = spec('world/shifts')

/** Digests of walks of 2000 random steps. A changed one means another world: the shift needs a new version. */
const WALKS: Readonly<Record<string, string>> = {
  'double-integrator@1+mass@1': 'd0fa1b22d5cd70c7',
  'pendulum@1+mass@1': 'ebc61a02450c8484',
  'cart-pole@1+mass@1': '1090bac711d8f5b1',
  'push-block@1+friction@1': '3c743f7bfe510cf2',
  'double-integrator@1+gain@1': '578011f1902f4838',
  'pendulum@1+gain@1': '8676f94a90752d6e',
  'cart-pole@1+gain@1': '65f03b535d8fba3b',
  'two-room@1+gain@1': '0094c9a780647332',
  'push-block@1+gain@1': 'af45b3cc9f7e0ed5',
  'two-room@1+door@1': '3bbc3c2103117d1f',
  'double-integrator@1+noise@1': 'fbed36c2f68adc16',
  'pendulum@1+noise@1': '946fa02941ff75ee',
  'cart-pole@1+noise@1': '6c38f3c8885136ce',
  'two-room@1+noise@1': '104f6c69ae5d7046',
  'push-block@1+noise@1': '9befc9c05059eca6',
  'double-integrator@1+delay@1': '32bd8e9d0ed6c671',
  'pendulum@1+delay@1': 'f8eb55f710dfdedf',
  'cart-pole@1+delay@1': '1abf79b162e21ec0',
  'two-room@1+delay@1': 'e018b739ce70774a',
  'push-block@1+delay@1': '69f54a3f72ecf4c2',
  'double-integrator@1+goals@1': '2c54c9e853502410',
  'two-room@1+goals@1': 'a6d547b7f7825247',
  'push-block@1+goals@1': 'b1bff3307b941490',
}

function nominal({environment}: Shift): Environment {
  return environmentOf(environment.split('@')[0] ?? '')
}

function shiftOf(id: string, factor: string): Shift {
  const found = environmentOf(id).shifts?.find((one) => one.factor === factor)
  if (!found) throw new Error(`${id} ${factor}`)
  return found
}

function walk(shift: Shift): string {
  const {environment} = shift.world(nominal(shift))
  const key = {seed: 42, environment: environment.key, stratum: environment.strata.at(-1) ?? '', episode: 0}
  const {state, goal} = environment.reset(seedStream(episodeLabel(key, 'reset')), key.stratum)
  const actions = seedStream(episodeLabel(key, 'actions'))
  const states = [state]
  for (let taken = 0; taken < 2000; taken++) {
    const action = Array.from({length: environment.actionSize}, () => 2 * actions.uniform() - 1)
    states.push(step(environment, states.at(-1) ?? state, action))
  }
  const rounded = (values: Float64Array) => Array.from(values, (value) => Number(value.toPrecision(9)) + 0)
  return digestOf({goal: rounded(goal), states: states.map(rounded)}).slice(7, 23)
}

for (const shift of SHIFTS) {
  const name = `${shift.environment}+${shift.factor}@${shift.version}`
  it(`${name} walks as it always did, in every episode anew`, () => {
    assert.is(walk(shift), WALKS[name])
    assert.is(walk(shift), walk(shift))
    assert.is(shift.world(nominal(shift)).environment.key, shift.environment)
  })
}

it('every environment is shifted in at least four ways, each once, and every factor somewhere', () => {
  const names = SHIFTS.map(({environment, factor}) => `${environment} ${factor}`)
  assert.is(new Set(names).size, names.length)
  for (const id of ['double-integrator', 'pendulum', 'cart-pole', 'two-room', 'push-block'])
    assert.ok((environmentOf(id).shifts?.length ?? 0) >= 4, id)
  for (const factor of SHIFT_FACTORS)
    assert.ok(
      SHIFTS.some((shift) => shift.factor === factor),
      factor,
    )
})

it('a command takes effect one step late, and who knows it can tell where that leads', () => {
  const {environment, ahead} = shiftOf('double-integrator', 'delay').world(environmentOf('double-integrator'))
  const rest = Float64Array.of(0, 0, 0, 0)
  const first = step(environment, rest, [1, 0])
  assert.equal([...first], [0, 0, 0, 0])
  const expected = ahead?.(first)
  const second = step(environment, first, [0, 0])
  assert.equal([...second], [...step(environmentOf('double-integrator'), rest, [1, 0])])
  assert.equal(expected, second)
})

it('the door is where it was moved to, and no longer where it was', () => {
  const {environment, expert} = shiftOf('two-room', 'door').world(environmentOf('two-room'))
  const passes = (y: number) => (step(environment, [0.46, y], [1, 0])[0] ?? 0) > 0.48
  assert.equal([passes(0.2), passes(0.3), passes(0.37)], [true, true, false])
  let state: Float64Array = Float64Array.of(0.2, 0.9)
  for (let taken = 0; taken < 40; taken++) state = step(environment, state, expert?.(state, [0.8, 0.9]) ?? [])
  assert.ok(environment.success(state, [0.8, 0.9]))
})

it('goals lie where none has been, and starts where they were', () => {
  for (const shift of SHIFTS.filter(({factor}) => factor === 'goals')) {
    const before = nominal(shift)
    const {environment} = shift.world(before)
    for (let episode = 0; episode < 100; episode++) {
      const [was, is] = [before, environment].map((one) => one.reset(seedStream(`goals|${episode}`), one.strata[0]))
      assert.equal(is?.state, was?.state)
      assert.not.equal(is?.goal, was?.goal)
      if (before.id === 'double-integrator') assert.ok(is?.goal.every((value) => Math.abs(value) >= 1))
      if (before.id === 'two-room') assert.ok((is?.goal[1] ?? 0) >= 0.65 && (is?.goal[1] ?? 1) <= 0.95)
    }
  }
})

it.run()
