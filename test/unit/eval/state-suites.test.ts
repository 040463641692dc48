// A process of its own: the noise of a shaken model is numbered by process, and files before this one would move on to other noise.
import * as assert from 'uvu/assert'
import type {EvalEpisode} from '#contract/generated/types'
import type {SuiteName} from '#eval/catalogue/suite-table'
import {SUITES} from '#eval/catalogue/suites'
import {nearGoal} from '#eval/kit/goals'
import {RANKED, startOfEpisode} from '#eval/kit/make-actions'
import {makeStateCell, runStateBaselines} from '#eval/kit/make-state-cell'
import type {StateWay} from '#eval/kit/make-state-plans'
import {makeStatePlans} from '#eval/kit/make-state-plans'
import {frozenModel, localModel, subjectModel} from '#eval/kit/make-world-model'
import {collectReferences} from '#eval/kit/run-references'
import {scaledDifference} from '#eval/kit/state-error'
import type {WorldModel} from '#eval/kit/world-model'
import type {Metric} from '#eval/model/suite'
import {counterfactualWay} from '#eval/suite/counterfactual/make-counterfactual-cells'
import {regretWay} from '#eval/suite/planning-regret/make-regret-cells'
import {slopePerDoubling} from '#eval/suite/planning-regret/optimism-slope'
import {rolloutWay} from '#eval/suite/rollout/make-rollout-cells'
import {scoreRankingWay} from '#eval/suite/score-ranking/make-ranking-cells'
import {ASKED_OTHERWISE, isOfScores, RANKING_SETS} from '#eval/suite/score-ranking/ranking-sets'
import {mutantModel} from '#lab/model/mutants'
import {RIGHT_MODELS} from '#lab/model/stranger-models'
import {chosenTranslator} from '#provider/translator/chosen-translator'
import {episodeLabel, seedStream} from '#random/stream'
import {doubleIntegrator} from '#world/environment/double-integrator/double-integrator'
import {pendulum} from '#world/environment/pendulum/pendulum'
import {pushBlock} from '#world/environment/push-block/push-block'
import {twoRoom} from '#world/environment/two-room/two-room'
import {ENVIRONMENTS} from '#world/environments'
import type {Environment} from '#world/model/environment'
import {environmentUnder} from '#world/planner/presets'
import {Tensor} from '#world/tensor/tensor'
import {settingsFor} from '../../support/eval-settings.ts'
import {fakeSubject} from '../../support/fakes/subject.ts'
import {spec} from '../../support/spec.ts'

const it = spec('suites over states')
const {signal} = new AbortController()

type Values = Record<string, number | null>

/** A metric over trials with these values, one trial each. */
function measured(suite: SuiteName, metric: string, trials: readonly Values[]) {
  const found = SUITES[suite].metrics.find(({name}: Metric) => name === metric)
  if (!found) throw new Error(metric)
  const episodes = trials.map(
    (values, episode): EvalEpisode => ({
      suite,
      provider: 'fake',
      env: 'two-room',
      stratum: 'random',
      episode,
      success: true,
      values,
    }),
  )
  return found.measure(episodes, {env: 'two-room', stratum: 'random', seed: 42})
}

const near = (value: number | null | undefined, wanted: number) =>
  assert.ok(Math.abs((value ?? Number.NaN) - wanted) < 1e-8, `${value} instead of ${wanted}`)

const WAYS = {
  rollout: rolloutWay,
  counterfactual: counterfactualWay,
  'score-ranking': scoreRankingWay,
  'planning-regret': regretWay,
} satisfies Partial<Record<SuiteName, StateWay>>

function plansOf(suite: keyof typeof WAYS, environment: Environment, n = 6) {
  const settings = settingsFor({suites: [suite], envs: [environment.id], n, planner: 'quick'})
  return makeStatePlans(settings)(WAYS[suite], SUITES[suite], environment)
}

