import * as assert from 'uvu/assert'
import type {Subject} from '#eval/model/subject'
import {measureOrder} from '#eval/suite/fidelity/measure-order'
import {halfPrecision, RIGHT_MODELS} from '#lab/model/stranger-models'
import type {Fields, ScoreRequest} from '#provider/model/provider'
import {cartPole} from '#world/environment/cart-pole/cart-pole'
import {doubleIntegrator} from '#world/environment/double-integrator/double-integrator'
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

const it = spec('scores where states and goals lie far out')
const {signal} = new AbortController()
const exact = fakeSubject()
/** As `quick` has. */
const TRIALS = 80
const FEW = 8

type Found = Readonly<Record<string, number | null>>

async function orderIn(subject: Subject, environment: Environment, set: string, episode: number): Promise<Found> {
  const {strata} = environment
  const stratum = strata[episode % strata.length] ?? strata[0]
  const key = {seed: 42, environment: environment.key, stratum, episode: Math.floor(episode / strata.length)}
  const config = presetConfig('quick', planShape(environment))
  return (await measureOrder(subject, {environment, key, set, config}, signal)).values ?? {}
}

/** Whether an order is turned round in the trials of a run; nothing is asked after the first. */
async function isTurned(subject: Subject, environment: Environment): Promise<boolean> {
  for (let episode = 0; episode < TRIALS; episode++)
    for (const set of ['edge-scores', 'scores'])
      if ((await orderIn(subject, environment, set, episode))['turned'] === 1) return true
  return false
}

it('scores that make something else of commands beyond the limits than the rules, which clip each, turn an order round', async () => {
  const ways: Readonly<Record<string, (command: readonly number[]) => number[]>> = {
    'less than the most': (command) => command.map((value) => (Math.abs(value) > 1 ? 0.7 * Math.sign(value) : value)),
    'half of the most': (command) => command.map((value) => (Math.abs(value) > 1 ? 0.5 * Math.sign(value) : value)),
    'the direction kept': (command) => {
      const most = Math.max(1, ...command.map(Math.abs))
      return command.map((value) => value / most)
    },
  }
  for (const [what, way] of Object.entries(ways)) {
    for (const environment of what === 'the direction kept'
      ? [twoRoom, doubleIntegrator]
      : [twoRoom, doubleIntegrator, pendulum, cartPole, pushBlock]) {
      const {actionSize} = environment
      const scorer = fakeSubject({
        capabilities: ['score'],
        batched: false,
        score: ({info, action_candidates}, signal) => {
          const values = numbers(action_candidates)
          const commands = Float64Array.from(
            values.flatMap((_, at) => (at % actionSize === 0 ? way(values.slice(at, at + actionSize)) : [])),
          )
          const shape = action_candidates instanceof Tensor ? action_candidates.shape : []
          return exact.score({info, action_candidates: Tensor.of('float64', shape, commands)}, signal)
        },
      })
      assert.ok(await isTurned(scorer, environment), `${what} ${environment.id}`)
    }
  }
})

const numbers = (value: unknown): number[] => (value instanceof Tensor ? [...value.toFloat64()] : [])

/** Exact scores, turned round where `isThere`. */
function turnedWhere(isThere: (state: readonly number[], goal: readonly number[]) => boolean): Subject {
  return answering(({info}) => (isThere(numbers(info['observation']), numbers(info['goal'])) ? 'turned' : undefined))
}

async function assertTurned(
  what: string,
  environment: Environment,
  isThere: (state: readonly number[], goal: readonly number[]) => boolean,
): Promise<void> {
  assert.ok(await isTurned(turnedWhere(isThere), environment), what)
}

/** Exact scores of a question that was changed, or the contrary of them. */
function answering(spoil: (request: ScoreRequest) => Fields | 'turned' | undefined): Subject {
  return fakeSubject({
    async score(request, use) {
      const how = spoil(request)
      if (how !== 'turned') return exact.score({...request, info: {...request.info, ...how}}, use)
      const reply = await exact.score(request, use)
      return {...reply, scores: reply.scores.map((score) => -score)}
    },
  })
}

const isBeside = (value: number, faces: readonly number[], by: number) =>
  faces.some((face) => Math.abs(value - face) < by)

