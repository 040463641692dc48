import * as assert from 'uvu/assert'
import type {EvalEpisode} from '#contract/generated/types'
import {runExamination} from '#eval/examine/run-examination'
import {openEvalLibrary} from '#eval/execute/open-library'
import {makeStatePlans} from '#eval/kit/make-state-plans'
import {pairedEffect} from '#eval/metric/paired-effect'
import type {EvalRequest} from '#eval/model/eval-options'
import {type Metric, metricsFor} from '#eval/model/suite'
import {reliabilityDiagrams, reliabilityTables} from '#eval/report/reliability'
import {askAllClaims} from '#eval/suite/calibration/ask-all-claims'
import {calibration} from '#eval/suite/calibration/calibration'
import {zooProvider} from '#lab/adapter/zoo'
import {modelProvider} from '#provider/adapter/analytic/model-provider'
import {Assay} from '#provider/assay'
import {ANALYTIC} from '#provider/catalogue/builtin-profiles'
import type {Metadata, PredictAnswer, Provider} from '#provider/model/provider'
import {doubleIntegrator} from '#world/environment/double-integrator/double-integrator'
import {Tensor} from '#world/tensor/tensor'
import {settingsFor} from '../../support/eval-settings.ts'
import {spec} from '../../support/spec.ts'
import {makeCells} from '../../support/suite-cells.ts'

const it = spec('calibration')
const {signal} = new AbortController()
const LIMIT_MS = 60_000
const PROFILE: typeof ANALYTIC = {...ANALYTIC, name: 'guest', capabilities: ['predict', 'score']}

function settingsOf(request: EvalRequest = {}) {
  return settingsFor({
    suites: ['calibration'],
    envs: ['double-integrator'],
    planner: 'quick',
    n: 40,
    ...request,
  })
}

function libraryWith(guest?: Provider) {
  return openEvalLibrary(
    (eventHandler) => {
      const assay = new Assay({eventHandler})
      if (guest) assay.registerProvider(guest)
      return assay
    },
    () => undefined,
  )
}

async function examined(provider: string, request?: EvalRequest, guest?: Provider) {
  const settings = settingsOf(request)
  const place = {provider, environment: doubleIntegrator, library: libraryWith(guest), cellsOf: makeCells}
  return runExamination({...place, settings}, signal)
}

/** The exact model that says this of each prediction, the calls counted from 0. */
function claiming(claimsOf: (call: number) => Metadata): Provider {
  const exact = modelProvider(PROFILE, (environment) => environment)
  let calls = 0
  return {
    ...exact,
    async predict(request, context): Promise<PredictAnswer> {
      const answer = await exact.predict?.(request, context)
      if (!answer) throw new Error('the exact model predicts')
      return {...answer, claims: claimsOf(calls++)}
    },
  }
}

let honest: ReturnType<typeof examined> | undefined
/** At the size at which it passes. */
const examinedHonest = () => {
  honest ??= examined('zoo.honest')
  return honest
}

const failed = ({outcomes}: Awaited<ReturnType<typeof examined>>) =>
  outcomes.filter(({state}) => state === 'fail').map(({metric, select}) => `${select.split('/')[2]} ${metric}`)

it(
  'who tells the truth about its errors passes; who is too sure or too little is failed',
  async () => {
    const {cells, outcomes} = await examinedHonest()
    assert.equal(new Set(cells.map(({facts}) => facts.stratum)), new Set(calibration.sets))
    assert.ok(
      outcomes.every(({state}) => state === 'pass'),
      JSON.stringify(outcomes.filter(({state}) => state !== 'pass')),
    )
    const sure = failed(await examined('zoo.overconfident', {n: 12}))
    for (const row of ['forecast coverage@50', 'forecast coverage@90']) assert.ok(sure.includes(row), `${sure}`)
    const timid = failed(await examined('zoo.underconfident', {n: 16}))
    for (const row of ['forecast coverage@50', 'confidence probability_bias', 'outcome probability_bias'])
      assert.ok(timid.includes(row), `${row}: ${timid}`)
  },
  LIMIT_MS,
)