/** Episodes of a model in the first kind of trials, or the named one. */
async function trials(
  suite: keyof typeof WAYS,
  model: WorldModel,
  given: {environment?: Environment; set?: string; n?: number} = {},
) {
  const {environment = twoRoom, set, n} = given
  const plan = plansOf(suite, environment, n).find((one) => set === undefined || one.set === set)
  if (!plan) throw new Error('no plan')
  const cell = makeStateCell('fake', model, plan)
  const episodes = []
  for (const index of cell.trials) episodes.push(await cell.run(index, signal))
  return episodes
}

const exact = (environment: Environment = twoRoom) => localModel(environment, environment)
const wrong = (name: string, environment: Environment = twoRoom) =>
  localModel(environment, mutantModel(name, environment))

it('skill holds the error against a world that stands still', () => {
  const pair = [
    {'error@8': 0.3, 'moved@8': 1},
    {'error@8': 0.4, 'moved@8': 1},
  ]
  near(measured('rollout', 'skill@8', pair)?.estimate, 1 - Math.sqrt(0.125))
  near(measured('rollout', 'nrmse@8', pair)?.estimate, Math.sqrt(0.125))
  near(measured('rollout', 'skill@8', [{'error@8': 2, 'moved@8': 1}])?.estimate, -1)
  const still = measured('rollout', 'skill@8', [{'error@8': 0.3, 'moved@8': 0}])
  assert.equal([still?.estimate, still?.n, still?.reason], [null, 1, 'no_motion'])
  assert.is(measured('rollout', 'valid_horizon', [{valid_horizon: 33}, {valid_horizon: 1}])?.estimate, 17)
})

it('skill and its interval are exact where the model is', () => {
  const found = measured('rollout', 'skill@8', Array(20).fill({'error@8': 0, 'moved@8': 0.5}))
  assert.equal([found?.estimate, found?.ci?.low, found?.ci?.high, found?.ci?.method], [1, 1, 1, 'bca'])
})

it('the gain is a ratio of sums, and a state without a difference has no cosine', () => {
  const values = [
    {cosine: 1, product: 1, square: 2},
    {cosine: 0.5, product: 2, square: 4},
    {cosine: null, product: 0, square: 0},
  ]
  near(measured('counterfactual', 'cf_gain', values)?.estimate, 0.5)
  const cosine = measured('counterfactual', 'cf_cosine', values)
  assert.equal([cosine?.estimate, cosine?.n], [0.75, 2])
  const none = measured('counterfactual', 'cf_gain', [{cosine: null, product: 0, square: 0}])
  assert.equal([none?.estimate, none?.reason], [null, 'no_difference'])
})

it('rankings and regrets are means over states', () => {
  near(measured('score-ranking', 'rank_rho', [{rho: 1}, {rho: -0.5}])?.estimate, 0.25)
  near(measured('score-ranking', 'elite_recall', [{recall: 1}, {recall: 0}])?.estimate, 0.5)
  near(measured('planning-regret', 'regret_norm', [{regret: 0.1}, {regret: 0.3}, {regret: null}])?.estimate, 0.2)
})

it('the slope is the growth of the gap each time the search doubles', () => {
  near(slopePerDoubling([0, Math.log2(3), Math.log2(10)]), 1)
  near(slopePerDoubling([2, 2, 2]), 0)
  near(slopePerDoubling([0, -0.5 * Math.log2(3), -0.5 * Math.log2(10)]), -0.5)
})

it('states differ in units of their scale, angles the short way round', () => {
  const [angle, speed] = scaledDifference(
    pendulum,
    {states: [Math.PI - 0.1, 1], at: 0},
    {states: [9, 9, -Math.PI + 0.1, 0], at: 2},
  )
  near(angle, -0.2 / 0.244)
  near(speed, 1 / 0.985)
})

