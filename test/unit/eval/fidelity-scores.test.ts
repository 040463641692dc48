// Counts no coverage: the questions that the tests of fidelity ask too, of many models.
import * as assert from 'uvu/assert'
import type {Subject} from '#eval/model/subject'
import {measureOrder} from '#eval/suite/fidelity/measure-order'
import {widestGap} from '#eval/suite/fidelity/order-gap'
import {HELD_OUT_MODELS} from '#lab/model/held-out-models'
import {halfPrecision, RIGHT_MODELS, WRONG_MODELS} from '#lab/model/stranger-models'
import type {ScoreRequest} from '#provider/model/provider'
import {doubleIntegrator} from '#world/environment/double-integrator/double-integrator'
import {twoRoom} from '#world/environment/two-room/two-room'
import {ENVIRONMENTS} from '#world/environments'
import type {Dynamics} from '#world/model/dynamics'
import type {Environment} from '#world/model/environment'
import {holdActions, rollOut} from '#world/model/rollout'
import {planShape, presetConfig} from '#world/planner/presets'
import {Tensor} from '#world/tensor/tensor'
import {rotated} from '../../support/depth.ts'
import {type Changes, fakeSubject} from '../../support/fakes/subject.ts'
import {spec} from '../../support/spec.ts'

const it = spec('fidelity of scores')
const {signal} = new AbortController()
const worlds = [...ENVIRONMENTS.values()]
const TRIALS = 24
const FEW = 12
/** More than this share of trials fails the suite once it is sure. */
const LIMIT = 0.15

const scoring = (modelOf?: (environment: Environment) => Dynamics, changes: Changes = {}) =>
  fakeSubject({capabilities: ['score'], batched: false, ...changes}, modelOf)

async function isMisordered(subject: Subject, environment: Environment, episode: number): Promise<boolean> {
  const config = presetConfig('quick', planShape(environment))
  const stratum = environment.strata[episode % environment.strata.length] ?? environment.strata[0]
  const key = {seed: 42, environment: environment.key, stratum, episode}
  const {values, broken} = await measureOrder(subject, {environment, key, set: 'scores', config}, signal)
  assert.is(broken !== undefined, values?.['misordered'] === 1)
  return broken !== undefined
}

/** What is told of the first trial that is out of order and whose plans are short enough to be written out. */
async function toldFirst(subject: Subject, environment: Environment): Promise<string | undefined> {
  const config = presetConfig('quick', planShape(environment))
  const [stratum] = environment.strata
  for (let episode = 0; episode < TRIALS; episode++) {
    const key = {seed: 42, environment: environment.key, stratum, episode}
    const {broken} = await measureOrder(subject, {environment, key, set: 'scores', config}, signal)
    if (broken?.includes('; their commands: ')) return broken
  }
  return undefined
}

/** How many of some trials are out of order. */
async function misordered(subject: Subject, environment: Environment, trials: number): Promise<number> {
  let count = 0
  for (let episode = 0; episode < trials; episode++) if (await isMisordered(subject, environment, episode)) count++
  return count
}

/** Whether more than the suite allows are out of order; nothing is asked after that. */
async function isTold(subject: Subject, environment: Environment): Promise<boolean> {
  let count = 0
  for (let episode = 0; episode < TRIALS && count <= LIMIT * TRIALS; episode++)
    if (await isMisordered(subject, environment, episode)) count++
  return count > LIMIT * TRIALS
}

/** Candidates of a question, `[samples, horizon, size]`, flat. */
function plansOf({action_candidates: all}: ScoreRequest) {
  if (!(all instanceof Tensor)) throw new Error('candidates are asked about as a tensor')
  const [, samples = 0, horizon = 0, size = 0] = all.shape
  return {samples, horizon, size, values: all.toFloat64()}
}

/** The question with every step an entry of its own: only then are costs after entries costs after steps. */
function stepByStep(request: ScoreRequest): ScoreRequest {
  const {samples, horizon, size, values} = plansOf(request)
  const block = Number(request.info['action_block'])
  const held = Tensor.of('float64', [1, samples, horizon * block, size], holdActions(values, size, block))
  return {info: {...request.info, action_block: 1}, action_candidates: held}
}

/** The exact scores, asked about something else or changed afterwards. */
function changed(change: (exact: Subject) => Subject['score']): Subject {
  return scoring(undefined, {score: change(fakeSubject())})
}

