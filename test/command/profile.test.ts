import {existsSync, mkdirSync, readFileSync, symlinkSync} from 'node:fs'
import {join, relative} from 'node:path'
import * as assert from 'uvu/assert'
import {doctorResult} from '#contract/generated/doctor-result'
import {errorDocument} from '#contract/generated/error'
import {parse} from '#contract/parse'
import {ROOT} from '../support/hall-rig.ts'
import {spec} from '../support/spec.ts'
import {filesBelow, QUICK_RUN, type Workshop, workshop} from '../support/workshop.ts'

const declare = spec('profiles on the command line')
/** Whole runs take their time on a busy machine. */
const it = Object.assign((test: string, body: () => Promise<void>) => declare(test, body, 30_000), {run: declare.run})
const TOKEN = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_')
const SIGNED = `https://store.example/a?X-Amz-Signature=${'9f'.repeat(32)}&X-Amz-Credential=AKIA`
const HEAD = 'schema_version: 1\nname: ci\n'
const EVAL = ['eval', '--suite', 'contract', '--env', 'two-room', '--n', '2']
const JOB = ['run', 'job.yaml']
const MARK = 'told-only-in-a-comment'

/** A workspace with a profile of these lines and a job of one benchmark step. */
function withProfile(lines: string) {
  const shop = workshop()
  shop.put('ci.yaml', `${HEAD}${lines}\n# ${MARK}\n`)
  const step = '{id: a, use: benchmark, with: {operations: [predict], iterations: 3, warmup: 0}}'
  shop.put('job.yaml', `schema_version: 1\nname: j\nsteps:\n  - ${step}\n`)
  return shop
}
const PROFILE = ['--profile', 'ci.yaml']
const FLAGS = {eval: [...EVAL, ...PROFILE], benchmark: [...QUICK_RUN, ...PROFILE], run: [...JOB, ...PROFILE]}

