import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import type {BenchmarkRequest} from '#benchmark/model/benchmark-request'
import {type ProviderFacts, planItems} from '#benchmark/model/ledger'
import {resolveLoadSettings} from '#benchmark/model/settings'
import type {BenchmarkPlan} from '#benchmark/plan/run-plan'
import {localSessions} from '#benchmark/session/open-session'
import {benchmarkGate} from '#contract/generated/benchmark-gate'
import {benchmarkResult} from '#contract/generated/benchmark-result'
import {benchmarkSample} from '#contract/generated/benchmark-sample'
import type {BudgetEntry} from '#contract/generated/types'
import {parse} from '#contract/parse'
import {AssayError} from '#error/assay-error'
import {conductInProcess} from '../../support/benchmark-in-process.ts'
import {fakeLibrary, type ScriptedCall} from '../../support/fakes/fake-library.ts'
import {blindVitals} from '../../support/fakes/no-vitals.ts'
import {virtualTime} from '../../support/fakes/virtual-time.ts'
import {runRig} from '../../support/run-rig.ts'
import {spec} from '../../support/spec.ts'

const it = spec('conduct benchmark')
const KNOWN: readonly ProviderFacts[] = [
  {name: 'mock', operations: ['predict', 'score'], missing: []},
  {name: 'gr00t', operations: ['policy'], skipReason: 'unconfigured', missing: ['GROOT_POLICY_HOST']},
]

type Script = (call: number) => ScriptedCall
interface Case {
  readonly request?: BenchmarkRequest
  readonly budgets?: readonly BudgetEntry[]
  readonly script?: Script
  readonly signal?: AbortSignal
}

function planOf(request: BenchmarkRequest, budgets: readonly BudgetEntry[] = []): BenchmarkPlan {
  const settings = resolveLoadSettings({...request, ...(budgets.length > 0 && {budget: 'budget.json'})})
  return {
    commandArgv: ['benchmark'],
    settings,
    items: planItems({...settings, hasTranslator: true}, KNOWN),
    budgets: budgets.length > 0 ? budgets : settings.presetBudgets,
    oldBudgets: [],
    noise: undefined,
    cases: [{}],
    recordings: {},
    requests: {predict: {steps: 1}},
    policy: {},
    providerProfile: {},
    envSummary: [],
  }
}

async function run({request = {}, budgets, script = () => ({}), signal = new AbortController().signal}: Case) {
  using rig = runRig()
  const {open, state} = fakeLibrary(script, rig.clock)
  const openSession = localSessions({
    ...virtualTime(rig.clock),
    watchVitals: blindVitals,
    recordings: {},
    openLibrary: open,
  })
  const ports = {...rig.ports, openSession}
  const {result, report} = await conductInProcess({workspace: rig.path, plan: planOf(request, budgets)}, ports, signal)
  const read = (path: string) => readFileSync(join(rig.path, result.run_path, path), 'utf8')
  const lines = (path: string) =>
    read(path)
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
  const json = (path: string) => JSON.parse(read(path))
  const files = {
    manifest: json('run_manifest.json'),
    verdict: json('results/verdict.json'),
    trace: json('reports/workflow_trace.json'),
  }
  const kept = {
    ...files,
    timing: json('results/timing.json'),
    budget: (budgets ?? []).length > 0 ? json('inputs/budget.json') : null,
    samples: lines('results/samples.ndjson'),
    events: lines('logs/events.ndjson'),
  }
  return {result: parse(benchmarkResult, result), report, state, kept}
}

const ONE = {operations: ['predict'], warmUp: 0}
const timeout = new AssayError('timeout', 'no answer')
const wrong = new AssayError('contract_violation', 'no state')
const failAt =
  (at: number, error: unknown): Script =>
  (call) =>
    call === at ? {error} : {}

it('keeps a run with one row an operation, every sample and every event', async () => {
  const {result, kept, state} = await run({})
  assert.is(result.exit.name, 'ok')
  assert.ok('rows' in result)
  assert.equal(
    result.rows.map((row) => [row.operation, row.iterations, row.success_count]),
    [
      ['predict', 100, 100],
      ['score', 100, 100],
    ],
  )
  for (const sample of kept.samples) parse(benchmarkSample, sample)
  assert.is(kept.samples.filter((sample) => sample.phase === 'measure').length, 200)
  assert.is(kept.samples.filter((sample) => sample.phase === 'warmup').length, 10)
  assert.is(kept.events.length, kept.samples.length)
  assert.is(kept.manifest.event_count, kept.events.length)
  assert.is(kept.manifest.status, 'passed')
  assert.is(state.closed, 1)
})

