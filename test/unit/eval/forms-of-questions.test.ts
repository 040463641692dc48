// Counts no coverage: the questions that the tests of fidelity ask too, of many models.
import * as assert from 'uvu/assert'
import {hasGoals} from '#eval/kit/goals'
import type {Subject} from '#eval/model/subject'
import {measureFidelity} from '#eval/suite/fidelity/measure-fidelity'
import {measureOrder} from '#eval/suite/fidelity/measure-order'
import type {BatchRequest, ScoreRequest} from '#provider/model/provider'
import {ENVIRONMENTS} from '#world/environments'
import {Action} from '#world/model/action'
import type {Environment} from '#world/model/environment'
import {decodeState, encodeState} from '#world/model/scene'
import {planShape, presetConfig} from '#world/planner/presets'
import {Tensor} from '#world/tensor/tensor'
import {rotated} from '../../support/depth.ts'
import {fakeSubject} from '../../support/fakes/subject.ts'
import {spec} from '../../support/spec.ts'

const it = spec('forms of questions')
const {signal} = new AbortController()
const exact = fakeSubject()
const worlds = [...ENVIRONMENTS.values()]
/** As `quick` has. */
const TRIALS = 80

function placeOf(environment: Environment, trial: number) {
  const {strata} = environment
  const stratum = strata[trial % strata.length] ?? strata[0]
  const key = {seed: 42, environment: environment.key, stratum, episode: Math.floor(trial / strata.length)}
  return {environment, key, config: presetConfig('quick', planShape(environment))}
}

async function areStepsTold(subject: Subject, environment: Environment): Promise<boolean> {
  for (let trial = 0; trial < TRIALS; trial++)
    for (const set of ['usual', 'contact']) {
      const {broken} = await measureFidelity(subject, {...placeOf(environment, trial), set}, signal)
      if (broken !== undefined) return true
    }
  return false
}

async function areScoresTold(subject: Subject, environment: Environment): Promise<boolean> {
  for (let trial = 0; trial < TRIALS; trial++)
    for (const set of ['scores', 'edge-scores']) {
      const {values} = await measureOrder(subject, {...placeOf(environment, trial), set}, signal)
      if (values?.['turned'] === 1) return true
    }
  return false
}

interface Plans {
  readonly type: string
  readonly samples: number
  readonly horizon: number
  readonly size: number
  readonly values: Float64Array
}

function plansOf({action_candidates: all}: ScoreRequest): Plans {
  if (!(all instanceof Tensor)) throw new Error('candidates are asked about as a tensor')
  const [, samples = 0, horizon = 0, size = 0] = all.shape
  return {type: all.dtype, samples, horizon, size, values: all.toFloat64()}
}

/** Scores of the exact rules for candidates of which some numbers are read as others. `change` gives another number, or undefined where it stays. */
function misreading(change: (plans: Plans, at: number, request: ScoreRequest) => number | undefined): Subject {
  return fakeSubject({
    capabilities: ['score'],
    batched: false,
    score(request, use) {
      const plans = plansOf(request)
      const {samples, horizon, size, values} = plans
      const read = values.map((value, at) => change(plans, at, request) ?? value)
      return exact.score({...request, action_candidates: Tensor.of('float64', [1, samples, horizon, size], read)}, use)
    },
  })
}

const entryAt = ({horizon, size}: Plans, at: number) => Math.floor(at / size) % horizon
const candidateAt = ({horizon, size}: Plans, at: number) => Math.floor(at / size / horizon)
const numbersOf = ({horizon, size, values}: Plans, candidate: number) =>
  values.subarray(candidate * horizon * size, (candidate + 1) * horizon * size)
const isOneCommand = (values: Float64Array, size: number) =>
  values.length > size && values.every((value, at) => value === values[at % size])
const differences = (one: Float64Array, other: Float64Array) => one.filter((value, at) => value !== other[at]).length
const observedAs = ({info}: ScoreRequest) => (info['observation'] instanceof Tensor ? info['observation'].dtype : '')

const isBeyond = (values: Float64Array) => values.some((value) => Math.abs(value) > 1)
const isCrowdBeyond = ({samples, values}: Plans) => samples > 64 && isBeyond(values)
const worldOf = ({info}: ScoreRequest): Environment => {
  const world = worlds.find(({key}) => key === info['environment'])
  if (world === undefined) throw new Error('a question names its world')
  return world
}

