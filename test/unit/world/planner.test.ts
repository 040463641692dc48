import * as assert from 'uvu/assert'
import {ProviderBudgetExceededError} from '#error/provider-error'
import {seedStream} from '#random/stream'
import {environmentOf, WORLDS} from '#world/environments'
import {costOfPath, holdActions, rollOut} from '#world/model/rollout'
import {adjustConfig, type PlannerConfig} from '#world/planner/config'
import {modelObjective, stillObjective} from '#world/planner/objective'
import {type PlannerRequest, planActions} from '#world/planner/plan-actions'
import {planShape, presetConfig} from '#world/planner/presets'
import {type Candidates, type Evaluate, shiftPlan} from '#world/planner/search'
import {spec} from '../../support/spec.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('world/planner')
const signal = new AbortController().signal
const QUICK = presetConfig('quick')

/** Squared distance of the first entry to (1.5, -2.0). */
const toPoint: Evaluate = ({values, samples, horizon, actionSize}) => {
  const at = (sample: number, entry: number) => values[sample * horizon * actionSize + entry] ?? Number.NaN
  const scores = Array.from({length: samples}, (_, sample) => (at(sample, 0) - 1.5) ** 2 + (at(sample, 1) + 2) ** 2)
  return {scores, lower_is_better: true}
}

function request(changes: Partial<PlannerRequest> = {}, config: Partial<PlannerConfig> = {}): PlannerRequest {
  const adjusted = adjustConfig('quick', QUICK, config).config
  return {
    config: adjusted,
    actionSize: 2,
    evaluate: toPoint,
    stream: seedStream('assay/1|42|mock|plan|plan'),
    signal,
    ...changes,
  }
}

it('300 samples and 30 iterations end within .01 of the optimum, as the best and as the mean', async () => {
  const wide = {num_samples: 300, num_iterations: 30, num_elites: 30, low: null, high: null}
  for (const more of [{}, {returns: 'mean', std: 'sample', init_std: 1, first_sample_mean: false}] as const) {
    for (const seed of [1, 42, 1234]) {
      const plan = await planActions(
        request({stream: seedStream(`assay/1|${seed}|mock|plan|plan`)}, {...wide, ...more}),
      )
      assert.ok(Math.abs(plan.actions[0]! - 1.5) < 0.01 && Math.abs(plan.actions[1]! + 2) < 0.01, `${plan.actions}`)
    }
  }
})

it('the same label gives the same plan, another label another one', async () => {
  const [one, two] = [await planActions(request()), await planActions(request())]
  assert.equal(one, two)
  assert.not.equal((await planActions(request({stream: seedStream('other')}))).trace, one.trace)
})

it('an evaluation that answers later gives the same plan', async () => {
  const later: Evaluate = async (candidates, stop) => toPoint(candidates, stop)
  assert.equal(await planActions(request({evaluate: later})), await planActions(request()))
})

it('keeps every candidate within its bounds and puts the mean first', async () => {
  const firsts: number[][] = []
  const watch: Evaluate = (candidates, stop) => {
    assert.ok(candidates.values.every((value) => value >= -1 && value <= 1))
    firsts.push([...candidates.values.slice(0, 2)])
    return toPoint(candidates, stop)
  }
  await planActions(request({evaluate: watch}))
  assert.equal(firsts[0], [0, 0])
  assert.ok((firsts[1]?.[0] ?? 0) > 0.2)
})

it('higher scores win where higher is better', async () => {
  const upward: Evaluate = async (candidates, stop) => {
    const {scores} = await toPoint(candidates, stop)
    return {scores: Array.from(scores, (score) => -score), lower_is_better: false}
  }
  const [down, up] = [await planActions(request()), await planActions(request({evaluate: upward}))]
  assert.equal(up.actions, down.actions)
  assert.is(up.best_score, -down.best_score)
  assert.ok(up.trace.every(({best, worst_elite}) => best >= worst_elite))
})

