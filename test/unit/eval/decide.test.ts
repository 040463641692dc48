import * as assert from 'uvu/assert'
import type {EvalEpisode, EvalRow, GateDocument, RuleOutcome} from '#contract/generated/types'
import {SUITES} from '#eval/catalogue/suites'
import {cellSequence, familySize} from '#eval/judge/deciding-rules'
import {RunWatch} from '#eval/judge/run-watch'
import {estimateUntilDecided, NOT_FIXED} from '#eval/metric/anytime'
import type {Cell, CellResult} from '#eval/model/cell'
import type {EvalRequest} from '#eval/model/eval-options'
import type {EvalPlan} from '#eval/model/eval-plan'
import type {Metric, Suite} from '#eval/model/suite'
import {evalScope} from '#eval/plan/load-rules'
import {evalOutcome} from '#eval/report/eval-outcome'
import {toDecide} from '#eval/report/suggested-commands'
import {buildGate} from '#gate/gate-document'
import {seedStream} from '#random/stream'
import {wilson} from '#stats/share-interval'
import {settingsFor} from '../../support/eval-settings.ts'
import {spec} from '../../support/spec.ts'

const it = spec('eval/decide')
const REQUEST: EvalRequest = {
  suites: ['closed-loop'],
  envs: ['two-room'],
  providers: ['analytic'],
  planner: 'quick',
  n: 20,
  untilDecided: true,
  maxN: 200,
}

function planOf(request: EvalRequest = {}, gate?: Pick<GateDocument, 'rules'> & Partial<GateDocument>): EvalPlan {
  const settings = {
    ...settingsFor({...REQUEST, ...request, ...(gate && {gate: 'gate.yaml'})}),
    commandArgv: ['eval', '--providers', 'my.yaml'],
  }
  const context = {scope: evalScope(Object.values(SUITES), settings.providers), today: '2026-11-21'}
  return {
    commandArgv: ['eval'],
    settings,
    request,
    providers: settings.providers.map((name) => ({name, missing: []})),
    providerProfile: {},
    envSummary: [],
    ...(gate && {gate: buildGate({schema_version: 1, kind: 'gate', ...gate}, context)}),
  }
}

function cellOf({settings}: EvalPlan, suite: Suite = SUITES['closed-loop'], stratum = 'cross'): Cell {
  return {
    suite,
    provider: 'analytic',
    env: 'two-room',
    stratum,
    planner: settings.planner,
    successMode: 'any',
    envStepBudget: 60,
    seed: settings.seed,
    trials: Array.from({length: settings.trialsOf(suite)}, (_, trial) => trial),
    run: () => Promise.reject(new Error('nothing runs here')),
  }
}

const trial = (episode: number, success: boolean, more: Partial<EvalEpisode> = {}): EvalEpisode => ({
  suite: 'closed-loop',
  provider: 'analytic',
  env: 'two-room',
  stratum: 'cross',
  episode,
  success,
  ...more,
})

/** Lets a cell look at trials until it has seen enough. */
function watched(plan: EvalPlan, trialAt: (at: number) => EvalEpisode, cell = cellOf(plan)) {
  const run = new RunWatch(plan)
  const watch = run.watch(cell, true)
  const episodes: EvalEpisode[] = []
  for (const at of watch.trials) {
    episodes.push(trialAt(at))
    if (watch.isOver({episodes, references: undefined})) break
  }
  const result: CellResult = {
    facts: cell,
    planned: watch.trials.length,
    episodes,
    sequence: watch.sequenceOf(episodes.length),
    wallMs: 0,
  }
  run.end(result, [])
  const outcome = evalOutcome(plan, {cells: [result], notRun: [], unreachable: []}, [], new AbortController().signal)
  return {n: episodes.length, run, result, outcome, rule: outcome.verdict.rules.at(-1)}
}

