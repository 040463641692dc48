import {readFileSync} from 'node:fs'
import fc from 'fast-check'
import * as assert from 'uvu/assert'
import {learnedModel, TRAINING_SEEDS} from '#lab/model/learned-model'
import {LANES, NeuralNetwork, softsign} from '#lab/model/network'
import {seedStream} from '#random/stream'
import {ENVIRONMENTS, environmentOf} from '#world/environments'
import {wrap} from '#world/math/trigonometry'
import {type Dynamics, step} from '#world/model/dynamics'
import type {Environment} from '#world/model/environment'
import {rollOut} from '#world/model/rollout'
import {spec} from '../../support/spec.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('lab/learned')
const share = fc.double({min: -1.2, max: 1.2, noNaN: true})

/** The same model without its way to take many at once. */
function oneByOne(model: Dynamics): Dynamics {
  const {stateSize, actionSize} = model
  return {stateSize, actionSize, advance: (...step) => model.advance(...step)}
}

/** 1 - error of the model over error of nothing moving, over walks of 8 random steps. */
function skill(environment: Environment, model: Dynamics): number {
  let [missed, moved] = [0, 0]
  for (let episode = 0; episode < 100; episode++) {
    const stream = seedStream(`learned|${episode}`)
    const {state} = environment.reset(stream, environment.strata[0])
    const actions = Array.from({length: 8 * environment.actionSize}, () => 2 * stream.uniform() - 1)
    const end = (dynamics: Dynamics) =>
      rollOut(dynamics, {states: state, actions, samples: 1, steps: 8}).slice(-environment.stateSize)
    const [true_, guessed] = [end(environment), end(model)]
    for (const [entry, sigma] of environment.sigma.entries()) {
      const apart = (a: number, b: number) => ((environment.angles.includes(entry) ? wrap(a - b) : a - b) / sigma) ** 2
      missed += apart(guessed[entry]!, true_[entry]!)
      moved += apart(state[entry]!, true_[entry]!)
    }
  }
  return 1 - Math.sqrt(missed / moved)
}

it('a network gives what its sums by hand are', () => {
  const layers = [
    {inputs: 2, outputs: 2, weights: Float64Array.of(1, 2, -1, 0.5), biases: Float64Array.of(0.5, 0)},
    {inputs: 2, outputs: 2, weights: Float64Array.of(2, 1, 0, -3), biases: Float64Array.of(0.25, 1)},
  ]
  // Hidden sums for (1, -2): .5+1-4 = -2.5 and -1-1 = -2; softsign -2.5/3.5 and -2/3.
  const [a, b] = [-2.5 / 3.5, -2 / 3]
  const expected = [0.25 + 2 * a + b, 1 - 3 * b]
  for (const samples of [1, 3, LANES]) {
    const network = new NeuralNetwork(layers)
    for (let lane = 0; lane < samples; lane++) network.input.set([1], lane)
    for (let lane = 0; lane < samples; lane++) network.input.set([-2], LANES + lane)
    const outputs = network.run(samples)
    for (let lane = 0; lane < samples; lane++) assert.equal([outputs[lane], outputs[LANES + lane]], expected)
  }
  assert.equal([softsign(0), softsign(1), softsign(-3)], [0, 0.5, -0.75])
})

for (const id of ['two-room', 'pendulum']) {
  const environment = environmentOf(id)
  it(`many rollouts of ${id} at once are bit for bit what they are alone`, () => {
    const model = learnedModel(environment)
    fc.assert(
      fc.property(
        fc.integer({min: 1, max: 21}),
        fc.integer({min: 1, max: 4}),
        fc.array(share, {minLength: 170, maxLength: 170}),
        (samples, steps, values) => {
          const {state} = environment.reset(seedStream(`${samples}`), environment.strata[0])
          const batch = {
            states: state,
            actions: values.slice(0, samples * steps * environment.actionSize),
            samples,
            steps,
          }
          assert.equal(rollOut(model, batch), rollOut(oneByOne(model), batch))
        },
      ),
      {numRuns: 50},
    )
  })

  it(`what was learned of ${id} is useful and wrong`, () => {
    const value = skill(environment, learnedModel(environment))
    assert.ok(value > 0.5 && value < 0.999, `${value}`)
    assert.is(skill(environment, environment), 1)
  })
}

it('the wall of two-room was not really learned: it lets itself be walked through', () => {
  const [model, twoRoom] = [learnedModel(environmentOf('two-room')), environmentOf('two-room')]
  const furthest = (dynamics: Dynamics) => {
    let now: Float64Array = Float64Array.of(0.44, 0.8)
    for (let taken = 0; taken < 12; taken++) now = step(dynamics, now, [1, 0])
    return now[0]!
  }
  assert.is(furthest(twoRoom), 0.48)
  assert.ok(furthest(model) > 0.49, `${furthest(model)}`)
})

it('a state or action that is no number gives none, and nothing was learned of other environments', async () => {
  for (const id of ['two-room', 'pendulum']) {
    const environment = environmentOf(id)
    const model = learnedModel(environment)
    const nothing = new Float64Array(environment.stateSize).fill(Number.NaN)
    assert.ok(step(model, nothing, [0, 0]).some(Number.isNaN))
    assert.ok(step(model, new Float64Array(environment.stateSize), [Number.NaN, 0]).some(Number.isNaN))
  }
  for (const id of ENVIRONMENTS.keys()) {
    if (id === 'two-room' || id === 'pendulum') continue
    await throwsCode(() => learnedModel(environmentOf(id)), 'invalid_input')
  }
})

it('the files say how they were made, and are small', () => {
  for (const id of ['two-room', 'pendulum']) {
    const text = readFileSync(`src/lab/model/${id}.json`, 'utf8')
    const {environment, training, layers} = JSON.parse(text)
    assert.ok(text.length < 23_000, `${text.length}`)
    assert.is(environment, `${id}@1`)
    assert.equal(training.seeds, [...TRAINING_SEEDS])
    assert.ok(training.transitions > 0 && training.loss > 0)
    assert.equal(
      layers.map(({inputs, outputs}: {inputs: number; outputs: number}) => [inputs, outputs]),
      [
        [4, 48],
        [48, 48],
        [48, 2],
      ],
    )
  }
})

it.run()