/** What scorers read wrongly, each only in questions of one form. */
const WRONG_SCORES: Readonly<Record<string, Subject>> = {
  'single precision beyond the sixteenth candidate': misreading((plans, at) =>
    plans.type === 'float32' && candidateAt(plans, at) >= 16 ? plans.values[at - 1] : undefined,
  ),
  'single precision beside double': misreading((plans, at, request) =>
    plans.type === 'float32' && observedAs(request) === 'float64' ? -(plans.values[at] ?? 0) : undefined,
  ),
  'entries beyond the fifteenth of more than sixteen candidates': misreading((plans, at) =>
    plans.samples > 16 && entryAt(plans, at) >= 15 ? 0 : undefined,
  ),
  'entries beyond 8,192 in all': misreading((plans, at) =>
    entryAt(plans, at) >= 8192 / plans.samples ? 0 : undefined,
  ),
  'numbers beyond the twenty-thousandth': misreading((plans, at) =>
    at >= 20_000 / (3 - plans.size) ? plans.values[at % 1000] : undefined,
  ),
  'whole numbers': misreading((plans, at) =>
    plans.values.every(Number.isInteger) ? -(plans.values[at] ?? 0) : undefined,
  ),
  'candidates of one command': misreading((plans, at) =>
    isOneCommand(numbersOf(plans, candidateAt(plans, at)), plans.size) ? -(plans.values[at] ?? 0) : undefined,
  ),
  'candidates that differ from the first in one number': misreading((plans, at) => {
    const first = numbersOf(plans, 0)
    const isNear = differences(numbersOf(plans, candidateAt(plans, at)), first) === 1
    return isNear ? first[at % first.length] : undefined
  }),
  'crowds of shorter plans than usual': misreading((plans, at, request) =>
    plans.samples > 64 && plans.horizon < worldOf(request).horizon ? -(plans.values[at] ?? 0) : undefined,
  ),
  'crowds beyond the limits': misreading((plans, at) => (isCrowdBeyond(plans) ? -(plans.values[at] ?? 0) : undefined)),
  'crowds in single precision': misreading((plans, at, request) =>
    plans.samples > 64 && plans.type === 'float32' && plans.horizon === worldOf(request).horizon
      ? -(plans.values[at] ?? 0)
      : undefined,
  ),
  'long plans beyond the limits': misreading((plans, at, request) =>
    plans.horizon > worldOf(request).horizon && isBeyond(plans.values) ? -(plans.values[at] ?? 0) : undefined,
  ),
  'hardly any candidates': misreading((plans, at) => (plans.samples <= 6 ? -(plans.values[at] ?? 0) : undefined)),
  'as many candidates as planners of upstream ask for': misreading((plans, at) =>
    plans.samples === 300 || plans.samples === 512 ? -(plans.values[at] ?? 0) : undefined,
  ),
  'as many candidates as entries': misreading((plans, at) =>
    plans.samples === plans.horizon && plans.samples > 1
      ? plans.values[(entryAt(plans, at) * plans.horizon + candidateAt(plans, at)) * plans.size + (at % plans.size)]
      : undefined,
  ),
}

for (const [what, subject] of Object.entries(WRONG_SCORES))
  it(`scores that misread ${what} are told`, async () => {
    for (const environment of rotated(worlds, 2)) assert.ok(await areScoresTold(subject, environment), environment.id)
  })

it('scores that take still ends of plans for filling are told', async () => {
  const filled = fakeSubject({
    capabilities: ['score'],
    batched: false,
    async score(request, use) {
      const answer = await exact.score(request, use)
      const {horizon, size, values} = plansOf(request)
      const length = horizon * size
      const isFilled = (candidate: number) =>
        values.subarray((candidate + 1) * length - 2 * size, (candidate + 1) * length).every((value) => value === 0)
      return {...answer, scores: answer.scores.map((score, candidate) => (isFilled(candidate) ? 0.1 * score : score))}
    },
  })
  for (const environment of rotated(worlds, 2)) assert.ok(await areScoresTold(filled, environment), environment.id)
})

/** Scores of the exact rules, but none at all for states and goals that `isMissed` says. */
function missing(isMissed: (state: Float64Array, goal: Float64Array, environment: Environment) => boolean): Subject {
  const numbers = (value: unknown) => (value instanceof Tensor ? value.toFloat64() : new Float64Array())
  return fakeSubject({
    capabilities: ['score'],
    batched: false,
    async score(request, use) {
      const answer = await exact.score(request, use)
      const {observation, goal, environment: key} = request.info
      const environment = worlds.find((one) => one.key === key)
      const isNone = environment !== undefined && isMissed(numbers(observation), numbers(goal), environment)
      return isNone ? {...answer, scores: answer.scores.map(() => 0)} : answer
    },
  })
}

it('scores that are none where the task is done are told', async () => {
  const missed = missing((state, goal, environment) => environment.cost(state, goal) === 0)
  for (const environment of rotated(worlds, 2)) assert.ok(await areScoresTold(missed, environment), environment.id)
})

it('scores that are none for goals of equal numbers are told', async () => {
  const missed = missing((_, goal) => goal.length > 1 && goal.every((value) => value !== 0 && value === goal[0]))
  for (const environment of rotated(worlds.filter(hasGoals), 2))
    assert.ok(await areScoresTold(missed, environment), environment.id)
})

it('scores that are none for goals in a doorway are told', async () => {
  const missed = missing((_, [x = 0], {id}) => id === 'two-room' && x > 0.48 && x < 0.52)
  for (const environment of worlds.filter(({id}) => id === 'two-room'))
    assert.ok(await areScoresTold(missed, environment))
})