/** The honest model, whose sigma is this many times what it says, by steps ahead and entry of the state. */
function claimingSigma(timesOf: (ahead: number) => number): Provider {
  const exact = zooProvider('honest')
  return {
    ...exact,
    profile: PROFILE,
    async predictBatch(request, context) {
      const answer = await exact.predictBatch?.(request, context)
      if (!answer?.sigma) throw new Error('the honest one states a sigma')
      const [, steps = 1, entries = 1] = answer.sigma.shape
      const told = answer.sigma.toFloat64().map((one, at) => one * timesOf((Math.floor(at / entries) % steps) + 1))
      return {...answer, sigma: Tensor.of('float64', answer.sigma.shape, told)}
    },
  }
}

it(
  'a sigma that is wrong so many steps ahead, and right over all, is failed where it is wrong',
  async () => {
    const atSixteen = failed(
      await examined(
        'guest',
        {n: 80},
        claimingSigma((ahead) => (ahead === 16 ? 3 : 1)),
      ),
    )
    assert.equal(atSixteen, ['forecast coverage50@16'])
  },
  LIMIT_MS,
)

it(
  'praise of oneself is failed here, and moves no number anywhere else',
  async () => {
    assert.ok(failed(await examined('zoo.self-praising')).includes('confidence probability_bias'))
    const others = {suites: ['counterfactual', 'rollout', 'closed-loop', 'invariants'], n: 5}
    const [one, other] = [await examined('zoo.self-praising', others), await examined('zoo.frozen', others)]
    const anonymous = (rows: typeof one.rows) => rows.map(({row_id, provider, ...row}) => row)
    assert.equal(anonymous(one.rows), anonymous(other.rows))
  },
  LIMIT_MS,
)

it('without a named provider the honest speaker is tried, for the exact model states nothing', () => {
  assert.equal(settingsFor({suites: ['calibration']}).providers, ['zoo.honest'])
  assert.equal(settingsFor({suites: ['calibration', 'rollout']}).providers, ['analytic'])
})

it('who states nothing is not tried, with the reason', async () => {
  const settings = settingsOf()
  for (const [name, guest, reason] of [
    ['analytic', undefined, 'states_no_uncertainty'],
    ['guest', claiming(() => ({confidence: null, mood: 'good'})), 'states_no_uncertainty'],
    [
      'guest',
      {...claiming(() => ({})), predict: () => ({}) as PredictAnswer},
      'first_question_failed (world_state_invalid)',
    ],
  ] as const) {
    const library = libraryWith(guest)
    const subject = await library.subject(name)
    const environments = [doubleIntegrator]
    const stated = await askAllClaims(subject, {suites: [calibration], environments, seed: 42}, signal)
    const statePlans = makeStatePlans(settings)
    const {ready, notRun} = makeCells({
      suite: calibration,
      subject,
      environments,
      settings,
      stated,
      statePlans,
      library,
    })
    assert.equal([ready.length, notRun.map((one) => [one.env, one.reason])], [0, [['double-integrator', reason]]])
  }
})

it('a statement that is no probability, or that is left out when it does not suit, is a counted error', async () => {
  for (const later of [{confidence: 1.2}, {confidence: Number.NaN}, {confidence: 'high'}, {}]) {
    const guest = claiming((call) => (call === 0 ? {confidence: 0.9} : later))
    const {cells, outcomes} = await examined('guest', {n: 3}, guest)
    const episodes = cells.flatMap((cell) => cell.episodes)
    assert.equal(
      episodes.map(({error, values}) => [error?.code, error?.kind, values]),
      Array(3).fill(['contract_violation', 'wrong', undefined]),
    )
    assert.is(outcomes[0]?.state, 'fail')
    assert.ok(outcomes.slice(1).every(({state}) => state === 'inconclusive'))
  }
})

