import {spawnSync} from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {main} from '#cli/main'
import {keysGenerateResult} from '#contract/generated/keys-generate-result'
import {runsBundleResult} from '#contract/generated/runs-bundle-result'
import {runsVerifyResult} from '#contract/generated/runs-verify-result'
import {parse} from '#contract/parse'
import {MOST_FILE_BYTES} from '#evidence/model/exclusion'
import {bundleReport} from '#evidence/publish/bundle-report'
import {verifyReport} from '#evidence/verify/verify-report'
import {evidenceRig} from '../support/evidence-rig.ts'
import {assay} from '../support/hall-rig.ts'
import {spec} from '../support/spec.ts'
import {tempDir} from '../support/temp-dir.ts'

const it = spec('runs bundle, runs verify, keys generate')
const ROOT = join(import.meta.dirname, '..', '..')
const COMMAND_MS = 15_000

it(
  'a run with so many files that its manifest is larger than any file of a bundle may be is bundled and verified',
  async () => {
    using rig = evidenceRig()
    const name = (at: number) => `f${at}-${'x'.repeat(150)}.txt`
    const {runId} = await rig.run(
      Object.fromEntries(Array.from({length: 2_600}, (_, at) => [name(at), `file ${at}\n`])),
    )
    assert.ok(statSync(join(rig.path, 'runs', runId, 'run_manifest.json')).size > MOST_FILE_BYTES)
    const run = async (...argv: string[]) => (await assay([...argv, '--quiet'], {cwd: rig.path})).code
    assert.is(await run('runs', 'bundle', runId), 0)
    assert.is(await run('runs', 'verify', `issue-bundles/${runId}`), 0)
  },
  4 * COMMAND_MS,
)

/** A workspace with one run, and commands started in it. */
async function shell() {
  const rig = evidenceRig()
  const {runId} = await rig.run({'notes.txt': 'all good\n', 'model.bin': 'x'})
  const run = async (argv: readonly string[], env: Record<string, string> = {}, cwd = rig.path) => {
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
      cwd,
      signal: new AbortController().signal,
      interruptedBy: () => undefined,
    }
    return {code: await main(argv, ROOT, hall), ...written}
  }
  return {path: rig.path, runId, run, [Symbol.dispose]: () => rig[Symbol.dispose]()}
}

it(
  'a published folder is found by its name where it lies, and a run of that name in the workspace first',
  async () => {
    using at = await shell()
    using away = tempDir()
    assert.is((await at.run(['runs', 'bundle', at.runId])).code, 0)
    cpSync(join(at.path, 'issue-bundles', at.runId), join(away.path, at.runId), {recursive: true})
    const kindAt = async (path: string) => {
      const {code, out, err} = await at.run(['runs', 'verify', at.runId, '--format', 'json'], {}, path)
      assert.is(code, 0, err)
      return parse(runsVerifyResult, JSON.parse(out)).path
    }
    assert.is(await kindAt(away.path), at.runId)
    assert.is(await kindAt(at.path), `runs/${at.runId}`)
  },
  COMMAND_MS,
)

it(
  'goes from keys over a signed bundle to a verified one',
  async () => {
    using at = await shell()
    const keys = await at.run(['keys', 'generate', '--format', 'json'])
    assert.is(keys.code, 0, keys.err)
    const {key_id} = parse(keysGenerateResult, JSON.parse(keys.out))
    const bundle = await at.run(['runs', 'bundle', at.runId, '--sign', 'key.pem', '--format', 'json'])
    assert.is(bundle.code, 0, bundle.err)
    const made = parse(runsBundleResult, JSON.parse(bundle.out))
    assert.is(made.path, `issue-bundles/${at.runId}`)
    assert.is(made.signed_by?.key_id, key_id)
    const verify = await at.run([
      'runs',
      'verify',
      made.path,
      '--key',
      'key.pub.pem',
      '--require-signature',
      '--format',
      'json',
    ])
    assert.is(verify.code, 0, verify.err)
    const result = parse(runsVerifyResult, JSON.parse(verify.out))
    assert.is(result.signed.verified, true)
    assert.is(result.path, made.path)
    assert.equal([made.verdict, result.verdict], ['pass', 'pass'])
    const shown = await at.run(['runs', 'verify', made.path, '--key', 'key.pub.pem', '--verbose'])
    assert.match(shown.out, key_id, 'the id of a public key is no secret')
  },
  COMMAND_MS,
)

