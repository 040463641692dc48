import * as assert from 'uvu/assert'
import {digestOf} from '#digest/canonical-json'
import {episodeLabel, seedStream} from '#random/stream'
import {ENVIRONMENTS, environmentOf} from '#world/environments'
import {Action, controlOf} from '#world/model/action'
import {step} from '#world/model/dynamics'
import type {Environment} from '#world/model/environment'
import {spec} from '../../support/spec.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('world/pinned')

/** Digests of walks of 100 random steps, nine digits a number. A changed one means changed rules: the environment needs a new version. */
const WALKS: Readonly<Record<string, string>> = {
  'double-integrator@1 default': '5853528528d9c522',
  'pendulum@1 default': 'eb679925c37c04ad',
  'cart-pole@1 default': '2ad832987f60971f',
  'two-room@1 cross': 'b709344dd2502f19',
  'two-room@1 same-room': '56bc20aa455b87e4',
  'push-block@1 free': '69cf186bf05df96c',
  'push-block@1 contact': 'd12572533a1f5fcb',
}

function walk(environment: Environment, stratum: string): string {
  const key = {seed: 42, environment: environment.key, stratum, episode: 0}
  const {state, goal} = environment.reset(seedStream(episodeLabel(key, 'reset')), stratum)
  const actions = seedStream(episodeLabel(key, 'actions'))
  const states = [state]
  for (let taken = 0; taken < 100; taken++) {
    const action = Array.from({length: environment.actionSize}, () => 2 * actions.uniform() - 1)
    states.push(step(environment, states.at(-1) ?? state, action))
  }
  const rounded = (values: Float64Array) => Array.from(values, (value) => Number(value.toPrecision(9)) + 0)
  return digestOf({goal: rounded(goal), states: states.map(rounded)}).slice(7, 23)
}

for (const environment of ENVIRONMENTS.values()) {
  for (const stratum of environment.strata) {
    it(`${environment.key} walks as it always did from ${stratum}`, () => {
      assert.is(walk(environment, stratum), WALKS[`${environment.key} ${stratum}`])
    })
  }
}

it('starts of every stratum lie where the definition puts them', () => {
  const starts = (id: string, stratum: string) =>
    Array.from({length: 200}, (_, episode) => environmentOf(id).reset(seedStream(`starts|${episode}`), stratum))
  for (const {state, goal} of starts('two-room', 'cross')) assert.ok(state[0]! < 0.5 !== goal[0]! < 0.5)
  for (const {state, goal} of starts('two-room', 'same-room')) assert.ok(state[0]! < 0.5 === goal[0]! < 0.5)
  for (const {state} of starts('cart-pole', 'default')) assert.ok(state.every((value) => Math.abs(value) <= 0.05))
  for (const {state} of starts('pendulum', 'default')) assert.ok(Math.abs(state[0]! - Math.PI) <= 0.5)
  for (const stratum of ['free', 'contact']) {
    for (const {state, goal} of starts('push-block', stratum)) {
      const [px, py, bx, by] = [...state] as [number, number, number, number]
      const away = Math.hypot(px - bx, py - by)
      assert.ok(stratum === 'free' ? Math.abs(away - 0.12) < 1e-12 : away >= 0.055 && away < 0.063)
      const far = Math.hypot(goal[0]! - bx, goal[1]! - by)
      assert.ok(far >= 0.1 && far <= 0.18)
    }
  }
})

it('move_to reaches its target by bounded steps and stays there', () => {
  const REACH = {
    'two-room': [0.2, 0.6, 0.01],
    'push-block': [1.2, 1.1, 0.001],
    'double-integrator': [0.5, -0.7, 0.01],
  } as const
  for (const [id, [x, y, near]] of Object.entries(REACH)) {
    const environment = environmentOf(id)
    let now: Float64Array = Float64Array.of(0.1, 0.1, ...new Array(environment.stateSize - 2).fill(0))
    for (let taken = 0; taken < 120; taken++) {
      const u = controlOf(environment, now, Action.moveTo(x, y, 0))
      assert.ok(u.every((value) => value >= -1 && value <= 1))
      now = step(environment, now, u)
    }
    assert.ok(Math.hypot(now[0]! - x, now[1]! - y) < near, `${id}: ${now}`)
  }
})

it('pendulum and cart-pole have no positions to command', async () => {
  for (const id of ['pendulum', 'cart-pole']) {
    const environment = environmentOf(id)
    const state = new Float64Array(environment.stateSize)
    await throwsCode(() => controlOf(environment, state, Action.moveTo(0, 0, 0)), 'invalid_input')
  }
})

it.run()