it('a sigma below 0 or of another shape never leaves the library', async () => {
  const exact = zooProvider('honest')
  for (const spoil of [
    (sigma: Tensor) => Tensor.of('float64', sigma.shape, sigma.toFloat64().fill(-1, 0, 1)),
    (sigma: Tensor) => Tensor.of('float64', [sigma.toFloat64().length], sigma.toFloat64()),
  ]) {
    const guest: Provider = {
      ...exact,
      profile: PROFILE,
      async predictBatch(request, context) {
        const answer = await exact.predictBatch?.(request, context)
        if (!answer?.sigma) throw new Error('the honest one states a sigma')
        return {...answer, sigma: spoil(answer.sigma)}
      },
    }
    const subject = await libraryWith(guest).subject('guest')
    const {fault} =
      (await askAllClaims(subject, {suites: [calibration], environments: [doubleIntegrator], seed: 42}, signal)).get(
        'double-integrator',
      ) ?? {}
    assert.is(fault, 'contract_violation')
  }
})

const trial = (episode: number, values: Record<string, number>): EvalEpisode => ({
  suite: 'calibration',
  provider: 'fake',
  env: 'two-room',
  stratum: 'confidence',
  episode,
  success: true,
  values,
})
const place = {env: 'two-room', stratum: 'confidence', seed: 42}

function metricOf(name: string): Metric {
  const found = calibration.metrics.find((metric) => metric.name === name)
  if (!found) throw new Error(name)
  return found
}

it('scores are means over all that was stated; the calibration error has no interval, and no rule passes on it', () => {
  const episodes = [
    trial(0, {'stated.0': 0.78, 'came.0': 0, 'stated.1': 1, 'came.1': 1}),
    trial(1, {'stated.0': 1, 'came.0': 1, 'stated.1': 1, 'came.1': 1}),
  ]
  const value = (name: string) => metricOf(name).measure(episodes, place)?.estimate
  assert.ok(Math.abs((value('brier') ?? 0) - 0.6084 / 4) < 1e-12)
  assert.ok(Math.abs((value('probability_bias') ?? 0) - 0.78 / 4) < 1e-12)
  const {estimate, ci, n} = metricOf('ece').measure(episodes, place) ?? {}
  assert.equal([estimate, ci, n], [0.195, null, 2])
  assert.is(metricOf('ece').measure([trial(0, {})], place)?.estimate, null)
})

it('every kind of statement has the metrics that speak of it alone', () => {
  const names = (stratum: string) => metricsFor({suite: calibration, env: 'two-room', stratum}).map(({name}) => name)
  assert.ok(names('forecast').includes('coverage@90') && !names('forecast').includes('brier'))
  assert.equal(names('outcome'), ['brier', 'log_loss', 'ece', 'probability_bias', 'brier_excess'])
})

it('of two sides the better one is nearer to the truth, not the one that covers more', () => {
  const side = (share: number) =>
    Array.from({length: 40}, (_, at) => trial(at, {within90: share + (at % 2 ? 0.02 : -0.02), answers: 24}))
  const effect = (base: number, candidate: number) => {
    const found = pairedEffect(metricOf('coverage@90'), {base: side(base), candidate: side(candidate)}, place)
    return 'why' in found ? Number.NaN : found.estimate
  }
  assert.ok(Math.abs(effect(0.98, 0.9) - 0.08) < 1e-9)
  assert.ok(Math.abs(effect(0.9, 0.98) + 0.08) < 1e-9)
})

it('the diagram and its table tell what was stated and what came', async () => {
  const {cells} = await examinedHonest()
  const diagrams = reliabilityDiagrams(cells)
  assert.is(diagrams.length, 3)
  const [forecast] = diagrams
  assert.equal(
    forecast?.bins.map(({stated}) => stated),
    [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9],
  )
  for (const {stated, observed} of forecast?.bins ?? []) assert.ok(Math.abs(stated - observed) < 0.06, `${stated}`)
  const [table] = reliabilityTables(diagrams)
  assert.is(table?.rows.length, diagrams.flatMap(({bins}) => bins).length)
  assert.equal(reliabilityTables([]), [])
})

it.run()
