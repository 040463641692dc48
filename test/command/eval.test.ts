// Counts no coverage: whole evaluations, whose lines smaller tests run too.
import {existsSync, readdirSync, readFileSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {main} from '#cli/main'
import {evalEpisode} from '#contract/generated/eval-episode'
import {evalFailures} from '#contract/generated/eval-failures'
import {evalMeasurement} from '#contract/generated/eval-measurement'
import {evalResult} from '#contract/generated/eval-result'
import {parse} from '#contract/parse'
import {DEEP} from '../support/depth.ts'
import {ONE_CORE, ROOT} from '../support/hall-rig.ts'
import {spec} from '../support/spec.ts'
import {spitefulModule} from '../support/spiteful-module.ts'
import {tempDir} from '../support/temp-dir.ts'
import {workshop} from '../support/workshop.ts'

const it = spec('eval command')
const TWO_ROOM = ['--suite', 'closed-loop', '--env', 'two-room', '--planner', 'quick']
const CONTRACT = ['--suite', 'contract', '--env', 'two-room', '--n', '60']
const LIMIT_MS = 60_000

interface Rig {
  readonly env?: Record<string, string>
  readonly signal?: AbortSignal
  readonly files?: Record<string, string>
}

/** Runs the command in an empty directory, in this process. */
async function run(argv: readonly string[], rig: Rig = {}) {
  using dir = tempDir()
  for (const [name, text] of Object.entries(rig.files ?? {})) writeFileSync(join(dir.path, name), text)
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
    env: rig.env ?? {},
    cwd: dir.path,
    signal: rig.signal ?? new AbortController().signal,
    ports: ONE_CORE,
    interruptedBy: () => (rig.signal?.aborted ? ('SIGINT' as const) : undefined),
  }
  const code = await main(['eval', ...argv], ROOT, hall)
  const home = join(dir.path, 'runs')
  const runs = existsSync(home) ? readdirSync(home).filter((name) => !name.startsWith('.')) : []
  const read = (path: string) => readFileSync(join(home, runs[0] ?? '', path), 'utf8')
  const kept = runs.length === 0 ? undefined : {manifest: JSON.parse(read('run_manifest.json')), ...files(read)}
  return {code, ...written, runs, kept}
}

function files(read: (path: string) => string) {
  return {
    result: read('results/result.json'),
    episodes: read('results/episodes.ndjson')
      .trimEnd()
      .split('\n')
      .filter(Boolean)
      .map((line) => parse(evalEpisode, JSON.parse(line))),
    failures: parse(evalFailures, JSON.parse(read('results/failures.json'))),
    trace: JSON.parse(read('reports/workflow_trace.json')),
    junit: read('reports/report.junit.xml'),
  }
}

async function runJson(argv: readonly string[], rig?: Rig) {
  const done = await run([...argv, '--format', 'json'], rig)
  const result = parse(evalResult, JSON.parse(done.out))
  assert.is(result.exit.code, done.code)
  if (!done.kept || !result.verdict || !result.measurement) throw new Error('no run was kept')
  return {...done, kept: done.kept, verdict: result.verdict, measurement: result.measurement, result}
}

it('what a suite saw first of a trial that failed is told on the screen', async () => {
  using shop = workshop()
  shop.put('flat.mjs', spitefulModule('flat', ''))
  const argv = ['eval', '--provider-module', './flat.mjs', '--suite', 'contract', '--env', 'two-room', '--n', '20']
  const {code, out} = await shop.tell(argv)
  assert.is(code, 1, out)
  assert.match(
    out.replace(/\s+/g, ' '),
    /failed_trials: \d+ of contract of flat, at first eval:contract:two-room:score-\w+:\d+: \w+/,
  )
  assert.is((await shop.ask(['runs', 'verify', 'latest'])).code, 0)
})