it('returns the best candidate ever seen, and says so in the trace', async () => {
  let best = Number.POSITIVE_INFINITY
  const watch: Evaluate = async (candidates, stop) => {
    const answer = await toPoint(candidates, stop)
    best = Math.min(best, ...Array.from(answer.scores))
    return answer
  }
  const plan = await planActions(request({evaluate: watch}))
  assert.is(plan.best_score, best)
  assert.equal(
    plan.trace.map(({iteration, candidates}) => [iteration, candidates]),
    [
      [1, 96],
      [2, 192],
      [3, 288],
      [4, 384],
      [5, 480],
    ],
  )
  assert.is(plan.trace.at(-1)?.best_ever, best)
  const [first, last] = [plan.trace[0]!, plan.trace.at(-1)!]
  assert.ok(first.std_norm > last.std_norm && first.mean_shift > 0)
})

it('equal scores keep the order of the candidates, so the mean wins', async () => {
  const flat: Evaluate = ({samples}) => ({scores: new Float64Array(samples), lower_is_better: true})
  assert.equal([...(await planActions(request({evaluate: flat}))).actions], [0, 0])
})

it('a warm start goes on from the mean moved forward, a cold one from zero', async () => {
  const previous = {mean: Float64Array.of(0.1, 0.2, 0.3, 0.4, 0.5, 0.6)}
  const first = async (warm_start: boolean) => {
    let seen: number[] = []
    const watch: Evaluate = ({values, samples}) => {
      seen = [...values.slice(0, 6)]
      return {scores: new Float64Array(samples), lower_is_better: true}
    }
    await planActions(request({previous, evaluate: watch}, {horizon: 3, execute_k: 1, num_iterations: 1, warm_start}))
    return seen
  }
  assert.equal(await first(true), [0.3, 0.4, 0.5, 0.6, 0, 0])
  assert.equal(await first(false), [0, 0, 0, 0, 0, 0])
  assert.equal([...shiftPlan(previous.mean, 3, 2)], [0, 0, 0, 0, 0, 0])
})

it('a spent budget ends with the best so far', async () => {
  for (const budget of [{max_calls: 2}, {max_candidates: 200}]) {
    const plan = await planActions(request({budget}))
    assert.equal([plan.stop_reason, plan.calls, plan.candidates], ['evaluation_budget', 2, 192])
  }
  assert.is((await planActions(request({budget: {max_calls: 5}}))).stop_reason, 'iterations')
})

it('a budget without one evaluation is an error, and nothing is asked', async () => {
  let asked = 0
  const watch: Evaluate = (candidates, stop) => {
    asked++
    return toPoint(candidates, stop)
  }
  for (const budget of [{max_calls: 0}, {max_candidates: 95}]) {
    assert.instance(
      await throwsCode(() => planActions(request({evaluate: watch, budget})), 'budget_exceeded'),
      ProviderBudgetExceededError,
    )
  }
  assert.is(asked, 0)
})

it('unusable scores are violations: too few, NaN, a changed direction', async () => {
  let turn = 0
  const bad: Evaluate[] = [
    ({samples}) => ({scores: new Float64Array(samples - 1), lower_is_better: true}),
    ({samples}) => ({scores: new Float64Array(samples).fill(Number.NaN, 3, 4), lower_is_better: true}),
    ({samples}) => ({scores: new Float64Array(samples), lower_is_better: turn++ === 0}),
  ]
  for (const evaluate of bad) await throwsCode(() => planActions(request({evaluate})), 'contract_violation')
})

it('an abort stops before the next evaluation', async () => {
  const stop = new AbortController()
  let asked = 0
  const evaluate: Evaluate = (candidates, given) => {
    asked++
    stop.abort()
    return toPoint(candidates, given)
  }
  await throwsCode(() => planActions(request({evaluate, signal: stop.signal})), 'cancelled')
  assert.is(asked, 1)
})

