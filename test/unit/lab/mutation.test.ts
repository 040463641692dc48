import * as assert from 'uvu/assert'
import {FAMILIES} from '#lab/mutation/operator'
import {HALVES, halfOf, mutantRounds, OPERATORS, SPLIT} from '#lab/mutation/operators'
import {Assay} from '#provider/assay'
import {ENVIRONMENTS, environmentOf} from '#world/environments'
import {Action} from '#world/model/action'
import {step} from '#world/model/dynamics'
import {decodeState, encodeState} from '#world/model/scene'
import {Tensor} from '#world/tensor/tensor'
import {spec} from '../../support/spec.ts'

const it = spec('lab/mutation')

const places = [...ENVIRONMENTS.values()]
const named = (name: string) => {
  const found = OPERATORS.find((operator) => operator.name === name)
  if (!found) throw new Error(name)
  return found
}

/** A provider as a caller meets it. */
function assayWith(name: string, magnitude: number): Assay {
  const assay = new Assay()
  assay.registerProvider(named(name).make(magnitude))
  return assay
}

async function inTwoRoom(name: string, magnitude: number, state: readonly number[], u: readonly number[]) {
  const environment = environmentOf('two-room')
  const now = {state: Float64Array.from(state), goal: new Float64Array(environment.goalSize), step: 0}
  const answer = await assayWith(name, magnitude).predict(
    encodeState(environment, now),
    Action.control([...u]),
    1,
    'stranger',
  )
  return [...decodeState(environment, answer.state).state]
}

async function rows(assay: Assay, env: string, starts: readonly (readonly number[])[], commands: readonly number[][]) {
  const environment = environmentOf(env)
  const steps = (commands[0]?.length ?? 0) / environment.actionSize
  const {states} = await assay.predictBatch(
    {
      states: Tensor.of('float64', [starts.length, environment.stateSize], starts.flat()),
      actions: Tensor.of('float64', [commands.length, steps, environment.actionSize], commands.flat()),
      environment: environment.key,
    },
    'stranger',
  )
  return states.toFloat64()
}

const near = (one: ArrayLike<number>, other: ArrayLike<number>) =>
  assert.ok(
    Array.from(one).every((value, at) => Math.abs(value - (other[at] ?? Number.NaN)) < 1e-9),
    `${Array.from(one)} ${Array.from(other)}`,
  )

it('every family has operators in both halves, and every name stands for one', () => {
  assert.is(new Set(OPERATORS.map(({name}) => name)).size, OPERATORS.length)
  for (const name of SPLIT.heldOut) assert.ok(named(name))
  for (const family of FAMILIES)
    for (const half of HALVES)
      assert.ok(
        OPERATORS.some((operator) => operator.family === family && halfOf(operator) === half),
        `${family} ${half}`,
      )
})

it('magnitudes grow, and rounds try each of them once wherever it means something', () => {
  const tried = mutantRounds(OPERATORS).map((round) =>
    round.map(({operator, magnitude, environment}) => `${operator.name} ${magnitude} ${environment.id}`),
  )
  const all = OPERATORS.flatMap(({name, magnitudes, environments}) =>
    environments.flatMap((id) => magnitudes.map((magnitude) => `${name} ${magnitude} ${id}`)),
  )
  assert.equal(tried.flat().sort(), all.sort())
  assert.is(
    tried[0]?.length,
    OPERATORS.reduce((sum, {magnitudes}) => sum + magnitudes.length, 0),
  )
  for (const operator of OPERATORS) {
    const {name, magnitudes, environments} = operator
    assert.equal(
      magnitudes.toSorted((a, b) => a - b),
      [...magnitudes],
      name,
    )
    for (const id of environments) assert.ok(ENVIRONMENTS.has(id), name)
  }
})

it('an operator is wrong by as much as its magnitude says', async () => {
  const {sigma} = environmentOf('two-room')
  near(await inTwoRoom('offset', 0.25, [0.2, 0.5], [0.5, 0]), [0.2 + 0.06 * 0.75, 0.5 + 0.06 * 0.25])
  near(await inTwoRoom('one-sided', 0.4, [0.2, 0.5], [-1, 1]), [0.2 - 0.036, 0.56])
  near(await inTwoRoom('mixing', 0.1, [0.2, 0.5], [0, 1]), [0.206, 0.56])
  near(await inTwoRoom('drift', 0.015, [0.2, 0.5], [0, 0]), [0.2 + 0.015 * (sigma[0] ?? 0), 0.5])
  near(await inTwoRoom('thick-wall', 0.05, [0.42, 0.7], [1, 0]), [0.43, 0.7])
  near(await inTwoRoom('command-bins', 0.5, [0.2, 0.5], [0.3, 0.2]), [0.23, 0.5])
  near(await inTwoRoom('cut-digits', 2 ** -6, [0.2, 0.5], [0, 0]), [0.19921875, 0.5])
})

it('what hangs on the way of asking is right when it is asked otherwise', async () => {
  const start = [0.2, 0.5]
  const exact = step(environmentOf('two-room'), start, [1, 0])
  const commands = Array.from({length: 33}, () => [1, 0])
  const many = await rows(assayWith('remainder', 0.5), 'two-room', [start], commands)
  near(many.subarray(0, 64), Array.from({length: 32}, () => [...exact]).flat())
  near(many.subarray(64), [0.23, 0.5])
  const mixed = await rows(
    assayWith('first-start', 0.015),
    'two-room',
    [start, [0.3, 0.5]],
    [
      [0, 0],
      [0, 0],
    ],
  )
  near(mixed, [0.2, 0.5, 0.3 - 0.0015, 0.5])
  const late = await rows(assayWith('late-commands', 0.5), 'two-room', [start], [[1, 0, 0, 0]])
  near(late, [0.26, 0.5, 0.29, 0.5])
})

it('what remembers is another one each time it is made', async () => {
  const start = [0.2, 0.5]
  const cold = assayWith('cold-start', 1)
  near(await rows(cold, 'two-room', [start], [[1, 0]]), [0.248, 0.5])
  near(await rows(cold, 'two-room', [start], [[1, 0]]), [0.26, 0.5])
  near(await rows(assayWith('cold-start', 1), 'two-room', [start], [[1, 0]]), [0.248, 0.5])
})

it('with no magnitude to speak of nearly nothing is changed', async () => {
  for (const operator of OPERATORS) {
    if (operator.onlyClaims) continue
    const environment = places.find(({id}) => operator.environments.includes(id))
    if (!environment || ['kept-answers', 'cold-start'].includes(operator.name)) continue
    const state = Float64Array.from({length: environment.stateSize}, (_, at) => 0.3 + 0.01 * at)
    const u = Array.from({length: environment.actionSize}, () => 0.4)
    const assay = new Assay()
    assay.registerProvider(operator.make(1e-12))
    const answer = await rows(assay, environment.id, [[...state]], [u])
    const truth = step(environment, state, u)
    assert.ok(
      truth.every((value, at) => Math.abs(value - (answer[at] ?? Number.NaN)) < 1e-6),
      operator.name,
    )
  }
})

it.run()
