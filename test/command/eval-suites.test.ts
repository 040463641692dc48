// Counts no coverage: whole evaluations, whose lines smaller tests run too.
import {mkdirSync, readdirSync, readFileSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {main} from '#cli/main'
import {evalEpisode} from '#contract/generated/eval-episode'
import {parse} from '#contract/parse'
import {ONE_CORE, ROOT} from '../support/hall-rig.ts'
import {spec} from '../support/spec.ts'
import {tempDir} from '../support/temp-dir.ts'

const it = spec('suites of your own')
const CASES = readFileSync(join(ROOT, 'fixtures', 'suites', 'two-room-cases.yaml'), 'utf8')
const LIMIT_MS = 60_000

/** Runs the command beside these files; `run` reads what the run kept, if there is one. */
async function run(argv: readonly string[], files: Readonly<Record<string, string>>) {
  using dir = tempDir()
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(dir.path, name, '..'), {recursive: true})
    writeFileSync(join(dir.path, name), text)
  }
  const written = {out: '', err: ''}
  const stream = (to: 'out' | 'err') => ({
    write: (text: string) => {
      written[to] += text
    },
    isTerminal: false,
    columns: 120,
  })
  const code = await main(['eval', ...argv, '--format', 'json'], ROOT, {
    output: {out: stream('out'), err: stream('err')},
    env: {},
    cwd: dir.path,
    signal: new AbortController().signal,
    ports: ONE_CORE,
    interruptedBy: () => undefined,
  })
  const home = join(dir.path, 'runs')
  const [name] = code === 2 ? [] : readdirSync(home).filter((one) => !one.startsWith('.'))
  const read = (path: string) => (name === undefined ? '' : readFileSync(join(home, name, path), 'utf8'))
  const episodes = read('results/episodes.ndjson').trimEnd().split('\n').filter(Boolean)
  return {
    code,
    json: JSON.parse(written.out),
    episodes: episodes.map((line) => parse(evalEpisode, JSON.parse(line))),
    failures: name === undefined ? [] : JSON.parse(read('results/failures.json')).failures,
    suite: name === undefined ? undefined : JSON.parse(read('inputs/suite.json')),
  }
}

it(
  'cases with known answers pass the exact model and fail one without a wall, by name',
  async () => {
    const files = {'my/cases.yaml': CASES}
    const good = await run(['--suite', 'my/cases.yaml'], files)
    assert.equal(
      [good.code, good.episodes.map((one) => one.case)],
      [0, ['through-the-door', 'against-the-wall', 'three-plans']],
    )
    assert.match(good.json.verdict.claims[0].text, 'shown: the stated cases are reproduced')
    assert.is(good.suite.suites[0].cases.length, 3)
    const bad = await run(['--suite', 'my/cases.yaml', '--provider', 'zoo.no-wall'], files)
    assert.is(bad.code, 1)
    const [failure] = bad.failures
    assert.equal(
      [bad.failures.length, failure.key, failure.expected],
      [1, 'eval:two-room-cases:none:against-the-wall:0', 'against-the-wall holds'],
    )
    assert.match(failure.observed, /position\/x is 0.52 instead of 0.48/)
    const argv = failure.command.split(' ').slice(2)
    const again = await run(argv, {'cases.yaml': CASES})
    assert.equal([again.code, again.episodes.length, again.episodes[0]?.case], [1, 1, 'against-the-wall'])
  },
  LIMIT_MS,
)

it('an answer that is an error fails its case and no other', async () => {
  const {code, episodes} = await run(['--suite', 'cases.yaml', '--provider', 'zoo.nan'], {'cases.yaml': CASES})
  assert.is(code, 1)
  assert.equal(
    episodes.map(({success}) => success),
    [true, true, false],
  )
})

