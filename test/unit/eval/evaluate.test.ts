// Counts no coverage: whole evaluations, whose lines smaller tests run too.
import * as assert from 'uvu/assert'
import type {EvalEpisode} from '#contract/generated/types'
import {ProviderError} from '#error/provider-error'
import {SUITE_SETS} from '#eval/catalogue/suite-table'
import {evaluatePlan} from '#eval/execute/evaluate-plan'
import type {EvalRequest} from '#eval/model/eval-options'
import type {EvalPlan} from '#eval/model/eval-plan'
import type {EvalLibrary} from '#eval/model/subject'
import {evalOutcome} from '#eval/report/eval-outcome'
import {systemClock} from '#random/system-clock'
import {NO_PROGRESS} from '#report/progress'
import type {RunRecorder} from '#run/run-recorder'
import {settingsFor} from '../../support/eval-settings.ts'
import {type Changes, fakeSubject} from '../../support/fakes/subject.ts'
import {spec} from '../../support/spec.ts'

const it = spec('evaluate')

const REQUEST: EvalRequest = {suites: ['closed-loop'], envs: ['two-room'], planner: 'quick', n: 4, providers: ['fake']}

function planOf(request: EvalRequest = {}): EvalPlan {
  const settings = settingsFor({...REQUEST, ...request})
  const providers = settings.providers.map((name) => ({name, missing: []}))
  return {commandArgv: ['eval'], settings, request: {}, providers, providerProfile: {}, envSummary: []}
}

/** A run that only remembers, and what happened in it. */
function fakeTrial() {
  const told = {started: new Set<string>(), finished: new Map<string, string>(), lines: [] as EvalEpisode[]}
  const trial = {
    runId: 'run' as never,
    eventHandler: () => undefined,
    place: async (path) => ({folder: path, shownAs: path}),
    write: async () => undefined,
    lines: async () => ({append: (value) => void told.lines.push(value as EvalEpisode), flush: async () => undefined}),
    undo: {armed: async () => 1, done: async () => undefined},
    childLog: async () => ({append: async () => undefined, close: async () => undefined}),
    steps: {
      group: async ({stepId}) => void told.started.add(stepId),
      start: async ({stepId}) => void told.started.add(stepId),
      finish: async (stepId, {status}) => void told.finished.set(stepId, status),
      skip: async ({stepId}, reason) => void told.finished.set(stepId, `skipped ${reason}`),
    },
  } satisfies RunRecorder
  return {trial, told}
}

async function evaluated(changes: Changes, request?: EvalRequest, signal = new AbortController().signal) {
  const plan = planOf(request)
  const {trial, told} = fakeTrial()
  const library: EvalLibrary = {
    subject: async (name) => ({...fakeSubject(changes), name}),
    meet: async () => undefined,
    reopen: () => library,
    knowing: () => library,
    close: async () => undefined,
  }
  const work = await evaluatePlan(plan, trial, {clock: systemClock, library, progress: NO_PROGRESS}, signal)
  return {...evalOutcome(plan, work, [], signal), told}
}

const failing = (code: 'internal' | 'unreachable' | 'timeout' | 'contract_violation') => () =>
  Promise.reject(new ProviderError(code, 'no answer'))

it('a provider that raises in every episode fails the execution rule, though nothing is dropped', async () => {
  const {verdict, told, result} = await evaluated({predictBatch: failing('internal')})
  assert.is(verdict.state, 'fail')
  assert.is(verdict.rules[0]?.state, 'fail')
  assert.is(told.lines.length, 4)
  assert.equal([result.rows[0]?.estimate, result.rows[0]?.n_errors, result.rows[0]?.n_scored], [0, 4, 0])
  assert.is(told.finished.get('eval:fake:closed-loop:two-room'), 'failed')
})

it('without a gate a provider that raises is still no good end', async () => {
  assert.is((await evaluated({predictBatch: failing('internal')}, {noGate: true})).verdict.exit.code, 1)
})

it('timeouts in the trials leave no verdict, and that comes before a failed gate', async () => {
  const {verdict} = await evaluated({predictBatch: failing('timeout')})
  assert.equal([verdict.state, verdict.exit.code], ['unavailable', 3])
})