it('an exact model is exact, in every suite and kind of trial', async () => {
  for (const set of ['random', 'on-policy']) {
    for (const {values} of await trials('rollout', exact(), {set}))
      assert.equal([values?.['error@8'], values?.['valid_horizon']], [0, 33])
  }
  for (const {values} of await trials('counterfactual', exact())) {
    assert.is(values?.['cosine'], 1)
    assert.is(values?.['product'], values?.['square'])
  }
  for (const set of RANKING_SETS) {
    for (const {values} of await trials('score-ranking', exact(), {set}))
      assert.equal(values, {rho: 1, tau: 1, recall: 1, regret: 0, ...(ASKED_OTHERWISE.includes(set) && {loss: 0})}, set)
  }
  for (const {values} of await trials('planning-regret', exact()))
    assert.equal([values?.['excess'], values?.['gap@10'], values?.['slope']], [0, 0, 0])
})

it('a model in which nothing moves is worth nothing', async () => {
  const frozen = frozenModel(twoRoom)
  for (const {values} of await trials('rollout', frozen)) assert.is(values?.['error@8'], values?.['moved@8'])
  for (const {values} of await trials('counterfactual', frozen))
    assert.equal([values?.['cosine'], values?.['product']], [0, 0])
  for (const {values, reason} of await trials('score-ranking', frozen))
    assert.equal([values?.['rho'], values?.['tau'], reason], [0, 0, 'constant_scores'])
  for (const {values} of await trials('planning-regret', frozen)) assert.ok((values?.['excess'] ?? 0) > 0.2)
})

it('a model with the sign turned reacts the wrong way round', async () => {
  for (const {values} of await trials('counterfactual', wrong('sign-flip', doubleIntegrator), {
    environment: doubleIntegrator,
  })) {
    near(values?.['cosine'], -1)
    near((values?.['product'] ?? 0) / (values?.['square'] ?? 1), -1)
  }
})

it('a weaker model has its weakness as gain, and ranks random plans well', async () => {
  for (const {values} of await trials('counterfactual', wrong('gain-0.7', doubleIntegrator), {
    environment: doubleIntegrator,
  }))
    near((values?.['product'] ?? 0) / (values?.['square'] ?? 1), 0.7)
})

it('a provider that only scores is ranked by its own scores, whichever end is good', async () => {
  const scorer = fakeSubject({capabilities: ['score'], batched: false})
  const turned = fakeSubject({
    capabilities: ['score'],
    batched: false,
    async score(request, use) {
      const reply = await scorer.score(request, use)
      return {...reply, scores: reply.scores.map((score) => -score), lowerIsBetter: false}
    },
  })
  const rhos = async (subject: typeof scorer) => {
    const model = subjectModel(subject, twoRoom)
    if (!model) throw new Error('no model')
    assert.is(model.forecast, undefined)
    return (await trials('score-ranking', model, {set: 'random-scores'})).map(({values}) => values?.['rho'] ?? 0)
  }
  const plain = await rhos(scorer)
  assert.ok(plain.every((rho) => rho === 1))
  assert.equal(await rhos(turned), plain)
  const model = subjectModel(scorer, twoRoom)
  if (!model) throw new Error('no model')
  for (const {values, reason} of await trials('planning-regret', model, {set: 'scores'}))
    assert.equal([values?.['excess'], values?.['slope'], reason], [0, undefined, 'own_unit'])
})

it('who predicts rightly and scores as if there were no wall pays for plans made by its scores', async () => {
  const blind = fakeSubject({}, (environment) => mutantModel('no-wall', environment))
  const half = fakeSubject({score: (request, use) => blind.score(request, use)})
  const model = subjectModel(half, twoRoom)
  if (!model) throw new Error('no model')
  const worst = async (set: string) =>
    Math.max(...(await trials('planning-regret', model, {set})).map(({values}) => values?.['excess'] ?? 0))
  assert.is(await worst('forecasts'), 0)
  assert.ok((await worst('scores')) > 0.5)
})