const NO_QUESTIONS: readonly [what: string, from: string, to: string, at: number, says: RegExp][] = [
  ['an action that is none', 'action: {type: control', "action: {type: ''", 0, /action/],
  ['no step', 'steps: 1', 'steps: 0', 0, /steps must be/],
  ['a missing goal', 'goal: {dtype', 'gaol: {dtype', 2, /lacks the field goal/],
  ['an environment there is not', 'environment: two-room@1', 'environment: two-room@9', 2, /version/],
]
for (const [what, from, to, at, says] of NO_QUESTIONS) {
  it(`a case with ${what} is the mistake of its file, and no run is made`, async () => {
    const {code, json, episodes} = await run(['--suite', 'cases.yaml'], {'cases.yaml': CASES.replace(from, to)})
    assert.equal([code, json.error.code, episodes.length], [2, 'suite_invalid', 0])
    assert.equal(
      json.error.issues.map(({pointer}: {pointer: string}) => pointer),
      [`/cases/${at}/input`],
    )
    assert.match(json.error.issues[0].message, says)
  })
}

it('a built-in kind runs with its own number, environment and gates', async () => {
  const file = {
    schema_version: 1,
    name: 'strict-reaction',
    kind: 'counterfactual',
    n: 25,
    environments: ['pendulum'],
    gates: [{metric: 'cf_gain', require: {ci_low: {gte: 0.9}}}],
  }
  const files = {'s.json': JSON.stringify(file)}
  const good = await run(['--suite', 's.json'], files)
  assert.equal([good.code, good.episodes.length], [0, 25])
  assert.ok(good.episodes.every(({env, suite}) => env === 'pendulum' && suite === 'strict-reaction'))
  const weak = await run(['--suite', 's.json', '--provider', 'zoo.gain-0.7'], files)
  assert.is(weak.code, 1)
  assert.equal(
    weak.json.verdict.rules.map(({id}: {id: string}) => id),
    ['execution', 'strict-reaction/pendulum/all/zoo.gain-0.7/cf_gain'],
  )
})

/** A provider in a format that the kit does not decode. */
const CINEMA = `
const POLICY = {timeout_seconds: 5, max_elapsed_seconds: null, retry: {max_attempts: 1, backoff_seconds: 0, backoff_multiplier: 1,
  max_backoff_seconds: 0, jitter: 0, max_retry_after_seconds: 0, retryable_status_codes: []}}
const bytes = Uint8Array.of(0, 0, 0, 24, 0x66, 0x74, 0x79, 0x70, 0x69, 0x73, 0x6f, 0x6d)
export const assayProvider = {apiVersion: 1, create: () => ({
  profile: {name: 'cinema', maturity: 'experimental', capabilities: ['generate'], transport: 'in_process', deterministic: true,
    requires: {all_of: [], any_of: []}, optional: [], max_probe_level: 'serving', idempotent: [],
    request_policy: {health: POLICY, request: POLICY}},
  generate: () => ({fps: 10, resolution: [64, 64], duration_seconds: 2, media_type: 'video/mp4', bytes}),
  probe: (level) => ({level, ok: true, detail: 'here'}),
})}`

it('a provider that only generates is judged alone when asked so, and not judged whole when not', async () => {
  const files = {'cinema.mjs': CINEMA}
  const of = [
    '--suite',
    'generation',
    '--env',
    'two-room',
    '--n',
    '4',
    '--provider-module',
    './cinema.mjs',
    '--provider',
    'cinema',
  ]
  const whole = await run(of, files)
  assert.is(whole.code, 3)
  assert.match(JSON.stringify(whole.json.verdict.caveats), 'capability_missing (transfer)')
  const narrowed = await run([...of, '--operation', 'generate'], files)
  assert.equal([narrowed.code, narrowed.json.verdict.state], [3, 'unavailable'])
  assert.not.match(JSON.stringify(narrowed.json.verdict.caveats), 'capability_missing')
  assert.match(narrowed.failures[0].observed, 'media_undecodable: clips of the format video/mp4')
  const one = await run(['--suite', 'transfer', '--operation', 'transfer', '--env', 'two-room', '--n', '20'], {})
  assert.equal([one.code, one.episodes.length, one.episodes[0]?.provider], [0, 20, 'observer'])
  for (const argv of [
    ['--suite', 'media', '--operation', 'embed'],
    ['--suite', 'rollout', '--operation', 'generate'],
  ])
    assert.equal([(await run(argv, {})).code], [2], argv.join(' '))
})