it(
  'passes the exact model and keeps rows, episodes and a trace',
  async () => {
    // Every gate is decided by so few trials already.
    const few = DEEP ? undefined : 24
    const argv = ['--env', 'two-room', '--planner', 'quick', ...(few ? ['--n', `${few}`] : [])]
    const {code, kept, verdict, measurement} = await runJson(argv)
    assert.is(code, 0)
    assert.is(kept.manifest.status, 'passed')
    const cells = 2 + 7 + 1 + 16
    assert.is(kept.episodes.length, few ? (2 + cells + 3) * few : 250 + 80 + cells * 80 + 2 * 20 + 20)
    parse(evalMeasurement, JSON.parse(kept.result))
    assert.ok(measurement.rows.every(({state}) => state === 'pass' || state === 'measured'))
    const row = measurement.rows.find(({metric}) => metric === 'success_rate')
    assert.equal([row?.estimate, row?.n, row?.state, row?.ci?.method], [1, few ?? 20, 'pass', 'wilson'])
    assert.is(row?.baselines?.oracle, 1)
    assert.ok((row?.baselines?.random ?? 1) < 0.5 && (row?.baselines?.frozen ?? 1) < 0.5)
    assert.equal(
      verdict.claims.map(({level}) => level),
      ['L0', 'ops', 'L2', 'L2', 'L4', 'L5', 'L6', 'L6'],
    )
    const steps = kept.trace.steps.map((step: {step_id: string}) => step.step_id)
    for (const step of ['eval', 'eval:analytic', 'eval:analytic:closed-loop', 'eval:analytic:closed-loop:two-room']) {
      assert.ok(steps.includes(step), step)
    }
  },
  LIMIT_MS,
)

it('says where the run is', async () => {
  const {out, runs} = await run([...TWO_ROOM, '--n', '2'])
  assert.match(out, new RegExp(`^Run +runs/${runs[0]}$`, 'm'))
})

it(
  'fails a model with the sign turned, in every rendering',
  async () => {
    const {code, kept, verdict} = await runJson([...TWO_ROOM, '--provider', 'zoo.sign-flip'])
    assert.is(code, 1)
    assert.is(verdict.state, 'fail')
    assert.is(kept.manifest.status, 'failed')
    assert.is(kept.failures.failures.length, 20)
    assert.match(kept.junit, '<failure')
  },
  LIMIT_MS,
)

it(
  'fails a model without a wall and a provider whose scores are no numbers',
  async () => {
    assert.is((await run([...TWO_ROOM, '--provider', 'zoo.no-wall'])).code, 1)
    assert.is((await run([...CONTRACT, '--provider', 'zoo.nan'])).code, 1)
    assert.is((await run([...CONTRACT, '--provider', 'zoo.off-by-one-count'])).code, 1)
  },
  LIMIT_MS,
)

it(
  'two runs of the same plan have the same bytes and the same digests',
  async () => {
    const argv = [
      ...(DEEP ? [] : ['contract', 'rollout', 'score-ranking', 'closed-loop'].flatMap((name) => ['--suite', name])),
      '--env',
      'two-room',
      '--planner',
      'quick',
      '--n',
      '2',
      '--provider',
      'zoo.noise-5%',
      '--provider',
      'mock',
    ]
    const [one, other] = [await runJson(argv), await runJson(argv)]
    assert.is(one.kept.result, other.kept.result)
    assert.is(one.result.result_digest, other.result.result_digest)
    assert.equal(one.kept.episodes, other.kept.episodes)
    assert.not.match(one.kept.result, /20[0-9]{2}-[0-9]{2}-/)
  },
  LIMIT_MS,
)

it(
  'what is measured has one digest, whoever is measured and how often',
  async () => {
    const digest = async (...argv: string[]) => (await runJson([...TWO_ROOM, ...argv])).result.input_digest
    const base = await digest('--n', '2')
    assert.is(await digest('--n', '3', '--provider', 'zoo.frozen', '--no-gate'), base)
    assert.is.not(await digest('--n', '2', '--seed', '43'), base)
  },
  LIMIT_MS,
)

it(
  'episodes of a smaller run begin a larger one',
  async () => {
    const [few, many] = [await runJson([...TWO_ROOM, '--n', '3']), await runJson([...TWO_ROOM, '--n', '6'])]
    assert.equal(many.kept.episodes.slice(0, 3), few.kept.episodes)
  },
  LIMIT_MS,
)