for (const [command, argv] of Object.entries(FLAGS)) {
  it(`${command}: workspace and format of the profile apply, and flags win over them`, async () => {
    using shop = withProfile('run_workspace: kept/ci\noutput_format: markdown')
    const told = await shop.tell(argv)
    assert.match(told.out, /^# /, told.err)
    const [id = ''] = runsIn(shop, 'kept/ci')
    assert.ok(told.out.includes(`Run: kept/ci/runs/${id}`), told.out)
    const {config_profile: block} = JSON.parse(shop.read('kept/ci/runs', id, 'run_manifest.json'))
    assert.equal([block.origins.run_workspace, block.origins.output_format], ['profile', 'profile'])
    assert.equal(block.defaults, {run_workspace: 'kept/ci', output_format: 'markdown'})

    mkdirSync(shop.path('other'))
    const {document} = await shop.ask([...argv, '--workspace-dir', 'other'])
    assert.is(runsIn(shop, 'kept/ci').length, 1)
    const own = JSON.parse(shop.read('other/runs', document.run_id, 'run_manifest.json')).config_profile
    assert.equal([own.origins.run_workspace, own.origins.output_format], ['flag', 'flag'])
  })

  it(`${command}: presets change the numbers, and where the profile came from is kept without the file`, async () => {
    using shop = withProfile('timeout_preset: fast\nretry_preset: persistent')
    const {document} = await shop.ask(argv)
    const {config_profile: block} = shop.manifest(document.run_id)
    const [policy] = Object.values(block.policy) as {
      health: {timeout_seconds: number; retry: {max_attempts: number}}
      request: {timeout_seconds: number; max_elapsed_seconds: number}
    }[]
    assert.equal(
      [policy?.health.timeout_seconds, policy?.request.timeout_seconds, policy?.request.max_elapsed_seconds],
      [2, 10, 30],
    )
    assert.is(policy?.health.retry.max_attempts, 6)
    assert.equal([block.schema_version, block.name, block.source], [1, 'ci', 'profile:ci.yaml'])
    assert.match(block.sha256, /^sha256:[0-9a-f]{64}$/)
    assert.equal([block.origins.timeout_preset, block.origins.state_dir], ['profile', 'default'])
    for (const [name, content] of filesBelow(shop.path('runs'))) assert.not.ok(content.includes(MARK), name)
  })

  it(`${command}: a run without a profile says so`, async () => {
    using shop = withProfile('')
    const {document} = await shop.ask(argv.filter((word) => !PROFILE.includes(word)))
    assert.is(shop.manifest(document.run_id).config_profile, null)
  })
}

it('providers and operations: flag over profile over default', async () => {
  using shop = withProfile('providers: [analytic]\noperations: [score]')
  const plain = ['benchmark', '--iterations', '3', '--warmup', '0']
  const rows = async (...argv: string[]) => {
    const {document} = await shop.ask([...plain, ...argv])
    const {origins} = shop.manifest(document.run_id).config_profile
    const measured = document.rows.map((row: {provider: string; operation: string}) => [row.provider, row.operation])
    return [...measured, [origins.providers, origins.operations]]
  }
  assert.equal(await rows(...PROFILE), [
    ['analytic', 'score'],
    ['profile', 'profile'],
  ])
  assert.equal(await rows(...PROFILE, '--provider', 'mock'), [
    ['mock', 'score'],
    ['flag', 'profile'],
  ])
  assert.equal(await rows(...PROFILE, '--operation', 'predict'), [
    ['analytic', 'predict'],
    ['profile', 'flag'],
  ])
})

it('an evaluation runs the usual suites that ask for an operation of the profile, or those that a flag names', async () => {
  using shop = withProfile('operations: [score]\nproviders: [zoo.nan]')
  const small = ['--n', '2', '--env', 'two-room', '--planner', 'quick']
  const suitesOf = async (...argv: string[]) => {
    const {document} = await shop.ask(['eval', ...PROFILE, ...small, ...argv])
    const manifest = shop.manifest(document.run_id)
    return [manifest.operations, manifest.config_profile.origins.operations]
  }
  const asking = ['contract', 'determinism', 'fidelity', 'score-ranking', 'planning-regret', 'closed-loop']
  assert.equal(await suitesOf(), [asking, 'profile'])
  assert.equal(await suitesOf('--suite', 'rollout'), [['rollout'], 'flag'])
})

it('one profile serves a benchmark, an evaluation, a job and doctor: the one that is shipped', async () => {
  for (const suffix of ['toml', 'yaml', 'json']) {
    using shop = withProfile('')
    shop.put(`shipped.${suffix}`, readFileSync(join(ROOT, 'fixtures', 'profiles', `ci.${suffix}`), 'utf8'))
    const shipped = ['--profile', `shipped.${suffix}`]
    const small = ['--n', '2', '--env', 'two-room', '--suite', 'contract']
    const codes: number[] = []
    for (const argv of [
      ['benchmark', '--iterations', '5', '--warmup', '0'],
      ['eval', ...small],
      ['eval', '--list'],
      ['run', 'job.yaml'],
      ['doctor'],
    ]) {
      const {code, err} = await shop.tell(argv[1] === '--list' ? argv : [...argv, ...shipped])
      assert.is.not(code, 2, `${argv.join(' ')}: ${err}`)
      codes.push(code)
    }
    assert.equal([codes[0], codes[3], codes[4]], [0, 0, 0])
  }
})

it('a suite is no operation of a profile', async () => {
  using shop = withProfile('operations: [contract]')
  for (const argv of [['eval'], ['benchmark'], ['doctor'], JOB]) {
    const {code, document} = await shop.ask([...argv, ...PROFILE])
    assert.equal([code, document.error.issues[0].rule], [2, 'unknown_operation'], argv[0])
  }
  using nothing = withProfile('operations: [health]')
  const {code, document} = await nothing.ask(['eval', ...PROFILE])
  assert.equal([code, document.error.code], [2, 'usage'])
})

it('limits given as flags win over the preset', async () => {
  using shop = withProfile('timeout_preset: fast')
  const {document} = await shop.ask([...QUICK_RUN, ...PROFILE, '--timeout', '7', '--retries', '2'])
  const {request} = shop.manifest(document.run_id).config_profile.policy.mock
  assert.equal([request.timeout_seconds, request.max_elapsed_seconds, request.retry.max_attempts], [7, 30, 3])
})

it('doctor checks a profile and tells what would apply, without doing it', async () => {
  using shop = withProfile('providers: [mock]\ntimeout_preset: ci\nrun_workspace: kept/ci\noutput_format: junit')
  const {code, document} = await shop.ask(['doctor', ...PROFILE])
  const {config_profile: block} = parse(doctorResult, document)
  assert.is(code, 0)
  assert.equal(Object.keys(block?.policy ?? {}), ['mock'])
  assert.equal([block?.origins['run_workspace'], block?.origins['retry_preset']], ['profile', 'default'])
  const {out} = await shop.tell(['doctor', ...PROFILE])
  assert.match(out, /run_workspace +kept\/ci +profile/)
  assert.match(out, /mock +5 +60 +180/)
  assert.not.ok(existsSync(shop.path('kept')))
  assert.is((await shop.ask(['doctor'])).document.config_profile, null)
})

const REFUSED: readonly (readonly [lines: string, issue: string, secret?: string])[] = [
  [`state_dir: ${TOKEN}`, '/state_dir secret_value 3:12', TOKEN],
  [`api_key: x\nname2: ${TOKEN}`, '/api_key secret_key 3:1', TOKEN],
  [`run_workspace: "${SIGNED}"`, '/run_workspace signed_url 3:16', '9f9f'],
  ['run_workspace: config/.env.production', '/run_workspace path_env_file 3:16', '.env.production'],
  ['run_workspace: /home/alice/runs', '/run_workspace path_absolute 3:16', 'alice'],
  ['run_workspace: ../elsewhere', '/run_workspace path_traversal 3:16', 'elsewhere'],
  ['run_workspace: a/$HOME', '/run_workspace path_character 3:16', 'HOME'],
  ["run_workspace: 'C:\\x'", '/run_workspace path_drive 3:16'],
  ['run_workspace: away/inside', '/run_workspace path_outside 3:16', 'inside'],
  ['retry_preset: often', '/retry_preset enum 3:15', 'often'],
  ['schema: 1', '/schema unknown_key 3:1'],
  ['providers: [nobody]', '/providers/0 unknown_provider 3:13', 'nobody'],
]
for (const [lines, wanted, secret] of REFUSED) {
  it(`every command refuses \`${(lines.split(secret ?? '\0')[0] ?? '').trim()}\` with its place and without its value`, async () => {
    using shop = withProfile(lines)
    symlinkSync('/tmp', shop.path('away'))
    for (const argv of [...Object.values(FLAGS), ['doctor', ...PROFILE]]) {
      const {code, document, out} = await shop.ask(argv)
      const {error} = parse(errorDocument, document)
      assert.equal([code, error.code, document.error.detail.source], [2, 'profile_invalid', 'profile:ci.yaml'], out)
      const told = (error.issues ?? []).map((one) => `${one.pointer} ${one.rule} ${one.line}:${one.column}`)
      assert.ok(told.includes(wanted), `${argv[0]}: ${told.join(', ')}`)
      if (secret) assert.not.match(out + (await shop.tell(argv)).err, secret)
    }
    assert.equal([shop.runs(), existsSync(shop.path('runs'))], [[], false])
  })
}

it('a profile that is missing, no file, too large or of no known kind is refused', async () => {
  using shop = withProfile('')
  mkdirSync(shop.path('folder.yaml'))
  shop.put('big.yaml', `${HEAD}#${'x'.repeat(257 * 1024)}`)
  shop.put('ci.ini', HEAD)
  shop.put('nul.yaml', `${HEAD}# \0`)
  for (const [name, code] of [
    ['missing.yaml', 'file_missing'],
    ['folder.yaml', 'profile_format'],
    ['big.yaml', 'profile_size'],
    ['ci.ini', 'profile_format'],
    ['nul.yaml', 'profile_format'],
  ] as const) {
    for (const argv of [EVAL, QUICK_RUN, JOB, ['doctor']]) {
      const {code: exit, document} = await shop.ask([...argv, '--profile', name])
      assert.equal([exit, document.error.code], [2, code], `${argv[0]} ${name}`)
    }
  }
  assert.equal(shop.runs(), [])
})

it('a profile outside the working directory is named by its base name only', async () => {
  using shop = withProfile('')
  using other = withProfile('')
  const {document} = await shop.ask([...QUICK_RUN, '--profile', relative(shop.root, other.path('ci.yaml'))])
  assert.is(shop.manifest(document.run_id).config_profile.source, 'profile:ci.yaml')
})

function runsIn(shop: Workshop, folder: string): string[] {
  const found = [...filesBelow(shop.path(folder)).keys()].filter((name) => name.endsWith('run_manifest.json'))
  return found.map((name) => name.split('/')[1] ?? '')
}
it.run()