it('without a provider, questions go to the observer, and one trial can be asked for', async () => {
  const file = {schema_version: 1, name: 'my-questions', kind: 'reasoning', n: 20}
  const own = await run(['--suite', 'q.json'], {'q.json': JSON.stringify(file)})
  assert.equal([own.code, own.episodes.length], [0, 80])
  assert.ok(own.episodes.every(({env, provider}) => env === 'none' && provider === 'observer'))
  const one = await run(
    ['--suite', 'reasoning', '--provider', 'mock', '--episode', 'eval:reasoning:none:absent:19'],
    {},
  )
  assert.equal(
    one.episodes.map(({stratum, episode, success}) => [stratum, episode, success]),
    [['absent', 19, false]],
  )
  const lacking = await run(['--suite', 'reasoning', '--provider', 'analytic'], {})
  assert.is(lacking.code, 4)
})

const cases = (text: string) =>
  `schema_version: 1\nname: mine\ncases:\n  - {id: a, operation: score, input: {}, expect: [${text}]}\n`

const REFUSED: [string, string, string][] = [
  ['an unknown key', 'schema_version: 1\nname: mine\ncase: []\n', '/case'],
  ['a name that is taken', CASES.replace('name: two-room-cases', 'name: rollout'), '/name'],
  ['a set as name', CASES.replace('name: two-room-cases', 'name: core'), '/name'],
  ['two cases of one id', CASES.replace('against-the-wall', 'through-the-door'), '/cases/1/id'],
  ['no cases', 'schema_version: 1\nname: mine\n', ''],
  ['cases for another kind', `${cases('{path: "", finite: true}')}kind: rollout\n`, '/cases'],
  ['an expectation that says nothing', cases('{path: ""}'), '/cases/0/expect/0'],
  ['an expectation that says two things', cases('{path: "", finite: true, shape: [1]}'), '/cases/0/expect/0'],
  ['a pointer that is none', cases('{path: x, finite: true}'), '/cases/0/expect/0/path'],
  [
    'an unknown environment',
    'schema_version: 1\nname: mine\nkind: rollout\nenvironments: [nowhere]\n',
    '/environments/0',
  ],
  [
    'an environment where the kind says nothing',
    'schema_version: 1\nname: mine\nkind: policy-ranking\nenvironments: [pendulum]\n',
    '/environments/0',
  ],
  [
    'environments for scenes of its own',
    'schema_version: 1\nname: mine\nkind: reasoning\nenvironments: [pendulum]\n',
    '/environments',
  ],
  [
    'an unknown metric',
    'schema_version: 1\nname: mine\nkind: rollout\ngates: [{metric: x, require: {ci_low: {gte: 1}}}]\n',
    '/gates/0/metric',
  ],
  [
    'a gate that cannot fail',
    'schema_version: 1\nname: mine\nkind: closed-loop\ngates: [{metric: success_rate, require: {ci_low: {gte: 0}}}]\n',
    '/gates/0/require',
  ],
]

it('a file that breaks the rules ends with 2, the place named', async () => {
  for (const [what, text, pointer] of REFUSED) {
    const {code, json} = await run(['--suite', 'bad.yaml'], {'bad.yaml': text})
    assert.equal([code, json.error?.code], [2, 'suite_invalid'], what)
    const pointers = json.error.issues.map((issue: {pointer: string}) => issue.pointer)
    assert.ok(pointers.includes(pointer), `${what}: ${pointers.join(' ')}`)
  }
})

it('a file that is missing or is no text, and fixtures without a file, end with 2', async () => {
  assert.is((await run(['--suite', 'none.yaml'], {})).json.error.code, 'file_missing')
  assert.is((await run(['--suite', 'bad.json'], {'bad.json': '{"a": 1,}'})).json.error.code, 'document_parse')
  assert.is((await run(['--suite', 'fixtures'], {})).json.error.code, 'usage')
  const twice = {'a.yaml': CASES, 'b.yaml': CASES}
  assert.is((await run(['--suite', 'a.yaml', '--suite', 'b.yaml'], twice)).json.error.code, 'suite_invalid')
})

it.run()