it('looks happen at every tenth trial, and what is decided there is what the verdict says', () => {
  const good = watched(planOf(), (at) => trial(at, true))
  assert.equal([good.n, good.rule?.state, good.rule?.ci?.method], [30, 'pass', 'anytime'])
  const bad = watched(planOf(), (at) => trial(at, false))
  assert.equal([bad.n, bad.rule?.state], [10, 'fail'])
  const open = watched(planOf({maxN: 50}), (at) => trial(at, at % 5 !== 0))
  assert.equal([open.n, open.rule?.state, open.outcome.verdict.exit.name], [50, 'inconclusive', 'inconclusive'])
  assert.ok(open.outcome.verdict.caveats.some((text) => text.includes('50 of at most 50 in 1 place')))
})

it('deciding early is wrong in at most 5 % of runs at the limit itself, where a fixed interval is wrong much more often', () => {
  const RUNS = 200
  const wrong = {early: 0, fixed: 0}
  const plan = planOf({maxN: 100})
  for (let run = 0; run < RUNS; run++) {
    const stream = seedStream(`assay/1|42|test|${run}|early`)
    const values = Array.from({length: 100}, () => stream.uniform() < 0.8)
    const {rule} = watched(plan, (at) => trial(at, values[at] ?? false))
    if (rule?.state === 'pass' || rule?.state === 'fail') wrong.early++
    const looks = [20, 30, 40, 50, 60, 70, 80, 90, 100].map((n) => wilson(values.slice(0, n).filter(Boolean).length, n))
    if (looks.some((look) => look && (look.low >= 0.8 || look.high < 0.8))) wrong.fixed++
  }
  assert.ok(wrong.early <= 0.05 * RUNS, `${wrong.early} of ${RUNS}`)
  assert.ok(wrong.fixed > 0.1 * RUNS, `${wrong.fixed} of ${RUNS}`)
})

it('a number that cannot be judged at any time has no interval where data ended the trials', () => {
  const metric = SUITES['closed-loop'].metrics.find(({name}) => name === 'steps_ratio') as Metric
  const plan = planOf()
  const facts = {...cellOf(plan), referenceUnit: 'steps' as const}
  const episodes = Array.from({length: 30}, (_, at) => trial(at, true, {steps: 10 + (at % 3), reference_steps: 10}))
  const of = (fixedN: number | null) => estimateUntilDecided(metric, {facts, episodes, sequence: {maxN: 100, fixedN}})
  assert.equal([of(null)?.ci, of(null)?.n, of(null)?.reason], [null, 30, NOT_FIXED])
  const fixed = of(20)
  assert.is(fixed?.n, 20)
  assert.equal(fixed, metric.measure(episodes.slice(0, 20), facts))
})

it('rules that cannot be decided early keep their number of trials, and the report names them', () => {
  const rules = [
    {id: 'task', metric: 'success_rate', require: {ci_low: {gte: 0.5}}},
    {id: 'counted', metric: 'violations', require: {estimate: {lte: 0}}},
  ]
  const mixed = watched(planOf({}, {rules}), (at) => trial(at, true))
  assert.equal([mixed.n, mixed.result.sequence], [20, {maxN: 200, fixedN: 20}])
  assert.ok(mixed.outcome.verdict.caveats.some((text) => text.includes('closed-loop violations')))
  const rollout = planOf({suites: ['rollout']})
  assert.is(cellSequence(rollout, cellOf(rollout, SUITES.rollout, 'random'), true), undefined)
  const waived = {
    rules: rules.slice(0, 1),
    waivers: [{rule: 'task', until: '2026-12-31', reason: 'known', owner: 'us'}],
  }
  const plan = planOf({}, waived)
  assert.is(cellSequence(plan, cellOf(plan), true), undefined)
})

it('a failure is only told early where it holds against every row that may come', () => {
  const crowd = {suites: ['core'], envs: undefined, providers: ['analytic', 'mock']}
  assert.is(familySize(planOf()), 1)
  const family = familySize(planOf(crowd))
  // For each provider 1 contract, 5 of determinism, 10 of rollout, 25 of steps and 5 of scores of fidelity, 15 of counterfactual, 145 of score-ranking (80 ranks, 35 counts of
  // contrary orders, 30 losses), 15 of regret by forecasts and 10 by scores, 5 tasks.
  assert.is(family, 502)
  const rate = (at: number) => trial(at, at % 10 < 4)
  const [alone, among] = [watched(planOf(), rate), watched(planOf(crowd), rate)]
  assert.ok(among.n > alone.n, `${among.n} ${alone.n}`)
  assert.equal([alone.rule?.state, among.run.states.failed], ['fail', 1])
})