it('scores of the exact rules are in order, and of twins that round, shake by nothing that matters or add in another order', async () => {
  for (const environment of worlds) assert.is(await misordered(scoring(), environment, FEW), 0, environment.id)
  const twins = Object.entries(RIGHT_MODELS).flatMap(([name, model]) =>
    worlds.map((environment) => ({name, model, environment})),
  )
  for (const {name, model, environment} of rotated(twins, 3)) {
    const twin = scoring((one) => model(one) ?? one)
    assert.ok((await misordered(twin, environment, FEW)) <= 1, `${name} ${environment.id}`)
  }
})

it('a wrong order is told with what both candidates were given, what they cost and what they are, so that it can be followed', async () => {
  const turned = changed((exact) => async (request, use) => {
    const {scores, ...rest} = await exact.score(request, use)
    return {...rest, scores: scores.map((score) => -score)}
  })
  const told = (await toldFirst(turned, twoRoom)) ?? ''
  const [, worse = '', better = ''] = /given (\S+), stands before \d+, given (\S+),/.exec(told) ?? []
  const [, low = '', high = ''] = /: (\S+) against (\S+), /.exec(told) ?? []
  assert.ok(Number(worse) < Number(better) && Number(low) < Number(high), told)
  const lists = [...told.matchAll(/\[([^\]]+)\]/g)].map(([, numbers = '']) => numbers.split(', ').map(Number))
  const [state = [], goal = [], before = [], after = []] = lists
  const entrySteps = Number(/(\d+) steps an entry/.exec(told)?.[1])
  const ends = [before, after].map((plan) => {
    const actions = holdActions(Float64Array.from(plan), twoRoom.actionSize, entrySteps)
    const steps = actions.length / twoRoom.actionSize
    const path = rollOut(twoRoom, {states: Float64Array.from(state), actions, samples: 1, steps})
    return twoRoom.cost(path, Float64Array.from(goal), (steps - 1) * twoRoom.stateSize)
  })
  if (told.includes('the cost at the end'))
    assert.equal(
      ends.map((end) => end.toPrecision(3)),
      [high, low].map((cost) => Number(cost).toPrecision(3)),
      told,
    )
  else assert.ok((ends[1] ?? 0) < (ends[0] ?? 0), told)
})

it('a plan whose entries are held longer than usual is another plan, and scores that do not say so are told', async () => {
  const held = changed(
    (exact) =>
      ({info, action_candidates}, use) =>
        exact.score({info: {...info, action_block: Math.min(4, Number(info['action_block']))}, action_candidates}, use),
  )
  for (const environment of worlds) {
    let turned = 0
    for (let episode = 0; episode < 2 * TRIALS; episode++) {
      const config = presetConfig('quick', planShape(environment))
      const key = {seed: 42, environment: environment.key, stratum: environment.strata[0], episode}
      const {values} = await measureOrder(held, {environment, key, set: 'scores', config}, signal)
      turned += values?.['turned'] ?? 0
    }
    assert.ok(turned > 0, environment.id)
  }
})

it('who states half precision may round each step to it', async () => {
  const descriptor = {float_type: 'float16'} as const
  const twin = scoring((environment) => halfPrecision(environment, environment), {descriptor})
  for (const environment of worlds) assert.ok((await misordered(twin, environment, FEW)) <= 1, environment.id)
})