it('who scores without speed, or as if there were no wall, is told where something stops', async () => {
  const scoring = (environment: Environment, cost: Environment['cost']): WorldModel => ({
    ...exact(environment),
    scoresIn: localModel({...environment, cost}, environment).evaluateIn,
  })
  const rankOf = async (set: string, environment: Environment, cost: Environment['cost']) => {
    const found = await trials('score-ranking', scoring(environment, cost), {environment, set, n: 24})
    return found.reduce((sum, {values}) => sum + (values?.['rho'] ?? 0), 0) / found.length
  }
  const ofPlace: Environment['cost'] = (states, goal, from = 0) => pendulum.cost([states[from] ?? 0, 0], goal)
  assert.ok((await rankOf('random-scores', pendulum, ofPlace)) > 0.9)
  assert.ok((await rankOf('contact-scores', pendulum, ofPlace)) < 0.5)
  const straight: Environment['cost'] = (states, goal, from = 0) =>
    Math.hypot((states[from] ?? 0) - (goal[0] ?? 0), (states[from + 1] ?? 0) - (goal[1] ?? 0))
  assert.ok((await rankOf('contact-scores', twoRoom, straight)) < 0.7)
  for (const environment of ENVIRONMENTS.values())
    near(await rankOf('contact-scores', environment, environment.cost), 1)
})

it('candidates that truly come to the same are not put in order by noise of 1e-6 a step', async () => {
  const shaken = subjectModel(
    fakeSubject({}, (environment) => RIGHT_MODELS['noise-1e-6']?.(environment) ?? environment),
    pushBlock,
  )
  if (!shaken) throw new Error('no model')
  const found = await trials('score-ranking', shaken, {environment: pushBlock, set: 'near-goal'})
  const rhos = found.flatMap(({values}) => (typeof values?.['rho'] === 'number' ? [values['rho']] : []))
  const mean = rhos.reduce((sum, rho) => sum + rho, 0) / rhos.length
  // Without that the mean is below 0.5.
  assert.ok(mean > 0.9 && rhos.every((rho) => rho > 0.8), rhos.join(' '))
})

it('who predicts rightly and scores wrongly is known by the scores, in each of the ways to be wrong', async () => {
  const exactScores = fakeSubject()
  const scoring = (spoil: (scores: readonly number[], actions: Float64Array) => readonly number[]) =>
    fakeSubject({
      async score(request, use) {
        const reply = await exactScores.score(request, use)
        const actions =
          request.action_candidates instanceof Tensor ? request.action_candidates.toFloat64() : new Float64Array()
        return {...reply, scores: spoil(reply.scores, actions)}
      },
    })
  const lowest = async (subject: ReturnType<typeof fakeSubject>) => {
    const model = subjectModel(subject, twoRoom)
    if (!model) throw new Error('no model')
    const means: number[] = []
    for (const set of RANKING_SETS) {
      const rhos = (await trials('score-ranking', model, {set})).map(({values}) => values?.['rho'] ?? 0)
      if (!isOfScores(set))
        assert.ok(
          rhos.every((rho) => rho === 1),
          set,
        )
      else means.push(rhos.reduce((sum, rho) => sum + rho, 0) / rhos.length)
    }
    return Math.min(...means)
  }
  assert.is(await lowest(exactScores), 1)
  // From another unit no order changes.
  assert.is(await lowest(scoring((scores) => scores.map((score) => 3 * score - 7))), 1)
  assert.ok((await lowest(scoring((scores) => scores.map((score) => Math.abs(Math.sin(score * 1e4)))))) < 0.4)
  assert.ok((await lowest(scoring((scores) => scores.map((score) => -score)))) < -0.9)
  const byActions = scoring((scores, actions) => {
    const size = actions.length / scores.length
    return scores.map((_, at) =>
      actions.subarray(at * size, (at + 1) * size).reduce((sum, value) => sum + value ** 2, 0),
    )
  })
  assert.ok((await lowest(byActions)) < 0.6)
  const nearGoalOnly = scoring((scores) => (Math.min(...scores) < 3 ? scores.map((score) => -score) : scores))
  assert.ok((await lowest(nearGoalOnly)) < 0)
})

