// Counts no coverage: whole suites against many models, whose lines the tests of each suite run too.
import {readFileSync} from 'node:fs'
import * as assert from 'uvu/assert'
import type {EvalEpisode} from '#contract/generated/types'
import {suitesNamed} from '#eval/catalogue/suites'
import {makeMetaCell} from '#eval/examine/make-meta-cell'
import {MUST_KILL, meta} from '#eval/examine/meta'
import {caseName} from '#eval/examine/meta-set'
import {metaTrials} from '#eval/examine/meta-trials'
import {compareTwins, runExamination} from '#eval/examine/run-examination'
import {openEvalLibrary} from '#eval/execute/open-library'
import type {EvalSettings} from '#eval/model/eval-settings'
import {harmCurves} from '#eval/report/harm-curves'
import {operatorsIn} from '#lab/mutation/operators'
import {Assay} from '#provider/assay'
import {ZOO} from '#provider/catalogue/builtin-profiles'
import {environmentOf, WORLDS} from '#world/environments'
import {rotated} from '../../support/depth.ts'
import {settingsFor} from '../../support/eval-settings.ts'
import {spec} from '../../support/spec.ts'
import {makeCells} from '../../support/suite-cells.ts'

const it = spec('our own suites on trial')
const {signal} = new AbortController()
const LIMIT_MS = 60_000
const library = openEvalLibrary(
  (eventHandler) => new Assay({eventHandler}),
  () => undefined,
)
const ALL = [...WORLDS.values()]
const {matrix} = JSON.parse(readFileSync('fixtures/meta/kill-matrix.json', 'utf8'))

const settingsOf = (suites: readonly string[], n = 24): EvalSettings =>
  settingsFor({suites, envs: ['two-room'], planner: 'quick', n})

function examined(provider: string, suites: readonly string[], n?: number) {
  const settings = settingsOf(suites, n)
  const environment = environmentOf('two-room')
  return runExamination({provider, environment, settings, library, cellsOf: makeCells}, signal)
}

const episode = (stratum: string, part: string, success: boolean): EvalEpisode => ({
  suite: 'meta',
  provider: 'analytic',
  env: 'two-room',
  stratum,
  episode: 0,
  case: part,
  success,
})

function value(metric: string, episodes: readonly EvalEpisode[]) {
  const found = meta.metrics.find(({name}) => name === metric)
  if (!found) throw new Error(metric)
  return found.measure(episodes, {env: '*', stratum: '*', seed: 42})
}

it('every wrong provider is on trial in every environment where it makes sense, and a hundred twins', () => {
  const trials = metaTrials(ALL)
  const tried = new Set(trials.map(({provider}) => provider))
  for (const name of ZOO) assert.ok(tried.has(`zoo.${name}`), name)
  assert.is(trials.filter(({set}) => set === 'twin').length, 100)
  assert.equal(
    trials.flatMap(({set, provider, judges}) => (set === 'exact' ? [[provider, judges]] : [])),
    [...ALL.map(() => ['analytic', undefined]), ['zoo.honest', ['calibration']], ['observer', undefined]],
  )
  const names = trials.map(({environment, part}) => `${environment.id} ${part}`)
  assert.is(new Set(names).size, names.length)
  for (const {part} of trials) assert.match(part, /^[a-z0-9-]+$/)
})

it('every held-out operator is on trial in one environment, with two of its magnitudes, and none of the others is', () => {
  const mutants = metaTrials(ALL).flatMap(({mutant, set}) => (set === 'mutant' && mutant ? [mutant] : []))
  assert.equal(
    [...new Set(mutants.map(({operator}) => operator.name))].sort(),
    operatorsIn('held-out')
      .map(({name}) => name)
      .sort(),
  )
  assert.is(mutants.length, 2 * operatorsIn('held-out').length)
  const one = metaTrials([environmentOf('two-room')]).filter(({set}) => set === 'mutant')
  assert.ok(one.length > 20 && one.every(({environment}) => environment.id === 'two-room'))
})

it('what must be killed is on trial as harmful', () => {
  const harmful = new Set(metaTrials(ALL).flatMap(({set, part}) => (set === 'harmful' ? [part] : [])))
  for (const name of MUST_KILL) assert.ok(harmful.has(caseName(name)), name)
})

it('the matrix names what kills every harmful model and shows every visible one', () => {
  for (const {set, part, environment} of metaTrials(ALL)) {
    if (set !== 'harmful' && set !== 'visible') continue
    const {label, suites} = matrix[environment.id][part]
    assert.is(label, set, `${part} in ${environment.id}`)
    assert.ok(suites.length > 0, `${part} in ${environment.id}`)
  }
})

it('rates and survivors are counted over the trials they speak of', () => {
  const episodes = [
    episode('exact', 'analytic', true),
    episode('harmful', 'frozen', true),
    episode('harmful', 'noise-5-', false),
    episode('harmful', 'nan', false),
    episode('visible', 'gain-0-7', false),
    ...Array.from({length: 20}, (_, at) => episode('twin', `twin-${at}`, at > 0)),
  ]
  assert.is(value('kill_rate', episodes)?.estimate, 1 / 3)
  assert.is(value('survivors', episodes)?.estimate, 1)
  assert.is(value('unseen', episodes)?.estimate, 1)
  assert.is(value('exact_failures', episodes)?.estimate, 0)
  const alarms = value('false_alarm_rate', episodes)
  assert.equal([alarms?.estimate, alarms?.n], [0.05, 20])
})

