// Counts no coverage: whole suites against many models, whose lines the tests of each suite run too.
import * as assert from 'uvu/assert'
import {SUITES} from '#eval/catalogue/suites'
import type {StateSetup} from '#eval/kit/make-state-cell'
import {makeStateCell} from '#eval/kit/make-state-cell'
import {makeStatePlans} from '#eval/kit/make-state-plans'
import {localModel} from '#eval/kit/make-world-model'
import type {WorldModel} from '#eval/kit/world-model'
import {regretWay} from '#eval/suite/planning-regret/make-regret-cells'
import {exactObjective, makePlanCosts, type Objective} from '#eval/suite/planning-regret/plan-costs'
import {scoreRankingWay} from '#eval/suite/score-ranking/make-ranking-cells'
import {RIGHT_MODELS} from '#lab/model/stranger-models'
import {pendulum} from '#world/environment/pendulum/pendulum'
import {pushBlock} from '#world/environment/push-block/push-block'
import {twoRoom} from '#world/environment/two-room/two-room'
import {ENVIRONMENTS} from '#world/environments'
import type {Environment} from '#world/model/environment'
import type {Situation} from '#world/model/situation'
import type {Evaluate} from '#world/planner/search'
import {rotated} from '../../support/depth.ts'
import {settingsFor} from '../../support/eval-settings.ts'
import {spec} from '../../support/spec.ts'

const it = spec('what plans come to in the end')
const {signal} = new AbortController()
const worlds = [...ENVIRONMENTS.values()]
const OBJECTIVES: readonly Objective[] = ['way', 'end']

/** Exact forecasts, and scores of its own. */
function scoring(environment: Environment, scoresIn: (now: Situation) => Evaluate): WorldModel {
  return {...localModel(environment, environment), scoresIn}
}

/** Means of `end` and `excess` of the trials over plans by scores. */
async function meansOf(environment: Environment, model: WorldModel, n = 10): Promise<readonly number[]> {
  const settings = settingsFor({suites: ['planning-regret'], envs: [environment.id], n, planner: 'quick'})
  const plans = makeStatePlans(settings)(regretWay, SUITES['planning-regret'], environment)
  return meansIn(plans, {set: 'scores', model, values: ['end', 'excess']})
}

/** Mean rank correlation of scores with the truth in one kind of trials. */
async function rankIn(set: string, environment: Environment, model: WorldModel, n = 10): Promise<number> {
  const settings = settingsFor({suites: ['score-ranking'], envs: [environment.id], n, planner: 'quick'})
  const plans = makeStatePlans(settings)(scoreRankingWay, SUITES['score-ranking'], environment)
  const [rho = Number.NaN] = await meansIn(plans, {set, model, values: ['rho']})
  return rho
}

async function meansIn(
  plans: readonly StateSetup[],
  {set, model, values}: {readonly set: string; readonly model: WorldModel; readonly values: readonly string[]},
): Promise<readonly number[]> {
  const plan = plans.find((one) => one.set === set)
  if (!plan) throw new Error('no plan')
  const cell = makeStateCell('fake', model, plan)
  const sums = values.map(() => 0)
  for (const index of cell.trials) {
    const found = (await cell.run(index, signal)).values
    for (const [at, value] of values.entries()) sums[at] = (sums[at] ?? 0) + (found?.[value] ?? Number.NaN)
  }
  return sums.map((sum) => sum / cell.trials.length)
}

it('who scores the end of a candidate alone is held against ends, and who scores its way against ways', async () => {
  const asked = worlds.flatMap((environment) => OBJECTIVES.map((objective) => ({environment, objective})))
  for (const {environment, objective} of rotated(asked, 3)) {
    const model = scoring(environment, (now) => exactObjective(environment, now, objective))
    assert.equal(await meansOf(environment, model, 4), [0, 0], `${environment.id} ${objective}`)
  }
})

it('so are twins that round to single precision or shake by nothing that matters', async () => {
  const asked = [twoRoom, pendulum, pushBlock].flatMap((environment) =>
    ['float32', 'noise-1e-9'].flatMap((name) => OBJECTIVES.map((objective) => ({environment, name, objective}))),
  )
  for (const {environment, name, objective} of rotated(asked, 3)) {
    const twin = {...environment, ...RIGHT_MODELS[name]?.(environment)}
    const model = scoring(environment, (now) => exactObjective(twin, now, objective))
    const means = await meansOf(environment, model, 4)
    assert.ok(
      means.every((mean) => mean < 0.05),
      `${environment.id} ${name} ${objective}: ${means}`,
    )
  }
})

/** Scores by the cost of so many first entries, and a trace of the last so that something always follows them. */
function begun(environment: Environment, share: number): WorldModel {
  return scoring(environment, (now) => {
    const score = exactObjective(environment, now, 'way')
    return ({values, samples, horizon, actionSize}) => {
      const size = horizon * actionSize
      const kept = Math.ceil(share * horizon)
      const begins = values.filter((_, at) => at % size < kept * actionSize)
      const {scores} = score({values: begins, samples, horizon: kept, actionSize})
      const traced = Float64Array.from(scores, (one, at) => one * (1 + 1e-6 * (values[(at + 1) * size - 1] ?? 0)))
      return {scores: traced, lower_is_better: true}
    }
  })
}

it('who scores the beginning of a plan alone is told where candidates part late', async () => {
  for (const environment of rotated(worlds, 2)) {
    assert.is(await rankIn('late-scores', environment, localModel(environment, environment)), 1, environment.id)
    assert.ok((await rankIn('late-scores', environment, begun(environment, 0.5))) < 0.7, environment.id)
  }
})

it('who scores the beginning of a plan alone plans for show: its ends are told', async () => {
  // In cart-pole the second half of a plan costs hardly anything, whatever it is.
  const parting = worlds.filter(({id}) => id !== 'cart-pole')
  for (const environment of rotated(parting, 2))
    assert.ok(((await meansOf(environment, begun(environment, 0.5)))[0] ?? 0) > 0.1, environment.id)
})

it('plans cost what their steps cost in the world', () => {
  const start = {state: Float64Array.of(0.2, 0.5), goal: Float64Array.of(0.4, 0.5)}
  const still = new Float64Array(twoRoom.horizon * twoRoom.actionSize)
  const {way, end} = makePlanCosts(twoRoom, start)(still)
  assert.ok(Math.abs((end[0] ?? 0) - 0.2) < 1e-12)
  assert.ok(Math.abs((way[0] ?? 0) - 0.2 * (twoRoom.horizon - 1 + 5)) < 1e-12)
})

it.run()