it('scores that are none at an angle of exactly zero, or after several turns, are told', async () => {
  const turning = worlds.filter(({id}) => ['pendulum', 'cart-pole', 'push-block'].includes(id))
  const angleOf = (state: Float64Array, {id}: Environment) =>
    state[{pendulum: 0, 'cart-pole': 2}[id] ?? 4] ?? Number.NaN
  const level = missing((state, _, environment) => angleOf(state, environment) === 0)
  for (const environment of rotated(turning, 2)) assert.ok(await areScoresTold(level, environment), environment.id)
  const [pendulum] = turning
  const wound = missing((state, _, environment) => Math.abs(angleOf(state, environment)) > 5 * Math.PI)
  if (pendulum) assert.ok(await areScoresTold(wound, pendulum))
})

/** The exact batches but for what `change` makes of a path, `[rows, steps, size]`, in place. */
function walking(change: (path: Float64Array, request: BatchRequest, shape: readonly number[]) => void): Subject {
  return fakeSubject({
    async predictBatch(request, use) {
      const states = await exact.predictBatch(request, use)
      const path = states.toFloat64().slice()
      change(path, request, states.shape)
      return Tensor.of('float64', states.shape, path)
    },
  })
}

const freezeFrom = (path: Float64Array, from: number) => path.fill(0, from)

const WRONG_STEPS: Readonly<Record<string, Subject>> = {
  'single precision': walking((path, {actions}) => {
    if (actions.dtype === 'float32') freezeFrom(path, path.length / 2)
  }),
  'states of single precision beside commands of double': walking((path, {states, actions}) => {
    if (states.dtype === 'float32' && actions.dtype === 'float64') freezeFrom(path, 0)
  }),
  'more than 36 steps of more than sixteen rows': walking((path, _, [rows = 0, steps = 0, size = 0]) => {
    if (rows > 16 && steps > 36) freezeFrom(path, 16 * steps * size)
  }),
  'more than 10,000 steps in all': walking((path, _, [, , size = 0]) => freezeFrom(path, 10_000 * size)),
  'whole numbers': walking((path, {actions}, [, steps = 0]) => {
    if (steps > 1 && actions.toFloat64().every(Number.isInteger)) freezeFrom(path, 0)
  }),
  'commands beyond the limits in more than two steps': walking((path, {actions}, [, steps = 0]) => {
    if (steps > 2 && isBeyond(actions.toFloat64())) freezeFrom(path, 0)
  }),
  'more than twelve steps of one command': walking((path, {actions}, [rows = 0, steps = 0, size = 0]) => {
    const [, , width = 0] = actions.shape
    const [all, length] = [actions.toFloat64(), steps * width]
    for (let row = 0; row < rows; row++)
      if (steps > 12 && isOneCommand(all.subarray(row * length, (row + 1) * length), width))
        path.fill(0, row * steps * size, (row + 1) * steps * size)
  }),
  'rows that differ from the first in one number': walking((path, {actions}, [rows = 0, steps = 0, size = 0]) => {
    const length = steps * (actions.shape[2] ?? 0)
    const commandsOf = (row: number) => actions.toFloat64().subarray(row * length, (row + 1) * length)
    for (let row = 1; row < rows; row++)
      if (differences(commandsOf(row), commandsOf(0)) === 1) path.copyWithin(row * steps * size, 0, steps * size)
  }),
}

for (const [what, subject] of Object.entries(WRONG_STEPS))
  it(`batches that go wrong for ${what} are told`, async () => {
    for (const environment of rotated(worlds, 2)) assert.ok(await areStepsTold(subject, environment), environment.id)
  })

it('who does not keep a command within its limits in a call of several steps is told', async () => {
  for (const environment of rotated(worlds, 2)) {
    const unclipped = fakeSubject({
      predict(request, use) {
        const {action, steps, world_state} = request
        const command = action.type === 'control' ? Float64Array.from(action.parameters['u'] as number[]) : undefined
        if (steps === 1 || command === undefined || !isBeyond(command)) return exact.predict(request, use)
        return Promise.resolve(encodeState(environment, decodeState(environment, world_state), world_state))
      },
    })
    assert.ok(await areStepsTold(unclipped, environment), environment.id)
  }
})

it('who shares the way to a target with its height is told', async () => {
  const high = fakeSubject({
    descriptor: {...exact.descriptor, action_types: ['control', 'move_to', 'noop']},
    predict(request, use) {
      const target = request.action.type === 'move_to' ? (request.action.parameters['target'] as {z: number}) : {z: 0}
      return exact.predict(target.z === 0 ? request : {...request, action: Action.noop()}, use)
    },
  })
  const reaching = worlds.filter(({actionTypes}) => actionTypes.includes('move_to'))
  for (const environment of rotated(reaching, 2)) assert.ok(await areStepsTold(high, environment), environment.id)
})

it('who moves nothing once an episode would be over is told', async () => {
  for (const environment of rotated(worlds, 2)) {
    const over = fakeSubject({
      predict(request, use) {
        const now = decodeState(environment, request.world_state)
        if (now.step < environment.stepBudget) return exact.predict(request, use)
        return Promise.resolve(encodeState(environment, {...now, step: now.step + request.steps}, request.world_state))
      },
    })
    assert.ok(await areStepsTold(over, environment), environment.id)
  }
})

it.run()