it(
  'the smoke size never passes',
  async () => {
    const {code, verdict} = await runJson([...TWO_ROOM, '--size', 'smoke'])
    assert.is(code, 4)
    assert.match(verdict.exit.reason, '8 trials of the 20 needed')
  },
  LIMIT_MS,
)

it(
  'a failed trial runs again alone, by its key',
  async () => {
    const whole = await runJson([...TWO_ROOM, '--provider', 'zoo.no-wall', '--n', '8'])
    const [failure] = whole.kept.failures.failures
    const argv = failure?.command.split(' ').slice(2) ?? []
    const alone = await runJson(argv)
    const key = Number(failure?.key.split(':').at(-1))
    assert.equal(alone.kept.episodes, [whole.kept.episodes[key]])
    const contract = await runJson([...CONTRACT, '--provider', 'zoo.nan'])
    const again = await runJson(contract.kept.failures.failures[0]?.command.split(' ').slice(2) ?? [])
    assert.is(again.kept.failures.failures[0]?.key, contract.kept.failures.failures[0]?.key)
  },
  LIMIT_MS,
)

it(
  'without a gate only errors decide',
  async () => {
    const {code, verdict} = await runJson([...TWO_ROOM, '--provider', 'zoo.frozen', '--n', '2', '--no-gate'])
    assert.is(code, 0)
    assert.equal([verdict.basis, verdict.rules.map(({id}) => id).join()], ['no-gate', 'execution'])
  },
  LIMIT_MS,
)

it(
  'a threshold is one more rule',
  async () => {
    const rule = (text: string) => runJson([...TWO_ROOM, '--threshold', text])
    const kept = await rule('closed-loop/env=two-*: spl>=0.5')
    assert.equal([kept.code, kept.verdict.basis], [0, 'gate'])
    const broken = await rule('spl>=0.99')
    assert.is(broken.code, 1)
    assert.is(broken.verdict.rules.find(({id}) => id === 'cli-1')?.state, 'fail')
  },
  LIMIT_MS,
)

it(
  'a model budget that is spent is a failure with its reason',
  async () => {
    const {kept} = await runJson([...TWO_ROOM, '--n', '2', '--max-model-evals', '1'])
    assert.ok(kept.episodes.every(({success, reason}) => !success && reason === 'model_eval_budget'))
  },
  LIMIT_MS,
)

it(
  'a provider that is not configured is skipped, which is good only when allowed',
  async () => {
    const required = await runJson(['--provider', 'gr00t'])
    assert.equal([required.code, required.verdict.state, required.kept.manifest.status], [4, 'skipped', 'skipped'])
    assert.match(required.verdict.exit.reason, 'GROOT_POLICY_HOST')
    assert.is((await run(['--provider', 'gr00t', '--allow-skip'])).code, 0)
    const beside = [...TWO_ROOM, '--provider', 'analytic', '--provider', 'gr00t']
    assert.is((await run(beside)).code, 4, 'what passed does not hide what was skipped')
    assert.is((await run([...beside, '--allow-skip'])).code, 0)
  },
  LIMIT_MS,
)

it(
  'an environment that a provider does not know leaves no verdict when it was asked for',
  async () => {
    const {code, measurement} = await runJson(['--provider', 'zoo.no-wall', '--env', 'pendulum'])
    assert.is(code, 4)
    assert.is(measurement.not_run[0]?.reason, 'environment_unsupported')
  },
  LIMIT_MS,
)

it(
  'an interrupt keeps what was measured and closes the run as cancelled',
  async () => {
    const control = new AbortController()
    setTimeout(() => control.abort('SIGINT'), 40)
    const done = await run([...TWO_ROOM, '--size', 'full', '--format', 'json'], {signal: control.signal})
    assert.is(done.code, 130)
    assert.equal([done.kept?.manifest.status, done.kept?.manifest.outcome.verdict], ['cancelled', 'interrupted'])
    assert.ok((done.kept?.episodes.length ?? 400) < 400)
  },
  LIMIT_MS,
)

