import {existsSync, readdirSync, readFileSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import type {Hall} from '#cli/hall'
import {main} from '#cli/main'
import {benchmarkResult} from '#contract/generated/benchmark-result'
import {parse} from '#contract/parse'
import {closedPort} from '../support/closed-port.ts'
import {spec} from '../support/spec.ts'
import {talkHere} from '../support/talk-here.ts'
import {tempDir} from '../support/temp-dir.ts'

const it = spec('benchmark command')
const ROOT = join(import.meta.dirname, '..', '..')
const BUDGETS = join(ROOT, 'fixtures', 'budgets')
const SHORT = ['--operation', 'predict', '--warmup', '0', '--iterations', '60']

/** With processes that measure, as users have them; else this one measures, at less than half of the cost. */
const APART: Hall['ports'] = {}

/** Runs the command in an empty directory; files are written there first. */
async function run(
  argv: readonly string[],
  files: Readonly<Record<string, string>> = {},
  env: Record<string, string> = {},
  ports: Hall['ports'] = {startTalk: talkHere},
) {
  using dir = tempDir()
  for (const [name, text] of Object.entries(files)) writeFileSync(join(dir.path, name), text)
  const written = {out: '', err: ''}
  const stream = (to: 'out' | 'err') => ({
    write: (text: string) => {
      written[to] += text
    },
    isTerminal: false,
    columns: 120,
  })
  const hall = {
    output: {out: stream('out'), err: stream('err')},
    env,
    cwd: dir.path,
    signal: new AbortController().signal,
    interruptedBy: () => undefined,
    ...(ports && {ports}),
  }
  const code = await main(['benchmark', ...argv], ROOT, hall)
  const runs = existsSync(join(dir.path, 'runs'))
    ? readdirSync(join(dir.path, 'runs')).filter((name) => !name.startsWith('.'))
    : []
  const read = (path: string) => readFileSync(join(dir.path, 'runs', runs[0] ?? '', path), 'utf8')
  return {code, ...written, runs, manifest: runs.length > 0 ? JSON.parse(read('run_manifest.json')) : undefined}
}

async function runJson(
  argv: readonly string[],
  files?: Readonly<Record<string, string>>,
  env?: Record<string, string>,
  ports?: Hall['ports'],
) {
  const done = await run([...argv, '--format', 'json'], files, env, ports)
  const result = parse(benchmarkResult, JSON.parse(done.out))
  assert.is(result.exit.code, done.code)
  if (!('rows' in result)) throw new Error('no measurement')
  return {...done, result}
}

it('measures the mock provider with the smoke preset and passes its budget', async () => {
  const {code, result, manifest} = await runJson(['--preset', 'mock-smoke'], {}, {}, APART)
  assert.is(code, 0)
  assert.is(result.rows.length, 8)
  assert.ok(result.rows.every((row) => row.success_count === 100 && row.retry_count === 0))
  assert.is(result.gate.passed, true)
  assert.ok((result.harness?.harness_ns ?? 1e9) > 0)
  assert.is(manifest.status, 'passed')
})

it('passes a budget that holds and fails the impossible one, with the gate in the result', async () => {
  // Counts, and a latency that no machine at work can miss: how fast this one is now is no matter of a test.
  const counts = {
    provider: 'mock',
    min_success_rate: 1,
    max_error_count: 0,
    max_retry_count: 0,
    max_p95_latency_ms: 60_000,
  }
  const budgets = ['predict', 'score'].map((operation) => ({...counts, operation}))
  const files = {'budget.json': JSON.stringify({budgets})}
  const flags = [
    '--iterations',
    '100',
    '--operation',
    'predict',
    '--operation',
    'score',
    '--budget-file',
    'budget.json',
  ]
  const good = await runJson(flags, files)
  assert.is(good.code, 0)
  assert.is(good.result.gate.budget_count, 2)
  const bad = await runJson([...SHORT, '--budget-file', join(BUDGETS, 'impossible.json')])
  assert.is(bad.code, 1)
  assert.is(bad.result.gate.violation_count, 3)
  assert.is(bad.manifest.status, 'failed')
})

it('measures the analytic provider and reports every format', async () => {
  for (const format of ['human', 'markdown', 'csv', 'junit', 'html']) {
    // The screen shows rows where more is asked for.
    const {code, out} = await run(['--provider', 'analytic', ...SHORT, '--format', format, '--verbose'])
    assert.is(code, 0, format)
    assert.match(out, /predict|execution/)
  }
})

it('measures for a time instead of a number of calls', async () => {
  const {code, result} = await runJson(['--operation', 'embed', '--duration', '20ms'])
  assert.is(code, 0)
  assert.is(result.settings.duration_seconds, 0.02)
  assert.ok((result.rows[0]?.total_time_ms ?? 0) >= 20)
})

it('measures at a rate that does not wait for answers, and tells response and service apart', async () => {
  const open = ['--operation', 'embed', '--rate', '2000', '--arrival', 'poisson', '--max-in-flight', '2']
  const {code, result, out} = await runJson([...open, '--iterations', '120', '--warmup', '0'])
  assert.is(code, 0, out)
  const [row] = result.rows
  assert.equal([result.settings.mode, result.settings.concurrency, row?.concurrency], ['open-loop', null, null])
  assert.equal([row?.pacing?.rate_per_second, row?.pacing?.arrival, row?.pacing?.max_in_flight], [2000, 'poisson', 2])
  assert.ok((row?.response.p50.estimate ?? 0) >= (row?.service.p50.estimate ?? 1e9))
  const human = await run([...SHORT, '--rate', '5000', '--verbose'])
  assert.match(human.out, 'Open loop')
  assert.not.match(human.out, 'coordinated omission')
  assert.match((await run([...SHORT, '--verbose'])).out, 'coordinated omission')
})

it('measures each provider in fresh processes and tells them apart', async () => {
  const pairs = ['--provider', 'mock', '--provider', 'analytic', '--operation', 'predict']
  const {code, result} = await runJson(
    [...pairs, '--repeats', '2', '--iterations', '30', '--warmup', '0'],
    {},
    {},
    APART,
  )
  assert.is(code, 0)
  assert.equal(
    result.rows.map((row) => [row.provider, row.iterations, row.processes.map(({iterations}) => iterations)]),
    [
      ['mock', 60, [30, 30]],
      ['analytic', 60, [30, 30]],
    ],
  )
  assert.ok(result.rows.every((row) => !row.marks.includes('between_run_variance_unknown')))
  assert.is(result.rows[0]?.response.p50.ci?.method, 'student-processes')
})

it('sends what a file says, and keeps what was sent but not where it came from', async () => {
  const inputs = {'in.yaml': 'environment: {id: pendulum}\nprediction_steps: 3\n'}
  const {code, manifest} = await runJson([...SHORT, '--provider', 'analytic', '--input-file', 'in.yaml'], inputs)
  assert.is(code, 0)
  assert.not.match(JSON.stringify(manifest.input_fixture_digest), (await runJson(SHORT)).manifest.input_fixture_digest)
  const {code: shipped} = await runJson([...SHORT, '--input-file', join(ROOT, 'fixtures', 'inputs', 'two-room.yaml')])
  assert.is(shipped, 0)
})

it('holds recorded replies against bare JSON.parse in one process', async () => {
  const {result} = await runJson(['--preset', 'parser-overhead', '--iterations', '60'])
  assert.equal([...new Set(result.planned.map(({how}) => how))], ['parse', 'bare'])
  assert.is(result.rows.length, 10)
  const ratios = result.verdict.rules.filter(({metric}) => metric === 'p50_ratio')
  assert.is(ratios.length, 5)
  assert.ok(ratios.every(({estimate}) => (estimate ?? 0) > 0))
})

for (const preset of ['remote-media-dryrun', 'prepared-host']) {
  it(`keeps a skipped run of ${preset} where nothing is configured, which --require-run does not take`, async () => {
    const {code, result, manifest} = await runJson(['--preset', preset])
    assert.equal([code, manifest.status], [0, 'skipped'])
    assert.ok(
      result.planned.length > 2 && result.planned.every(({outcome, missing}) => outcome === 'skipped' && missing),
    )
    assert.is((await run(['--preset', preset, '--require-run'])).code, 4)
  })
}

it('builds media requests and takes recorded replies, and sends nothing but a health probe', async () => {
  const env = {COSMOS_BASE_URL: 'http://127.0.0.1:9', ASSAY_ALLOW_LOOPBACK: '1'}
  const {result} = await runJson(
    ['--preset', 'remote-media-dryrun', '--provider', 'cosmos', '--iterations', '5'],
    {},
    env,
  )
  const generated = result.rows.find(({operation}) => operation === 'generate')
  assert.equal([generated?.success_count, generated?.error_count], [5, 0])
  assert.is(result.planned.find(({operation}) => operation === 'generate')?.how, 'dry')
  const live = ['--preset', 'remote-media-dryrun', '--provider', 'cosmos', '--operation', 'generate', '--live']
  const sent = await runJson(live, {}, env)
  assert.equal([sent.result.rows[0]?.iterations, sent.result.planned[0]?.how], [1, 'library'])
})

it('measures for the evidence of a release in five processes each', async () => {
  const {code, result} = await runJson(['--preset', 'release-evidence', '--operation', 'health', '--iterations', '20'])
  assert.is(code, 0)
  assert.ok(result.rows.every((row) => row.processes.length === 5 && row.concurrency === 2))
})

it('calibrates in fresh processes, with the number of them left out or given', async () => {
  const {result, manifest, out} = await runJson([...SHORT, '--calibrate', '6'])
  assert.is(result.settings.repeats, 6)
  assert.equal([result.calibration?.processes, result.calibration?.review_required], [6, true], out)
  assert.ok(manifest.artifacts.some(({path}: {path: string}) => path === 'results/calibration.json'))
  const usual = await run(['--operation', 'health', '--iterations', '1', '--warmup', '0', '--calibrate', '--verbose'])
  assert.match(usual.out, /Repeats +20/)
})

it('shows that a wrong answer fails: scores that are no numbers', async () => {
  const {code, result} = await runJson(['--provider', 'zoo.nan', '--operation', 'score', '--iterations', '5'])
  assert.is(code, 1)
  assert.equal(result.rows[0]?.errors, {contract_violation: 5})
})

it('names providers whose name holds a character that steps cannot', async () => {
  const {code, manifest} = await runJson(['--provider', 'zoo.noise-5%', '--operation', 'predict', '--iterations', '5'])
  assert.is(code, 0)
  assert.is(manifest.workflow_trace.status, 'success')
})

it('keeps a skipped run when the named provider is not configured', async () => {
  const {code, result, manifest} = await runJson(['--provider', 'gr00t'])
  assert.is(code, 4)
  assert.equal(result.planned[0]?.missing, ['GROOT_POLICY_HOST'])
  assert.is(manifest.status, 'skipped')
  assert.is((await run(['--provider', 'gr00t', '--allow-skip'])).code, 0)
})

it('refuses a provider whose variable is wrong, before a run exists', async () => {
  const wrong = await run(['--provider', 'gr00t', '--format', 'json'], {}, {GROOT_POLICY_HOST: 'no host!'})
  assert.is(wrong.code, 2)
  assert.equal(wrong.runs, [])
  assert.not.match(wrong.out + wrong.err, 'no host!')
})

it('has no verdict on a configured provider whose server is not there, or may not be dialled', async () => {
  const named = ['--provider', 'gr00t', '--operation', 'policy', '--translator', 'builtin:raw', '--iterations', '5']
  const argv = [...named, '--input-file', join(ROOT, 'docs', 'examples', 'gr00t-inputs.json')]
  const gone = {GROOT_POLICY_HOST: '127.0.0.1', GROOT_POLICY_PORT: String(await closedPort())}
  const down = await runJson(argv, {}, {...gone, ASSAY_ALLOW_LOOPBACK: '1'})
  assert.is(down.code, 3)
  assert.equal(down.result.rows[0]?.errors, {unreachable: 5})
  const refused = await runJson(argv, {}, gone)
  assert.is(refused.code, 7)
  assert.equal([refused.result.rows, refused.result.planned[0]?.reason], [[], 'address_refused'])
})

it('takes providers, operations and presets from a profile, and flags over them', async () => {
  const profile = JSON.stringify({
    schema_version: 1,
    name: 'ci',
    providers: ['analytic'],
    operations: ['score'],
    timeout_preset: 'fast',
  })
  const {result, manifest} = await runJson(['--profile', 'p.json', '--iterations', '5'], {'p.json': profile})
  assert.equal(
    result.rows.map((row) => [row.provider, row.operation]),
    [['analytic', 'score']],
  )
  assert.is(result.settings.policy['analytic']?.request.timeout_seconds, 10)
  assert.is(manifest.config_profile.source, 'profile:p.json')
  const over = await runJson(['--profile', 'p.json', '--provider', 'mock', '--timeout', '7', '--iterations', '5'], {
    'p.json': profile,
  })
  assert.equal(
    over.result.rows.map((row) => row.provider),
    ['mock'],
  )
  assert.is(over.result.settings.policy['mock']?.request.timeout_seconds, 7)
  assert.is(over.manifest.config_profile.origins.providers, 'flag')
})

it('keeps no secret of the environment and no path of this machine', async () => {
  const secret = ['canary', 'benchmark', '0123456789abcdef'].join('-')
  const {out, err, manifest} = await run(
    ['--provider', 'gr00t', '--format', 'json'],
    {},
    {GROOT_POLICY_API_TOKEN: secret},
  )
  assert.not.match(out + err + JSON.stringify(manifest), secret)
  assert.not.match(JSON.stringify(manifest), ROOT)
})

const BAD: readonly [string, readonly string[], string, Record<string, string>?][] = [
  ['no iterations', ['--iterations', '0'], 'out_of_range'],
  ['half an iteration', ['--iterations', '1.5'], 'out_of_range'],
  ['no concurrency', ['--concurrency', '0'], 'out_of_range'],
  ['a live call of another preset', ['--preset', 'mock-smoke', '--live'], 'usage'],
  ['an unknown preset to show', ['--show-preset', 'parser'], 'preset_unknown'],
  ['a calibration of few', ['--calibrate', '5'], 'out_of_range'],
  ['a calibration with repeats', ['--calibrate', '--repeats', '9'], 'usage'],
  ['a calibration with a gate', ['--calibrate', '--threshold', 'score: response_ms.p95<1ms'], 'usage'],
  ['no repeat', ['--repeats', '0'], 'out_of_range'],
  ['a rate of nothing', ['--rate', '0'], 'out_of_range'],
  ['a rate below nothing', ['--rate=-5'], 'out_of_range'],
  ['a rate that is no number', ['--rate', 'NaN'], 'out_of_range'],
  ['a rate with a concurrency', ['--rate', '10', '--concurrency', '2'], 'usage'],
  ['an arrival without a rate', ['--arrival', 'poisson'], 'usage'],
  ['an unknown arrival', ['--rate', '10', '--arrival', 'random'], 'out_of_range'],
  ['a duration without a unit', ['--duration', '30'], 'out_of_range'],
  ['a duration of nothing', ['--duration', '0s'], 'out_of_range'],
  ['a warm-up that is no number', ['--warmup', 'some'], 'out_of_range'],
  ['a negative warm-up', ['--warmup=-1'], 'out_of_range'],
  ['a timeout that is no number', ['--timeout', 'NaN'], 'out_of_range'],
  ['an unknown provider', ['--provider', 'mokk'], 'unknown_provider'],
  ['an unknown operation', ['--operation', 'predictt'], 'operation_unknown'],
  ['an operation the provider lacks', ['--provider', 'analytic', '--operation', 'generate'], 'capability_missing'],
  ['an unknown preset', ['--preset', 'mock-smok'], 'preset_unknown'],
  ['a gate that is asked for and refused', ['--no-gate', '--budget-file', 'b.json'], 'usage'],
  ['a run that must and need not be', ['--require-run', '--allow-skip'], 'usage'],
  ['an inputs file that is not there', ['--input-file', 'none.json'], 'file_missing'],
  ['inputs with an unknown key', ['--input-file', 'i.json'], 'inputs_invalid', {'i.json': '{"predictions":1}'}],
  ['a budget file that is not there', ['--budget-file', 'none.json'], 'file_missing'],
  ['a budget without a threshold', ['--budget-file', 'b.json'], 'budget_invalid', {'b.json': '[{"provider":"mock"}]'}],
  [
    'a budget with an unknown key',
    ['--budget-file', 'b.yaml'],
    'budget_invalid',
    {'b.yaml': '- max_p99_latency_ms: 3\n'},
  ],
  [
    'a budget that can never fail',
    ['--budget-file', 'b.json'],
    'budget_invalid',
    {'b.json': '[{"max_error_count":100}]'},
  ],
  ['a budget that is no document', ['--budget-file', 'b.json'], 'document_parse', {'b.json': '[{'}],
  [
    'a profile with an unknown provider',
    ['--profile', 'p.json'],
    'profile_invalid',
    {'p.json': '{"schema_version":1,"name":"x","providers":["mokk"]}'},
  ],
]

for (const [name, argv, code, files] of BAD) {
  it(`refuses ${name} with exit 2 and leaves no run`, async () => {
    const done = await run([...argv, '--format', 'json'], files)
    assert.is(done.code, 2, done.out)
    assert.is(JSON.parse(done.out).error.code, code)
    assert.equal(done.runs, [])
  })
}

it('lists the presets without measuring', async () => {
  const {code, out, runs} = await run(['--list-presets', '--format', 'json'])
  assert.is(code, 0)
  assert.equal(parse(benchmarkResult, JSON.parse(out)).exit.name, 'ok')
  assert.is(JSON.parse(out).presets.length, 5)
  const shown = await run(['--show-preset', 'parser-overhead', '--format', 'json'])
  assert.is(JSON.parse(shown.out).presets[0].iterations, 1000)
  assert.equal(runs, [])
})

it.run()