it('the model objective is bit for bit the cost of the rolled-out paths', () => {
  for (const id of ['two-room', 'pendulum', 'push-block']) {
    const environment = environmentOf(id)
    const start = environment.reset(seedStream(id), environment.strata[0])
    const {horizon, block, actionSize, stateSize} = environment
    const stream = seedStream(`${id} actions`)
    const values = new Float64Array(7 * horizon * actionSize).map(() => stream.gaussian())
    const candidates: Candidates = {values, samples: 7, horizon, actionSize}
    const {scores} = modelObjective({environment, model: environment, start, block})(candidates)
    const steps = horizon * block
    const path = rollOut(environment, {
      states: start.state,
      actions: holdActions(values, actionSize, block),
      samples: 7,
      steps,
    })
    const costs = Array.from({length: 7}, (_, sample) =>
      costOfPath({environment, goal: start.goal, horizon, block}, path, sample * steps * stateSize),
    )
    assert.equal([...Array.from(scores)], costs)
  }
})

it('where nothing moves all candidates cost what the rules would make of each', () => {
  for (const environment of WORLDS.values()) {
    const {id, stateSize, actionSize, block, horizon} = environment
    const start = environment.reset(seedStream(`${id} still`), environment.strata[0])
    const values = new Float64Array(7 * horizon * actionSize).fill(0.5)
    const candidates: Candidates = {values, samples: 7, horizon, actionSize}
    const model = {stateSize, actionSize, advance: () => undefined}
    assert.equal(
      stillObjective({environment, start})(candidates),
      modelObjective({environment, model, start, block})(candidates),
    )
  }
})

it('a model that stops giving numbers gets the worst cost, not NaN', () => {
  const environment = environmentOf('two-room')
  const model = {stateSize: 2, actionSize: 2, advance: (states: Float64Array) => void states.fill(Number.NaN)}
  const start = {state: Float64Array.of(0.2, 0.2), goal: Float64Array.of(0.8, 0.8)}
  const {scores} = modelObjective({environment, model, start, block: 1})({
    values: new Float64Array(2),
    samples: 1,
    horizon: 1,
    actionSize: 2,
  })
  assert.is(scores[0], Number.MAX_VALUE)
})

it('presets take horizon, block and execute from the environment', () => {
  const config = presetConfig('standard', planShape(environmentOf('two-room')))
  assert.equal([config.num_samples, config.num_iterations, config.num_elites], [128, 6, 16])
  assert.equal([config.horizon, config.action_block, config.execute_k], [8, 3, 1])
})

it('a changed setting shows in the name, an unchanged one does not', () => {
  assert.is(adjustConfig('quick', QUICK, {num_samples: 96, horizon: 2}).name, 'quick+horizon')
  assert.is(adjustConfig('quick', QUICK, {}).name, 'quick')
})

it('an unknown preset is refused with the known ones', async () => {
  assert.match((await throwsCode(() => presetConfig('fast'), 'preset_unknown')).hint, 'oracle')
  await throwsCode(() => presetConfig('toString'), 'preset_unknown')
})

const BAD: readonly [why: string, changes: Record<string, unknown>][] = [
  ['more elites than samples', {num_elites: 97}],
  ['execute beyond the horizon', {execute_k: 2}],
  ['no samples', {num_samples: 0}],
  ['half a sample', {num_samples: 1.5}],
  ['samples as text', {num_samples: '96'}],
  ['a floor of zero', {min_std: 0}],
  ['a floor above the start', {min_std: 0.9}],
  ['a NaN spread', {init_std: Number.NaN}],
  ['low above high', {low: 2}],
  ['one bound only', {low: null}],
  ['an unknown kind', {kind: 'mppi'}],
  ['a misspelt setting', {num_sample: 96}],
  ['an inherited setting', {constructor: 1}],
  ['a warm start that is no choice', {warm_start: 'yes'}],
]

for (const [why, changes] of BAD) {
  it(`refuses ${why}`, async () => {
    await throwsCode(() => adjustConfig('quick', QUICK, changes), 'invalid_input')
  })
}

it.run()