it('takes the latencies as they are: a call of no time is zero, and the rate is null', async () => {
  const {result} = await run({request: ONE, script: () => ({ms: 0})})
  assert.ok('rows' in result)
  assert.is(result.rows[0]?.p50_latency_ms, 0)
  assert.is(result.rows[0]?.max_latency_ms, 0)
  assert.is(result.rows[0]?.throughput_per_second, null)
})

it('gives no p95 and no p99 of too few calls and names how many are needed', async () => {
  const {result} = await run({request: {...ONE, iterations: 58}})
  assert.ok('rows' in result)
  const [row] = result.rows
  assert.is(row?.p95_latency_ms, null)
  assert.equal(row?.response.p95, {estimate: null, n: 58, needed_n: 59, reason: 'insufficient_samples'})
  assert.is(row?.p99_latency_ms, null)
  assert.is(row?.p50_latency_ms, 1)
  const enough = await run({request: {...ONE, iterations: 59}})
  assert.is('rows' in enough.result && enough.result.rows[0]?.p95_latency_ms, 1)
})

it('fails when an answer is wrong, is unavailable when calls do not arrive', async () => {
  const bad = await run({request: ONE, script: failAt(7, wrong)})
  assert.equal([bad.result.exit.code, bad.kept.manifest.status], [1, 'failed'])
  const away = await run({request: ONE, script: () => ({error: timeout})})
  assert.is(away.result.exit.code, 3)
  assert.ok('rows' in away.result)
  assert.equal(away.result.rows[0]?.errors, {timeout: 100})
  assert.is(away.result.rows[0]?.average_latency_ms, null)
  assert.is(away.result.rows[0]?.throughput_per_second, null)
  assert.is(away.kept.trace.status, 'failed')
})

it('tells what providers said of their errors, once for each code, and keeps foreign words out', async () => {
  const script: Script = (call) => ({
    error: call % 4 === 0 ? timeout : call % 4 === 1 ? new Error('/home/ada/.env') : wrong,
  })
  const {kept} = await run({request: ONE, script})
  const told = kept.verdict.caveats.filter((text: string) => text.includes(' times, '))
  assert.equal(told, [
    `mock predict: contract_violation 50 times, at first: ${wrong.message}`,
    `mock predict: timeout 25 times, at first: ${timeout.message}`,
  ])
  const messages = kept.samples.filter(({phase, message}) => phase === 'measure' && message !== undefined)
  assert.is(messages.length, 2)
})

it('accepts as many errors as a budget expressly allows, and no more', async () => {
  const budgets = [{max_error_count: 1}]
  const one = await run({request: ONE, budgets, script: failAt(7, wrong)})
  assert.is(one.result.exit.code, 0)
  assert.is(one.kept.trace.status, 'success')
  const two = await run({request: ONE, budgets, script: (call) => (call < 2 ? {error: wrong} : {})})
  assert.is(two.result.exit.code, 1)
})

it('counts retries and attempts from the events of the measured calls', async () => {
  const script: Script = (call) => ({retries: call % 10 === 0 ? 2 : 0})
  const {result, kept} = await run({request: ONE, script})
  assert.ok('rows' in result)
  assert.is(result.rows[0]?.retry_count, 20)
  assert.equal(
    kept.samples.slice(0, 2).map((sample) => sample.attempts),
    [3, 1],
  )
})

it('leaves the retry count open without events, and with it a limit on retries', async () => {
  const {result, kept} = await run({request: ONE, budgets: [{max_retry_count: 5}], script: () => ({silent: true})})
  assert.ok('rows' in result)
  assert.is(result.rows[0]?.retry_count, null)
  assert.is(kept.samples[0].attempts, null)
  assert.is(result.exit.code, 4)
})

it('keeps the gate in the run whether it passed or not', async () => {
  const budgets = [{provider: 'mock', operation: 'predict', max_p95_latency_ms: 0.5}]
  const {result, kept} = await run({request: ONE, budgets})
  assert.is(result.exit.code, 1)
  assert.is(parse(benchmarkGate, kept.timing.gate).violation_count, 1)
  assert.is(kept.verdict.basis, 'budget')
  assert.ok(
    kept.verdict.rules.some(
      (rule: {state: string; metric: string}) => rule.metric === 'p95_latency_ms' && rule.state === 'fail',
    ),
  )
  assert.equal(kept.budget, {budgets})
  assert.ok(kept.manifest.gate_digest)
})

it('is inconclusive, not green, when a p95 limit has too few calls', async () => {
  const {result} = await run({request: {...ONE, iterations: 20}, budgets: [{max_p95_latency_ms: 1000}]})
  assert.is(result.exit.code, 4)
})