it(
  'verifies a run in place by its id',
  async () => {
    using at = await shell()
    const done = await at.run(['runs', 'verify', at.runId, '--format', 'json'])
    assert.is(done.code, 0, done.err)
    assert.is(parse(runsVerifyResult, JSON.parse(done.out)).target, 'run')
  },
  COMMAND_MS,
)

it(
  'takes the workspace by either name and makes the bundle where it is told',
  async () => {
    using at = await shell()
    for (const flag of ['--workspace-dir', '--run-workspace']) {
      const output = join(at.path, `bundle${flag}`)
      const done = await at.run(['runs', 'bundle', at.runId, flag, at.path, '--output', output, '--strict'])
      assert.is(done.code, 1, done.err)
      assert.ok(existsSync(join(output, 'bagit.txt')))
    }
  },
  COMMAND_MS,
)

it(
  'dates a bundle by SOURCE_DATE_EPOCH and refuses nonsense in it',
  async () => {
    using at = await shell()
    assert.is((await at.run(['runs', 'bundle', at.runId], {SOURCE_DATE_EPOCH: 'yesterday'})).code, 2)
    assert.is((await at.run(['runs', 'bundle', at.runId], {SOURCE_DATE_EPOCH: '0'})).code, 0)
    const text = readFileSync(join(at.path, 'issue-bundles', at.runId, 'evidence_manifest.json'), 'utf8')
    assert.is(JSON.parse(text).generated_at, '1970-01-01T00:00:00.000Z')
  },
  COMMAND_MS,
)

const REFUSED: readonly (readonly [name: string, argv: readonly string[], code: number, error: string])[] = [
  ['a run id that climbs out', ['runs', 'bundle', '../x'], 2, 'run_id_invalid'],
  ['a run that is not there', ['runs', 'bundle', '20200101T000000000Z-aaaaaa'], 2, 'run_not_found'],
  ['a bundle that is not there', ['runs', 'verify', 'nowhere'], 2, 'bundle_not_found'],
  ['a folder that is no bundle', ['runs', 'verify', 'runs'], 2, 'bundle_not_found'],
  ['a target that is the workspace', ['runs', 'bundle', 'RUN', '--output', '.'], 2, 'not_our_bundle'],
  ['a target that is the root of all', ['runs', 'bundle', 'RUN', '--output', '/'], 2, 'not_our_bundle'],
  ['a key that is not there', ['runs', 'bundle', 'RUN', '--sign', 'key.pem'], 2, 'file_missing'],
  ['keys among the runs', ['keys', 'generate', '--output', 'runs'], 2, 'path_unsafe'],
]

for (const [name, argv, code, error] of REFUSED) {
  it(
    `refuses ${name} with ${error}`,
    async () => {
      using at = await shell()
      const done = await at.run([...argv.map((word) => (word === 'RUN' ? at.runId : word)), '--format', 'json'])
      assert.is(done.code, code)
      assert.is(JSON.parse(done.out).error.code, error)
      assert.equal(
        readdirSync(at.path).filter((entry) => !['runs', 'issue-bundles'].includes(entry)),
        [],
      )
    },
    COMMAND_MS,
  )
}

it(
  'shows a bundle and its verification in every format, with the same exit',
  async () => {
    using at = await shell()
    await at.run(['runs', 'bundle', at.runId])
    for (const format of ['human', 'json', 'markdown', 'csv']) {
      const again = await at.run(['runs', 'bundle', at.runId, '--replace', '--format', format])
      assert.is(again.code, 0, again.err)
      assert.match(again.out, at.runId)
    }
    for (const format of ['human', 'json', 'markdown', 'csv', 'junit', 'html']) {
      const done = await at.run(['runs', 'verify', `issue-bundles/${at.runId}`, '--format', format])
      assert.is(done.code, 0, done.err)
      assert.match(done.out, 'journal-chain')
    }
  },
  COMMAND_MS,
)