it('a start near the goal is one in every environment, and no wall holds it', () => {
  for (const environment of ENVIRONMENTS.values()) {
    for (const episode of [0, 1, 2]) {
      const key = {seed: 42, environment: environment.key, stratum: environment.strata[0], episode}
      const start = startOfEpisode(environment, key)
      const near = nearGoal(environment, start, seedStream(episodeLabel(key, 'noise')))
      const [before, after] = [environment.cost(start.state, start.goal), environment.cost(near.state, start.goal)]
      assert.ok(after < 0.1 * before || after < 0.02, `${environment.id}: ${before} and then ${after}`)
    }
  }
})

it('one call an entry sees what the batch sees', async () => {
  const calls = subjectModel(fakeSubject({batched: false}), twoRoom)
  const batch = subjectModel(fakeSubject(), twoRoom)
  if (!calls || !batch) throw new Error('no model')
  assert.equal(await trials('score-ranking', calls), await trials('score-ranking', batch))
  assert.equal(await trials('rollout', calls), await trials('rollout', batch))
})

it('states that are no numbers, and what a provider raises, are errors of that trial alone', async () => {
  let asked = 0
  const model = subjectModel(
    fakeSubject({
      async predictBatch(request, use) {
        const answer = await fakeSubject().predictBatch(request, use)
        if (++asked === 2) throw new Error('own')
        if (asked === 1) answer.bytes.fill(0xff)
        return answer
      },
    }),
    twoRoom,
  )
  if (!model) throw new Error('no model')
  const [first, second, ...rest] = await trials('rollout', model)
  assert.equal([first?.success, first?.error?.code, first?.error?.kind], [false, 'world_state_invalid', 'wrong'])
  assert.equal([second?.success, second?.error?.code, second?.error?.kind], [false, 'internal', 'wrong'])
  assert.ok(rest.every(({success}) => success))
})

it('starts go round the strata, and a smaller count is a prefix', async () => {
  const starts = (await trials('rollout', exact())).map(({start}) => `${start?.stratum} ${start?.episode}`)
  assert.equal(starts.slice(0, 4), ['cross 0', 'same-room 0', 'cross 1', 'same-room 1'])
  const [few] = plansOf('score-ranking', twoRoom, 2)
  if (!few) throw new Error('no plan')
  const cell = makeStateCell('fake', exact(), few)
  const made = [await cell.run(0, signal), await cell.run(1, signal)]
  assert.equal((await trials('score-ranking', exact())).slice(0, 2), made)
})

it('floor and ceiling stand on the same trials', async () => {
  const [plan] = plansOf('score-ranking', twoRoom)
  if (!plan) throw new Error('no plan')
  const {random, frozen, oracle} = await collectReferences(
    (trial) => runStateBaselines(plan, trial, signal),
    plan.trials,
    signal,
  )
  assert.equal([random.length, frozen.length, oracle.length], [6, 6, 6])
  assert.ok(oracle.every(({values}) => values?.['rho'] === 1))
  assert.ok(random.every(({values}) => Math.abs(values?.['rho'] ?? 1) < 0.5))
  assert.is(RANKED, 64)
})

it('rows of several commands that no usual plan fills are asked about in plans of the planner, others as usual', () => {
  const paced = environmentUnder('swm', twoRoom)
  const settings = settingsFor({suites: ['score-ranking'], envs: ['two-room'], n: 6, planner: 'swm'})
  const lengthsWith = (rows: object | undefined) => {
    const translator =
      rows && chosenTranslator('own', {schema_version: 1, name: 'own', provider: 'leworldmodel', actions: rows})
    const [plan] = makeStatePlans({...settings, translator})(scoreRankingWay, SUITES['score-ranking'], paced)
    return [plan?.environment.horizon, plan?.environment.block]
  }
  const usual = [twoRoom.horizon, twoRoom.block]
  assert.equal(lengthsWith(undefined), usual)
  assert.equal(lengthsWith({flatten: true, steps: 3}), usual)
  assert.equal(lengthsWith({flatten: true, steps: 5}), [5, 5])
})

it.run()