it('shares found and the least harm come from what the trials of mutants recorded, and the report draws them', () => {
  const mutant = (part: string, harm: number, killers: readonly string[]): EvalEpisode => ({
    ...episode('mutant', part, true),
    values: {step: harm, regret: 0, lost: 0, claims: 0, ...Object.fromEntries(killers.map((name) => [name, 1]))},
  })
  const episodes = [
    mutant('a', 0.3, ['fidelity', 'contract']),
    mutant('b', 0.06, ['fidelity']),
    mutant('c', 0.03, []),
    mutant('d', 0.0001, []),
    episode('mutant', 'ended-in-an-error', false),
  ]
  assert.is(value('found_above_0.05', episodes)?.estimate, 1)
  assert.is(value('found_above_0.02', episodes)?.estimate, 2 / 3)
  assert.is(value('least_harm_found', episodes)?.estimate, 0.05)
  const facts = {suite: meta, provider: 'analytic', env: '*', stratum: '*', seed: 42}
  const cell = {
    facts: {...facts, planner: null, successMode: null, envStepBudget: null},
    planned: 5,
    episodes,
    wallMs: 0,
  }
  const {tables, charts} = harmCurves([cell])
  assert.equal(
    tables[0]?.rows.map((row) => row.slice(0, 5)),
    [
      ['all suites', 0.02, 0.05, 1, 0],
      ['all suites', 0.05, 0.1, 1, 1],
      ['all suites', 0.2, 0.5, 1, 1],
      ['contract', 0.02, 0.05, 1, 0],
      ['contract', 0.05, 0.1, 1, 0],
      ['contract', 0.2, 0.5, 1, 1],
      ['fidelity', 0.02, 0.05, 1, 0],
      ['fidelity', 0.05, 0.1, 1, 1],
      ['fidelity', 0.2, 0.5, 1, 1],
    ],
  )
  assert.equal(tables[1]?.rows, [
    ['all suites', 0.05],
    ['contract', 0.2],
    ['fidelity', 0.05],
  ])
  assert.equal(
    charts[0]?.series.map(({label}) => label),
    ['all suites', 'contract', 'fidelity'],
  )
  assert.equal(harmCurves([{...cell, episodes: [episode('exact', 'analytic', true)]}]), {tables: [], charts: []})
})

it(
  'cells of the matrix hold: the exact model passes, a wrong one is failed by the suites it names',
  async () => {
    const cheap = ['contract', 'determinism', 'counterfactual', 'score-ranking']
    const exact = await examined('analytic', cheap)
    assert.ok(exact.outcomes.every(({state}) => state === 'pass'))
    for (const name of rotated(['frozen', 'sign-flip', 'unseeded', 'best-index-liar', 'self-praising'], 2)) {
      const {outcomes} = await examined(`zoo.${name}`, cheap)
      const killers = new Set(outcomes.filter(({state}) => state === 'fail').map(({select}) => select.split('/')[0]))
      const wanted = matrix['two-room'][name]?.suites ?? matrix['double-integrator'][name].suites
      assert.ok(killers.size > 0, name)
      for (const suite of killers) assert.ok(wanted.includes(suite), `${name} by ${suite}`)
    }
  },
  LIMIT_MS,
)

it(
  'suites that cannot fail let a wrong model live, and the trial says so',
  async () => {
    const toothless = settingsOf(['meta'], 1)
    const blunt: typeof makeCells = (course) => {
      const {ready, notRun} = makeCells(course)
      const suite = {...course.suite, metrics: []}
      return {ready: ready.map(({cell}) => ({cell: {...cell, suite}})), notRun}
    }
    const subject = await library.subject('analytic')
    const cell = makeMetaCell(meta, subject, {
      settings: {...toothless, size: 'smoke', trialsOf: () => 9},
      library,
      cellsOf: blunt,
      // Which suites cannot fail is no matter: few of them are quick.
      suitesOf: (names) => suitesNamed(names).filter(({name}) => ['contract', 'calibration'].includes(name)),
    })
    const trials = metaTrials(toothless.environments)
    const index = trials.findIndex(({part}) => part === 'order-sensitive')
    const {success, reason} = await cell.run(index, signal)
    assert.equal([success, reason], [false, 'no gate failed'])
    const missed = await cell.run(
      trials.findIndex(({part}) => part === 'confidence-4' || part === 'confidence-3'),
      signal,
    )
    assert.is(missed.success, false)
    assert.match(missed.reason ?? '', /^no gate failed, and its harm is 0\./)
    assert.ok((missed.values?.['claims'] ?? 0) > 0.05)
  },
  LIMIT_MS,
)

it(
  'a model beside itself is no regression, beside a better one it is',
  async () => {
    const suites = ['counterfactual', 'score-ranking']
    const exact = await examined('analytic', suites, 24)
    const weak = await examined('zoo.noise-5%', suites, 24)
    const failed = (outcomes: ReturnType<typeof compareTwins>) => outcomes.filter(({state}) => state === 'fail')
    assert.equal(failed(compareTwins(weak, weak)), [])
    assert.ok(failed(compareTwins(exact, weak)).length > 0)
    assert.equal(failed(compareTwins(weak, exact)), [])
  },
  LIMIT_MS,
)

it.run()