for (const kind of ['zip', 'tgz']) {
  it(
    `packs a bundle into one ${kind} and verifies it as it is, wherever it lies`,
    async () => {
      using at = await shell()
      using elsewhere = tempDir()
      const ask = ['runs', 'bundle', at.runId, '--archive', kind, '--format', 'json']
      const made = parse(runsBundleResult, JSON.parse((await at.run(ask)).out))
      const path = `issue-bundles/${at.runId}.${kind}`
      assert.is(made.archive?.path, path)
      assert.equal(made.next[1], `assay runs verify ${path}`)
      const bytes = readFileSync(join(at.path, path))
      assert.is(bytes.length, made.archive?.size_bytes)
      const again = await at.run([...ask, '--replace'])
      assert.is(again.code, 0, again.err)
      assert.ok(readFileSync(join(at.path, path)).equals(bytes))
      cpSync(join(at.path, path), join(elsewhere.path, 'sent'))
      const verified = await at.run(['runs', 'verify', 'sent', '--format', 'json'], {}, elsewhere.path)
      assert.is(verified.code, 0, verified.out)
      assert.is(parse(runsVerifyResult, JSON.parse(verified.out)).run_id, at.runId)
      writeFileSync(join(elsewhere.path, 'sent'), bytes.subarray(0, bytes.length - 5))
      const refused = await at.run(['runs', 'verify', 'sent', '--format', 'json'], {}, elsewhere.path)
      assert.equal([refused.code, JSON.parse(refused.out).error.code], [1, 'archive_refused'])
    },
    COMMAND_MS,
  )
}

it(
  'no archive of the bundle before stays beside one that replaces it, and that is told',
  async () => {
    using at = await shell()
    const folder = join(at.path, 'issue-bundles')
    const path = (kind: string) => `issue-bundles/${at.runId}.${kind}`
    const bundle = async (...more: string[]) => {
      const done = await at.run(['runs', 'bundle', at.runId, '--format', 'json', ...more])
      return JSON.parse(done.out)
    }
    await bundle('--archive', 'zip')
    assert.is((await bundle('--archive', 'tgz')).error.code, 'bundle_exists')
    const other = await bundle('--archive', 'tgz', '--replace')
    assert.equal([other.archive.path, other.removed_archives], [path('tgz'), [path('zip')]])
    assert.equal(readdirSync(folder).sort(), [at.runId, `${at.runId}.tgz`])
    const again = await bundle('--archive', 'tgz', '--replace')
    assert.equal([again.exit.code, again.removed_archives], [0, undefined])
    const named = await at.run(['runs', 'bundle', at.runId, '--redact-names', '--replace'])
    assert.match(named.out, `Removed ${path('tgz')}`)
    assert.equal(readdirSync(folder), [at.runId])
  },
  COMMAND_MS,
)

it(
  'an archive stays no more where the folder it was made of is gone, and a file of anybody else is not touched',
  async () => {
    using at = await shell()
    const folder = join(at.path, 'issue-bundles', at.runId)
    const ask = ['runs', 'bundle', at.runId, '--format', 'json']
    const code = async (...more: string[]) => JSON.parse((await at.run([...ask, ...more])).out).error?.code
    await code('--archive', 'zip')
    rmSync(folder, {recursive: true})
    assert.equal([await code(), existsSync(folder)], ['bundle_exists', false])
    assert.equal([await code('--replace'), existsSync(`${folder}.zip`)], [undefined, false])
    writeFileSync(`${folder}.tgz`, 'mine')
    assert.equal([await code('--replace'), readFileSync(`${folder}.tgz`, 'utf8')], ['not_our_bundle', 'mine'])
  },
  COMMAND_MS,
)