it('a provider that does not answer at all is not tried a hundred times', async () => {
  const {verdict, told} = await evaluated({predict: failing('unreachable'), predictBatch: failing('unreachable')})
  assert.equal([verdict.state, verdict.exit.code, told.lines.length], ['unavailable', 3, 0])
  assert.is(verdict.counts.not_run, 4)
})

it('a capability that is missing everywhere leaves nothing to judge', async () => {
  const {verdict, result} = await evaluated({capabilities: ['policy'], batched: false})
  assert.equal([verdict.state, verdict.exit.code], ['inconclusive', 4])
  assert.is(result.not_run[0]?.reason, 'capability_missing')
  assert.is((await evaluated({capabilities: ['policy'], batched: false}, {noGate: true})).verdict.exit.code, 4)
})

it('a suite the caller did not name may lack its capability beside one that ran', async () => {
  const {suites, ...unnamed} = REQUEST
  const {verdict} = await evaluated({batched: false, capabilities: ['score']}, {...unnamed, suites: undefined, n: 24})
  assert.is(verdict.state, 'pass')
})

it('elsewhere, what might exceed the model budget is not begun', async () => {
  const {result, told} = await evaluated({inProcess: false}, {maxModelEvals: 1000})
  assert.is(told.lines.length, 0)
  assert.is(result.not_run[0]?.reason, 'model_eval_budget')
  const regret = await evaluated({inProcess: false}, {suites: ['planning-regret'], maxModelEvals: 1000})
  assert.equal([regret.told.lines.length, regret.result.not_run[0]?.reason], [0, 'model_eval_budget'])
  const rollout = await evaluated({inProcess: false}, {suites: ['rollout'], maxModelEvals: 1000})
  assert.is(rollout.told.lines.length, 8)
})

it('an abort keeps the episodes that ended and says interrupted', async () => {
  const control = new AbortController()
  let calls = 0
  const exact = fakeSubject()
  const predictBatch: Changes['predictBatch'] = (request, signal) => {
    if (++calls === 60) control.abort('SIGTERM')
    return exact.predictBatch(request, signal)
  }
  const {verdict, told} = await evaluated({predictBatch}, {n: 50}, control.signal)
  assert.equal([verdict.state, verdict.exit.code], ['interrupted', 143])
  assert.ok(told.lines.length > 0 && told.lines.length < 50)
  assert.is(verdict.counts.run, told.lines.length)
  assert.is(told.finished.get('eval:fake:closed-loop:two-room'), 'cancelled')
})

it('planned is always run and what did not run together', async () => {
  for (const changes of [{}, {predictBatch: failing('internal')}, {capabilities: [], batched: false}]) {
    const {counts} = (await evaluated(changes)).verdict
    assert.is(counts.planned, counts.run + counts.skipped + counts.not_run + counts.reused)
    assert.is(counts.run, counts.passed + counts.failed + counts.errored)
  }
})

it('every rendering ends with where the claim ends', async () => {
  const {report} = await evaluated({})
  assert.match(
    report.remarks.join('\n'),
    'L6, not shown: planning with this model finishes the tasks. These trials say nothing for it.',
  )
  const shown = (await evaluated({}, {n: 20})).report.remarks.join('\n')
  assert.match(shown, 'L6, shown: planning with this model finishes the tasks. The listed tasks were completed')
  assert.match(report.remarks.at(-1) ?? '', 'no evidence about physical robots')
  assert.is(report.cases.filter(({status}) => status === 'passed').length, 1)
  assert.is(report.cases.find(({type}) => type === 'inconclusive')?.status, 'error')
})

it('a claim is shown only where its gate passed', async () => {
  const text = async (...given: Parameters<typeof evaluated>) =>
    (await evaluated(...given)).verdict.claims[0]?.text ?? ''
  assert.match(await text({}, {n: 20}), /^shown: /)
  assert.match(await text({}, {n: 20, noGate: true}), /^not shown: /)
  assert.match(await text({predictBatch: failing('internal')}, {n: 20}), /^not shown: /)
})

it('names given twice count once, and defaults are the core at size quick', () => {
  const settings = settingsFor({providers: ['a', 'b', 'a'], envs: ['two-room', 'two-room']})
  assert.equal(settings.providers, ['a', 'b'])
  assert.is(settings.environments.length, 1)
  const {suites, size, seed, planner} = settingsFor({})
  assert.equal([suites.map(({name}) => name), size, seed, planner], [SUITE_SETS['core'], 'quick', 42, 'standard'])
})

it.run()