it('scores that are turned round for the few goals beside a wall or the border are told', async () => {
  const near = turnedWhere((_, [x = 0, y = 0]) => isBeside(x, [0, 0.5, 1], 0.06) || isBeside(y, [0, 1], 0.06))
  assert.ok(await isTurned(near, twoRoom))
  // Each of them alone is met by one task of fifty.
  for (const [axis, face] of [
    [0, 0],
    [0, 0.5],
    [0, 1],
    [1, 0],
    [1, 1],
  ] as const) {
    const one = turnedWhere((_, goal) => isBeside(goal[axis] ?? 0, [face], face === 0.5 ? 0.06 : 0.065))
    assert.ok(await isTurned(one, twoRoom), `${axis} ${face}`)
  }
})

it('so are goals there that are taken to lie a little further in', async () => {
  const within = answering(({info}) => {
    const [x = 0, y = 0] = numbers(info['goal'])
    return {goal: Tensor.of('float64', [2], [Math.max(0.12, Math.min(0.88, x)), Math.max(0.12, Math.min(0.88, y))])}
  })
  assert.ok(await isTurned(within, twoRoom))
})

it('so are scores that are turned round where a cart is far from the middle', async () => {
  assert.ok(
    await isTurned(
      turnedWhere(([x = 0]) => Math.abs(x) > 1.2),
      cartPole,
    ),
  )
  assert.ok(
    await isTurned(
      turnedWhere(([x = 0]) => x > 1.2 && x < 1.6),
      cartPole,
    ),
  )
})

it('so are scores that are turned round in a part of states or goals of any other world', async () => {
  await assertTurned('goals to one side', doubleIntegrator, (_, [x = 0]) => x > 0.95)
  await assertTurned('goals to the left', pushBlock, (_, [x = 0]) => x < -0.24)
  await assertTurned('a block far out', pushBlock, ([, , x = 0]) => Math.abs(x) > 0.2)
  await assertTurned('a fast pendulum', pendulum, ([, speed = 0]) => Math.abs(speed) > 7)
  await assertTurned('a tilted pole', cartPole, ([x = 0, , angle = 0]) => Math.abs(angle) > 0.15 && x < 0)
  await assertTurned('beside the wall', twoRoom, ([x = 0, y = 0]) => isBeside(x, [0.48, 0.52], 0.03) && y > 0.42)
})

it('so is a speed that is cut where it is high, and a goal beside the wall that is taken to lie beyond it', async () => {
  const cut = answering(({info}) => {
    const state = numbers(info['observation']).map((value, at) =>
      at < 2 ? value : Math.max(-1.5, Math.min(1.5, value)),
    )
    return {observation: Tensor.of('float64', [4], state)}
  })
  assert.ok(await isTurned(cut, doubleIntegrator))
  const beyond = answering(({info}) => {
    const [x = 0, y = 0] = numbers(info['goal'])
    return {goal: Tensor.of('float64', [2], [isBeside(x, [0.5], 0.06) ? 1 - x : x, y])}
  })
  assert.ok(await isTurned(beyond, twoRoom))
})

it('exact scores are in order there, and of twins that round, shake by nothing that matters or add in another order', async () => {
  const twins = Object.entries(RIGHT_MODELS).map(
    ([name, model]) => [name, fakeSubject({}, (one) => model(one) ?? one)] as const,
  )
  const halves = fakeSubject({descriptor: {float_type: 'float16'}}, (one) => halfPrecision(one, one))
  const asked = [['exact', exact] as const, ...twins, ['float16', halves] as const].flatMap(([name, twin]) =>
    [...ENVIRONMENTS.values()].map((environment) => ({name, twin, environment})),
  )
  for (const {name, twin, environment} of rotated(asked, 3))
    for (let episode = 0; episode < FEW; episode++) {
      const {turned, misordered} = await orderIn(twin, environment, 'edge-scores', episode)
      const what = `${name} ${environment.id} ${episode}`
      assert.is(turned, 0, what)
      if (!['noise-1e-6', 'float16'].includes(name)) assert.is(misordered, 0, what)
    }
})

it('a number of a goal that is 0, which code takes for one that is not there, is told', async () => {
  const unheard = answering(({info}) => {
    const goal = numbers(info['goal']).map((value) => value || 0.5)
    return {goal: Tensor.of('float64', [goal.length], goal)}
  })
  for (const environment of [doubleIntegrator, pushBlock])
    assert.ok(await isTurned(unheard, environment), environment.id)
})

it.run()