it('errors keep a cell going while more trials may still make them rare enough', () => {
  const error = {code: 'internal', class: 'ProviderError', message: 'broken', kind: 'wrong'} as const
  const one = (at: number) => (at === 3 ? trial(at, false, {error}) : trial(at, true))
  assert.is(watched(planOf(), one).n, 50)
})

it('fail-fast ends at the first failure for good: a count above its limit, errors beyond repair, a row that is done', () => {
  const rules = [{id: 'clean', metric: 'violations', require: {estimate: {lte: 2}}}]
  const fast = {untilDecided: false, maxN: undefined, failFast: true}
  const counted = watched(planOf(fast, {rules}), (at) => trial(at, true, {violations: 1}))
  assert.equal([counted.n, counted.run.failed, counted.outcome.verdict.exit.name], [3, 'clean', 'failed'])
  assert.equal(counted.result.sequence, {maxN: 20, fixedN: null})
  const error = {code: 'internal', class: 'ProviderError', message: 'broken', kind: 'wrong'} as const
  const broken = watched(planOf({...fast, maxErrorShare: 0.1}), (at) => trial(at, at > 4, at > 4 ? {} : {error}))
  assert.equal([broken.n, broken.run.failed], [3, 'execution'])
  const bad = watched(planOf(fast), (at) => trial(at, false))
  assert.equal([bad.n, bad.run.failed], [20, 'closed-loop/two-room/cross/analytic/success_rate'])
  const slow = watched(planOf({...fast, failFast: false}), (at) => trial(at, false))
  assert.equal([slow.n, slow.run.failed, slow.run.states], [20, undefined, {passed: 0, failed: 1, open: 0}])
})

it('a rule that stayed open says how many trials would decide it, and so many do', () => {
  const fixed = {untilDecided: false, maxN: undefined}
  const nineOfTen = (at: number) => trial(at, at % 10 !== 0)
  const open = watched(planOf(fixed), nineOfTen)
  assert.is(open.rule?.state, 'inconclusive')
  const {remarks, ending} = open.outcome.report
  const [, n] = /decided by (\d+) trials/.exec(remarks.find((text) => text.startsWith('open_rules')) ?? '') ?? []
  assert.ok(ending?.next.some(({label, value}) => label === 'Decide' && String(value).includes(` --n ${n} `)))
  assert.ok(ending?.next.every(({value}) => String(value).includes(' --providers my.yaml')))
  assert.is(watched(planOf({...fixed, n: Number(n)}), nineOfTen).rule?.state, 'pass')
  const told = watched(planOf({...fixed, n: Number(n)}), nineOfTen).outcome.report
  assert.not.ok(told.remarks.some((text) => text.startsWith('open_rules')))
  const atLimit = watched(planOf({...fixed, n: 500}), (at) => trial(at, at % 5 !== 0)).outcome.report
  assert.ok(atLimit.remarks.some((text) => text.startsWith('open_rules') && text.includes('at the limit')) === false)
})

it('trials that would decide a rule are more than there were, also where only half of them gave it a value', () => {
  const plan = planOf()
  const facts = cellOf(plan)
  const row = {row_id: 'closed-loop/two-room/cross/analytic/steps_ratio', metric: 'steps_ratio', suite: 'closed-loop'}
  const rule = {severity: 'gate', state: 'inconclusive', select: row.row_id, n: 42, needed_n: 60} as RuleOutcome
  const rows = [{...row, env: 'two-room', provider: 'analytic'} as EvalRow]
  const cells = [{facts, planned: 80, episodes: Array.from({length: 80}, (_, at) => trial(at, true)), wallMs: 1}]
  const told = (open: RuleOutcome) => toDecide([open], rows, {cells, notRun: [], settings: plan.settings}).commands
  assert.match(String(told(rule)[0]?.value), '--n 120 ')
  assert.equal(told({...rule, n: 0}), [], 'of what never began nothing is known')
})

it.run()