it('measures once more what fails a limit of time, pools both and keeps both', async () => {
  const slow = [{operation: 'predict', max_average_latency_ms: 1.5}]
  const request = {...ONE, iterations: 30}
  // The first thirty calls are slow, the machine was busy; the next thirty are not, and the pooled mean is open.
  const unlucky = await run({request, budgets: slow, script: (call) => ({ms: call < 30 ? 2 : 1})})
  assert.ok('rows' in unlucky.result)
  const [row] = unlucky.result.rows
  assert.equal([row?.iterations, row?.processes.map(({average_latency_ms: ms}) => ms)], [60, [2, 1]])
  assert.is(unlucky.result.exit.name, 'inconclusive')
  assert.match(unlucky.result.verdict.caveats.join(), 'failed at first (2, n 30)')
  assert.is(unlucky.kept.samples.filter(({repeat}: {repeat: number}) => repeat === 2).length, 30)
  const really = await run({request, budgets: slow, script: () => ({ms: 2})})
  assert.is(really.result.exit.code, 1)
})

it('does not measure again what fails a count', async () => {
  const strict = [{operation: 'predict', max_error_count: 0}]
  const {result} = await run({request: {...ONE, iterations: 30}, budgets: strict, script: failAt(3, wrong)})
  assert.ok('rows' in result)
  assert.equal([result.exit.code, result.rows[0]?.iterations], [1, 30])
})

it('makes a candidate budget from fresh processes, holds no budget against them, and keeps it in the run', async () => {
  const request = {...ONE, iterations: 60, calibrate: 8}
  const {result, kept} = await run({
    request,
    script: (call) => ({ms: 1 + (call % 7) / 50 + Math.floor(call / 60) / 100}),
  })
  assert.ok('rows' in result)
  assert.is(result.rows[0]?.processes.length, 8)
  assert.is(result.calibration?.limits.length, 3)
  assert.ok(kept.manifest.artifacts.some(({path}: {path: string}) => path === 'results/calibration.json'))
  const failed = await run({request, script: failAt(70, wrong)})
  assert.ok('calibration' in failed.result)
  assert.is(failed.result.calibration?.budget, null)
  assert.is(failed.result.exit.code, 1)
})

it('is inconclusive about a budget whose operation was not measured', async () => {
  const {result} = await run({request: ONE, budgets: [{operation: 'score', max_error_count: 0}]})
  assert.is(result.exit.code, 4)
  assert.ok('gate' in result)
  assert.is(result.gate.inconclusive[0]?.metric, 'matching_results')
})

it('keeps a skipped run when a named provider is not configured, with the names of what is missing', async () => {
  const {result, kept} = await run({request: {providers: ['gr00t']}})
  assert.is(result.exit.code, 4)
  assert.ok('planned' in result)
  assert.equal(result.planned, [
    {
      provider: 'gr00t',
      operation: 'policy',
      how: 'library',
      outcome: 'skipped',
      reason: 'unconfigured',
      missing: ['GROOT_POLICY_HOST'],
    },
  ])
  assert.is(kept.manifest.status, 'skipped')
  assert.is((await run({request: {providers: ['gr00t'], allowSkip: true}})).result.exit.code, 0)
})

it('stays inconclusive when one of two named providers was skipped, unless that is allowed', async () => {
  const providers = ['mock', 'gr00t']
  assert.is((await run({request: {providers}})).result.exit.code, 4)
  assert.is((await run({request: {providers, allowSkip: true}})).result.exit.code, 0)
})

it('asks a budget file for its results even when everything was skipped', async () => {
  const {result} = await run({request: {providers: ['gr00t'], allowSkip: true}, budgets: [{max_error_count: 0}]})
  assert.is(result.exit.code, 4)
})

it('keeps the samples of an interrupted measurement and marks the rest as not run', async () => {
  const stop = new AbortController()
  const script: Script = (call) => {
    if (call === 30) stop.abort('SIGINT')
    return {}
  }
  const {result, kept, state} = await run({request: {warmUp: 0}, script, signal: stop.signal})
  assert.is(result.exit.code, 130)
  assert.ok('rows' in result)
  assert.is(result.rows[0]?.iterations, 30)
  assert.ok(result.rows[0]?.marks.includes('cut_short'))
  assert.is(kept.samples.length, 30)
  assert.equal(
    result.planned.map((entry) => entry.outcome),
    ['run', 'not-run'],
  )
  assert.is(kept.manifest.status, 'cancelled')
  assert.is(kept.trace.status, 'cancelled')
  assert.is(state.closed, 1)
})

it('writes the same result document for two measurements whose times differ', async () => {
  const slow = await run({request: ONE, script: () => ({ms: 9})})
  const fast = await run({request: ONE, script: () => ({ms: 1})})
  assert.is(slow.kept.manifest.result_digest, fast.kept.manifest.result_digest)
  assert.is(slow.kept.manifest.input_digest, fast.kept.manifest.input_digest)
})

it.run()
