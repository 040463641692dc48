import fc from 'fast-check'
import * as assert from 'uvu/assert'
import {seedStream} from '#random/stream'
import {environmentOf} from '#world/environments'
import {adjustConfig, type PlannerConfig} from '#world/planner/config'
import {colouring, planDraw} from '#world/planner/draws'
import {modelObjective} from '#world/planner/objective'
import {type PlannerRequest, planActions} from '#world/planner/plan-actions'
import {environmentUnder, PLANNER_NAMES, planShape, presetConfig} from '#world/planner/presets'
import {bestCandidates, type Evaluate, startSearch} from '#world/planner/search'
import {spec} from '../../support/spec.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('world/planners')
const {signal} = new AbortController()

/** Squared distance of every plan entry to (.5, -.25). */
const toPoint: Evaluate = ({values, samples, horizon, actionSize}) => {
  const scores = new Float64Array(samples)
  for (let at = 0; at < values.length; at++) {
    const difference = (values[at] ?? 0) - (at % 2 ? -0.25 : 0.5)
    scores[Math.floor(at / (horizon * actionSize))]! += difference * difference
  }
  return {scores, lower_is_better: true}
}

function request(config: PlannerConfig, changes: Partial<PlannerRequest> = {}): PlannerRequest {
  return {config, actionSize: 2, evaluate: toPoint, stream: seedStream('planners'), signal, ...changes}
}

/** Candidates of one iteration. */
function drawn(config: PlannerConfig, label = 'draws'): Float64Array {
  const search = startSearch(config, 2)
  const values = new Float64Array(config.num_samples * search.mean.length)
  planDraw(config, 2)(search, seedStream(label), {
    values,
    samples: config.num_samples,
    horizon: config.horizon,
    actionSize: 2,
  })
  return values
}

/** Correlation of neighbours in time of the first action entry, over all candidates. */
function likeness(config: PlannerConfig): number {
  const values = drawn(config)
  let [products, squares] = [0, 0]
  for (let sample = 1; sample < config.num_samples; sample++) {
    for (let step = 1; step < config.horizon; step++) {
      const at = (sample * config.horizon + step) * 2
      products += values[at]! * values[at - 2]!
      squares += values[at]! ** 2
    }
  }
  return products / squares
}

for (const name of PLANNER_NAMES) {
  it(`${name} finds the plan it looks for, again and again the same`, async () => {
    const config = presetConfig(name, {horizon: 4})
    const plan = await planActions(request(config))
    assert.equal(await planActions(request(config)), plan)
    assert.is(plan.candidates, config.num_samples * config.num_iterations)
    assert.is(plan.actions.length, config.horizon * 2)
    const far = name === 'jepa-wm-droid' ? 0.5 : 0.35
    for (const [at, value] of plan.actions.entries())
      assert.ok(Math.abs(value - (at % 2 ? -0.25 : 0.5)) < far, `${name}: ${plan.actions}`)
    const [first, last] = [plan.trace[0]!, plan.trace.at(-1)!]
    assert.ok(last.best_ever <= first.best_ever && last.mean_elite < first.mean_elite)
  })
}

it('every preset obeys its own rules for every environment', () => {
  for (const name of PLANNER_NAMES) {
    for (const id of ['two-room', 'pendulum', 'cart-pole']) {
      const config = presetConfig(name, planShape(environmentOf(id)))
      assert.is(adjustConfig(name, config, {}).name, name)
    }
  }
})

it('field presets bring their own lengths and the way their field judges', () => {
  const under = (name: string, id = 'two-room') => {
    const {horizon, block, execute, stepBudget, successMode, key} = environmentUnder(name, environmentOf(id))
    return [key, horizon, block, execute, stepBudget, successMode]
  }
  assert.equal(under('standard'), ['two-room@1', 8, 3, 1, 60, 'any'])
  assert.equal(under('swm'), ['two-room@1', 5, 5, 5, 50, 'any'])
  assert.equal(under('dino-wm'), ['two-room@1', 5, 5, 5, 60, 'any'])
  assert.equal(under('jepa-wm'), ['two-room@1', 6, 3, 6, 60, 'final'])
  assert.equal(under('jepa-wm-droid'), ['two-room@1', 3, 3, 3, 60, 'final'])
  assert.equal(under('tdmpc2'), ['two-room@1', 3, 3, 1, 60, 'any'])
  assert.equal(under('jepa-wm', 'cart-pole'), ['cart-pole@1', 6, 1, 6, 200, 'hold'])
})

it('coloured noise has variance 1 at every step and resembles its neighbours', () => {
  for (const [steps, beta] of [
    [1, 2],
    [2, 2],
    [7, 1],
    [15, 2],
    [20, 0],
  ] as const) {
    const matrix = colouring(steps, beta)
    for (let step = 0; step < steps; step++) {
      const row = matrix.subarray(step * steps, (step + 1) * steps)
      const variance = row.reduce((sum, value) => sum + value * value, 0)
      assert.ok(Math.abs(variance - 1) < 1e-12, `${steps} steps, ${beta}: ${variance}`)
    }
  }
  const config = {...presetConfig('icem', {horizon: 15}), num_samples: 2000, low: null, high: null}
  assert.ok(likeness(config) > 0.7, `${likeness(config)}`)
  const {noise_beta, ...white} = config
  assert.ok(Math.abs(likeness(white)) < 0.05, `${noise_beta} ${likeness(white)}`)
})