it(
  'the time limit ends with what is there, and few trials never pass',
  async () => {
    const {code, verdict} = await runJson([...TWO_ROOM, '--size', 'full', '--time-limit', '1ms'])
    assert.is(code, 4)
    assert.ok(verdict.counts.not_run > 0)
  },
  LIMIT_MS,
)

const REFUSED: [string, string[]][] = [
  ['no trial', ['--n', '0']],
  ['a negative number', ['--n', '-1']],
  ['half a trial', ['--n', '1.5']],
  ['an unknown suite', ['--suite', 'closed-lop']],
  ['an unknown environment', ['--env', 'three-room']],
  ['an unknown planner', ['--planner', 'magic']],
  ['an unknown size', ['--size', 'huge']],
  ['an unknown provider', ['--provider', 'analytik']],
  ['a share that cannot fail', ['--max-error-share', '1']],
  ['a share that is no number', ['--max-error-share', 'x']],
  ['a negative seed', ['--seed', '-1']],
  ['an empty name', ['--env', '']],
  ['a threshold that cannot fail', ['--threshold', 'success_rate>=0']],
  ['a threshold without a gate', ['--no-gate', '--threshold', 'success_rate>=0.5']],
  ['a trial outside the plan', ['--episode', 'eval:closed-loop:two-room:cross:20', '--size', 'quick']],
  ['no key of a trial', ['--episode', '3']],
  ['no duration', ['--time-limit', 'soon']],
  ['an unknown suite to show', ['--show', 'nothing']],
  ['list and show', ['--list', '--show', 'contract']],
]

it(
  'bad input ends with 2 and leaves no run',
  async () => {
    for (const [what, argv] of REFUSED) {
      const {code, runs} = await run(argv)
      assert.equal([code, runs.length], [2, 0], what)
    }
    assert.match((await run(['--suite', 'closed-lop'])).err, 'closed-loop')
  },
  LIMIT_MS,
)

it(
  'the operations of a profile choose among the suites that run unnamed',
  async () => {
    const profile = 'schema_version: 1\nname: ci\noperations: [embed]\n'
    const {kept} = await runJson(['--n', '4', '--profile', 'ci.yaml'], {files: {'ci.yaml': profile}})
    assert.is(kept.manifest.operation, 'contract')
    assert.is(kept.manifest.config_profile.origins.operations, 'profile')
  },
  LIMIT_MS,
)

it(
  'a profile names providers, a flag wins over it',
  async () => {
    const profile = 'schema_version: 1\nname: ci\nproviders: [zoo.frozen]\n'
    const argv = [...TWO_ROOM, '--n', '2', '--profile', 'ci.yaml']
    const rig = {files: {'ci.yaml': profile}}
    const {kept} = await runJson(argv, rig)
    assert.equal([kept.manifest.provider, kept.manifest.config_profile.name], ['zoo.frozen', 'ci'])
    assert.is((await runJson([...argv, '--provider', 'mock'], rig)).kept.manifest.provider, 'mock')
  },
  LIMIT_MS,
)

it('episodes that a provider has learned from are refused', async () => {
  const {code, err, runs} = await run([...TWO_ROOM, '--provider', 'learned', '--seed', '900001', '--n', '1'])
  assert.equal([code, runs.length], [2, 0])
  assert.match(err, 'seeds 900000 to 900003')
})

// That its model walks through the wall is held without a planner, too.
it.deep(
  'other episodes tell that it hardly knows the wall',
  async () => {
    const {code, kept} = await run([...TWO_ROOM, '--provider', 'learned', '--n', '20'])
    assert.is(code, 1)
    const share = kept?.episodes.filter((episode) => episode.success).length ?? 0
    assert.ok(share > 0 && share <= 12, `${share} of 20`)
  },
  LIMIT_MS,
)

it('the catalogue is told without a run', async () => {
  for (const argv of [['--list'], ['--show', 'closed-loop'], ['--show', 'core']]) {
    const {code, out, runs} = await run([...argv, '--format', 'json'])
    assert.equal([code, runs.length], [0, 0])
    assert.ok((parse(evalResult, JSON.parse(out)).catalogue?.suites.length ?? 0) > 0)
  }
})

it.run()