it(
  'an archive that is there is replaced only where it may be, and what is no file never',
  async () => {
    using at = await shell()
    const path = join(at.path, 'issue-bundles', `${at.runId}.zip`)
    mkdirSync(path, {recursive: true})
    const code = async (...more: string[]) => {
      const done = await at.run(['runs', 'bundle', at.runId, '--archive', 'zip', '--format', 'json', ...more])
      return JSON.parse(done.out).error?.code
    }
    assert.is(await code('--replace'), 'not_our_bundle')
    rmdirSync(path)
    writeFileSync(path, 'mine')
    assert.is(await code(), 'bundle_exists')
    assert.is(existsSync(join(at.path, 'issue-bundles', at.runId)), false)
    assert.is(await code('--replace'), undefined)
  },
  COMMAND_MS,
)

it(
  'the text for an issue begins with its title and tells what happened',
  async () => {
    using at = await shell()
    await at.run(['runs', 'bundle', at.runId])
    const [title = '', ...lines] = readFileSync(join(at.path, 'issue-bundles', at.runId, 'issue.md'), 'utf8').split(
      '\n',
    )
    assert.match(title, /^# \w+ passed: .+ \(\d{8}T\d{9}Z-\w{6}\)$/)
    assert.match(lines.join('\n'), /## What happened\n\nIt ended with exit 0 \(ok\): /)
  },
  COMMAND_MS,
)

it(
  'the text for an issue tells each rule that failed with its value, its limit and n',
  async () => {
    using at = await shell()
    const line = ['--suite', 'closed-loop', '--env', 'double-integrator', '--planner', 'quick', '--n', '20']
    const run = await at.run(['eval', '--provider', 'zoo.sign-flip', ...line, '--workers', '1'])
    assert.is(run.code, 1, run.err)
    const made = await at.run(['runs', 'bundle', 'latest'])
    assert.is(made.code, 0, made.err)
    const folder = join(at.path, 'issue-bundles')
    const name = readdirSync(folder).find((one) => !one.endsWith('lock')) ?? ''
    const issue = readFileSync(join(folder, name, 'issue.md'), 'utf8')
    const verdict = JSON.parse(
      readFileSync(join(folder, name, 'data', 'runs', name, 'results', 'verdict.json'), 'utf8'),
    )
    const failed = verdict.rules.filter(({state}: {state: string}) => state === 'fail')
    assert.ok(failed.length > 0)
    for (const {id, n} of failed)
      assert.match(issue, new RegExp(`^- ${id}( \\(.*\\))? failed: .*, limit: .*, n ${n}`, 'm'))
    assert.is((await at.run(['runs', 'verify', join(folder, name)])).code, 0)
  },
  COMMAND_MS,
)

it(
  'the command told next fits where the bundle was made, wherever that is',
  async () => {
    using at = await shell()
    using elsewhere = tempDir()
    const output = join(elsewhere.path, "evidence of o'hara")
    for (const words of [[], ['--output', output]]) {
      const made = await at.run(
        ['runs', 'bundle', at.runId, '--workspace-dir', at.path, '--format', 'json', ...words],
        {},
        elsewhere.path,
      )
      assert.is(made.code, 0, made.err)
      const [next = ''] = parse(runsBundleResult, JSON.parse(made.out)).next
      const typed = spawnSync('bash', ['-c', `assay() { printf '%s\\n' "$@"; }; ${next}`], {encoding: 'utf8'})
      const verified = await at.run(typed.stdout.trimEnd().split('\n'), {}, elsewhere.path)
      assert.is(verified.code, 0, verified.err)
    }
  },
  COMMAND_MS,
)

it('a good bundle of a bad run says that the run was bad', async () => {
  using rig = evidenceRig()
  const {runId} = await rig.run({}, 'fail')
  const made = await rig.bundle({runId})
  const found = await rig.verify(rig.folderOf(runId))
  assert.equal([made.verdict, found.verdict, found.exit.name], ['fail', 'fail', 'ok'])
  for (const {facts} of [bundleReport(made), verifyReport(found)])
    assert.equal(
      facts.filter(({label}) => label === 'Verdict of the run').map(({value}) => value),
      ['fail'],
    )
})
it.run()