it('the best candidates are those of a stable sort', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({min: -3, max: 3}), {minLength: 1, maxLength: 60}),
      fc.integer({min: 1, max: 60}),
      (list, count) => {
        const keys = Float64Array.from(list)
        const sorted = list.map((_, index) => index).sort((a, b) => list[a]! - list[b]!)
        assert.equal(bestCandidates(keys, count), sorted.slice(0, count))
      },
    ),
  )
})

it('kept elites are candidates again, first in the next plan too, shifted', async () => {
  const config = presetConfig('icem', {horizon: 3, execute_k: 1})
  const size = 6
  const seen: Float64Array[] = []
  const watch: Evaluate = (candidates, stop) => {
    seen.push(candidates.values.slice())
    return toPoint(candidates, stop)
  }
  const plan = await planActions(request({...config, num_iterations: 2}, {evaluate: watch}))
  assert.is(plan.kept.length, 5 * size)
  const scores = Array.from((await toPoint({values: seen[0]!, samples: 128, horizon: 3, actionSize: 2}, signal)).scores)
  const best = scores.indexOf(Math.min(...scores))
  assert.equal([...seen[1]!.slice(-5 * size, -4 * size)], [...seen[0]!.slice(best * size, (best + 1) * size)])
  await planActions(request({...config, num_iterations: 1}, {evaluate: watch, previous: plan}))
  assert.equal([...seen[2]!.slice(-5 * size, -4 * size)], [...plan.kept.slice(2, size), 0, 0])
})

it('a plan entry is never longer than max_norm', () => {
  const values = drawn({...presetConfig('jepa-wm-droid'), horizon: 5})
  let longest = 0
  for (let at = 0; at < values.length; at += 2) longest = Math.max(longest, Math.hypot(values[at]!, values[at + 1]!))
  assert.ok(longest <= 0.1 + 1e-15 && longest > 0.0999, `${longest}`)
})

it('path integrals weigh by temperature: a hotter one follows the best candidate more closely', async () => {
  const mean = async (temperature: number) => {
    const config = {...presetConfig('tdmpc2', {}), horizon: 1, temperature, num_iterations: 1, returns: 'mean' as const}
    return (await planActions(request(config))).actions
  }
  const off = (values: Float64Array) => Math.hypot(values[0]! - 0.5, values[1]! + 0.25)
  const [cold, hot] = [await mean(1e-6), await mean(200)]
  assert.ok(off(hot) < off(cold), `${off(hot)} ${off(cold)}`)
})

it('the spread of path integrals stays within its first and its least', async () => {
  const config = {...presetConfig('tdmpc2'), horizon: 1}
  const flat: Evaluate = ({samples}) => ({scores: new Float64Array(samples), lower_is_better: true})
  const plan = await planActions(request(config, {evaluate: flat}))
  assert.ok(plan.trace.every(({std_norm}) => std_norm <= 2 * Math.SQRT2 && std_norm >= 0.05 * Math.SQRT2))
})

it('a clock gives times and a deadline; without it plans have neither', async () => {
  let now = 0n
  const clock = {monotonicNs: () => now}
  const slow: Evaluate = (candidates, stop) => {
    now += 10_000_000n
    return toPoint(candidates, stop)
  }
  const config = presetConfig('quick', {horizon: 2})
  const plan = await planActions(request(config, {evaluate: slow, clock, budget: {max_ms: 25}}))
  assert.equal([plan.stop_reason, plan.calls], ['deadline', 3])
  assert.equal(
    plan.trace.map(({ms}) => ms),
    [10, 10, 10],
  )
  assert.ok((await planActions(request(config))).trace.every((iteration) => !('ms' in iteration)))
  await throwsCode(() => planActions(request(config, {clock, budget: {max_ms: 0}})), 'budget_exceeded')
})

const BAD: readonly [why: string, changes: Record<string, unknown>][] = [
  ['a temperature for elites', {temperature: 1}],
  ['path integrals without one', {kind: 'mppi'}],
  ['a temperature of zero', {kind: 'mppi', temperature: 0}],
  ['negative noise', {noise_beta: -1}],
  ['a momentum that never moves', {momentum: 1}],
  ['more kept than elites', {keep_elites: 13}],
  ['half an elite', {keep_elites: 0.5}],
  ['kept elites that leave nothing to draw', {num_samples: 3, num_elites: 3, keep_elites: 2}],
  ['a norm of zero', {max_norm: 0}],
]

for (const [why, changes] of BAD) {
  it(`refuses ${why}`, async () => {
    await throwsCode(() => adjustConfig('quick', presetConfig('quick'), changes), 'invalid_input')
  })
}

it('iCEM finds a better plan than CEM of the same effort where actions must be held', async () => {
  const environment = environmentOf('pendulum')
  const shape = {...planShape(environment), horizon: 30}
  let better = 0
  for (let episode = 0; episode < 10; episode++) {
    const start = environment.reset(seedStream(`hold|${episode}`), 'default')
    const evaluate = modelObjective({environment, model: environment, start, block: 1})
    const best = async (name: string) =>
      (
        await planActions({
          config: presetConfig(name, shape),
          actionSize: 1,
          evaluate,
          stream: seedStream(`${name}${episode}`),
          signal,
        })
      ).best_score
    if ((await best('icem')) <= (await best('standard'))) better++
  }
  assert.ok(better >= 8, `${better} of 10`)
})

it.run()