it('scores may be of either sign and in any unit, and follow the end or every step as well', async () => {
  const turned = changed((exact) => async (request, use) => {
    const {scores, ...rest} = await exact.score(request, use)
    return {...rest, scores: scores.map((score) => -Math.log(1 + score) / 7), lowerIsBetter: false}
  })
  const upTo = (weights: (entries: number) => readonly number[]) =>
    changed((exact) => async (asked, use) => {
      const request = stepByStep(asked)
      const {samples, horizon, size, values} = plansOf(request)
      const first = (entries: number) =>
        Tensor.of(
          'float64',
          [1, samples, entries, size],
          values.filter((_, at) => at % (horizon * size) < entries * size),
        )
      // The last entry of a plan counts five times, so that the cost after each comes of two plans.
      const sums = new Float64Array(samples)
      for (const [at, weight] of weights(horizon).entries()) {
        const {scores} = await exact.score({...request, action_candidates: first(at + 1)}, use)
        for (const [sample, score] of scores.entries()) sums[sample] = (sums[sample] ?? 0) + weight * score
      }
      return {scores: [...sums], lowerIsBetter: true, bestIndex: sums.indexOf(Math.min(...sums))}
    })
  assert.is(await misordered(turned, twoRoom, 8), 0)
  // cost_n = (S_n - S_(n-1) + 4 cost_(n-1)) / 5, unrolled; what every step costs is the sum of those.
  const endWeights = (entries: number) => {
    const weights = new Array<number>(entries).fill(0)
    let factor = 1 / 5
    for (let at = entries - 1; at >= 0; at--) {
      weights[at] = (weights[at] ?? 0) + factor
      if (at > 0) weights[at - 1] = (weights[at - 1] ?? 0) - factor
      factor *= 4 / 5
    }
    return weights
  }
  const stepWeights = (entries: number) => {
    const sums = new Array<number>(entries).fill(0)
    for (let one = 1; one <= entries; one++)
      endWeights(one).forEach((weight, at) => {
        sums[at] = (sums[at] ?? 0) + weight
      })
    return sums
  }
  assert.is(await misordered(upTo(endWeights), doubleIntegrator, 8), 0)
  assert.is(await misordered(upTo(stepWeights), doubleIntegrator, 8), 0)
})

it('scores of rules that are a little wrong are out of order', async () => {
  // Commands are asked for within their limits, and a plan in push-block hardly leaves where it has learned.
  const harmless = [...worlds.map(({id}) => `no-clip ${id}`), 'range-80 push-block', 'end-stops cart-pole']
  const heldOut = Object.entries(HELD_OUT_MODELS).map(
    ([name, {env, make}]) => [name, (one: Environment) => (one.id === env ? make(one) : undefined)] as const,
  )
  for (const [name, model] of rotated([...Object.entries(WRONG_MODELS), ...heldOut], 3))
    for (const environment of worlds) {
      if (model(environment) === undefined || harmless.includes(`${name} ${environment.id}`)) continue
      const wrong = scoring((one) => model(one) ?? one)
      assert.ok(await isTold(wrong, environment), `${name} ${environment.id}`)
    }
})

it('a goal a little elsewhere, the last command not heard, a sign turned and one score for all are out of order', async () => {
  const farGoal = changed((exact) => ({info, ...request}, use) => {
    const goal = info['goal'] instanceof Tensor ? info['goal'].toFloat64() : new Float64Array()
    return exact.score(
      {
        ...request,
        info: {
          ...info,
          goal: Tensor.of(
            'float64',
            [goal.length],
            goal.map((value) => value * 1.03),
          ),
        },
      },
      use,
    )
  })
  const deafAtLast = changed((exact) => (request, use) => {
    const {samples, horizon, size, values} = plansOf(request)
    const heard = values.map((value, at) => (at % (horizon * size) < (horizon - 1) * size ? value : 0))
    return exact.score({...request, action_candidates: Tensor.of('float64', [1, samples, horizon, size], heard)}, use)
  })
  const turned = changed((exact) => async (request, use) => ({
    ...(await exact.score(request, use)),
    lowerIsBetter: false,
  }))
  const flat = changed((exact) => async (request, use) => {
    const answer = await exact.score(request, use)
    return {...answer, scores: answer.scores.map(() => 0.5)}
  })
  for (const wrong of [farGoal, deafAtLast, turned, flat])
    for (const environment of [doubleIntegrator, twoRoom]) assert.ok(await isTold(wrong, environment))
})

it('the widest gap is that of any two that stand the wrong way round, however many lie between', () => {
  const costs = Float64Array.of(0, 1, 2, 3, 4)
  assert.is(widestGap(costs, [0, 10, 20, 30, 40])?.share, 0)
  assert.equal(widestGap(costs, [0, 3, 1, 2, 4]), {share: 0.5, before: 3, after: 1})
  assert.equal(widestGap(costs, [4, 1, 2, 3, 0]), {share: 1, before: 4, after: 0})
  assert.equal(widestGap(costs, [0, 1, 1, 1, 4]), {share: 0.5, before: 3, after: 1})
  assert.is(widestGap(Float64Array.of(2, 2), [0, 1]), undefined)
})

it.run()
