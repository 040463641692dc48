import {execFileSync, spawnSync} from 'node:child_process'
import {appendFileSync, cpSync, readdirSync, readFileSync, statSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {makeKeyPair} from '#evidence/sign/generate-keys'
import {evidenceRig, filesIn} from '../../support/evidence-rig.ts'
import {spec} from '../../support/spec.ts'
import {tempDir} from '../../support/temp-dir.ts'

const it = spec('bundles and ordinary tools')
const TOOLS_MS = 20_000

const rig = evidenceRig()
const keys = tempDir()
await makeKeyPair({folder: keys.path, shown: '.'}, rig.ports)
const sign = join(keys.path, 'key.pem')
const {runId} = await rig.run({'notes.txt': 'all good\n', 'model.bin': 'x'})
await rig.bundle({runId, sign})
const folder = rig.folderOf(runId)
it.after(() => {
  rig[Symbol.dispose]()
  keys[Symbol.dispose]()
})

const sh = (script: string, cwd: string) =>
  spawnSync('bash', ['-euo', 'pipefail', '-c', script], {cwd, encoding: 'utf8'})

/** The shell blocks of VERIFY.md as one script. */
function printedCommands(page: string): string {
  return [...page.matchAll(/```sh\n(.*?)```/gs)].map(([, block]) => block).join('')
}

/** The bundle beside the public key, as a stranger has it. */
function stranger() {
  const dir = tempDir()
  cpSync(folder, join(dir.path, 'bundle'), {recursive: true})
  cpSync(join(keys.path, 'key.pub.pem'), join(dir.path, 'key.pub.pem'))
  return {bundle: join(dir.path, 'bundle'), [Symbol.dispose]: () => dir[Symbol.dispose]()}
}

it(
  'passes sha256sum for payload and tag files',
  () => {
    for (const manifest of ['manifest-sha256.txt', 'tagmanifest-sha256.txt']) {
      execFileSync('sha256sum', ['-c', '--strict', '--quiet', manifest], {cwd: folder})
    }
  },
  TOOLS_MS,
)

it('tells its bytes and files as Payload-Oxum', () => {
  const payload = filesIn(folder).filter((path) => path.startsWith('data/'))
  const bytes = payload.reduce((sum, path) => sum + statSync(join(folder, path)).size, 0)
  assert.match(readFileSync(join(folder, 'bag-info.txt'), 'utf8'), `Payload-Oxum: ${bytes}.${payload.length}\n`)
})

it(
  'prints commands that work as they stand',
  () => {
    using at = stranger()
    const script = printedCommands(readFileSync(join(at.bundle, 'VERIFY.md'), 'utf8'))
    assert.match(script, 'openssl pkeyutl')
    const done = sh(script, at.bundle)
    assert.is(done.status, 0, done.stderr)
    assert.match(done.stdout, 'signed with ../key.pub.pem\nGOOD\n')
    assert.equal(filesIn(at.bundle), filesIn(folder))
  },
  TOOLS_MS,
)

for (const [name, path] of [
  ['a payload file', `data/runs/${runId}/artifacts/notes.txt`],
  ['a page', 'summary.md'],
  ['the tag manifest', 'tagmanifest-sha256.txt'],
] as const) {
  it(
    `prints commands that fail when ${name} was changed`,
    () => {
      using at = stranger()
      const script = printedCommands(readFileSync(join(at.bundle, 'VERIFY.md'), 'utf8'))
      appendFileSync(join(at.bundle, path), path.startsWith('tag') ? `${'0'.repeat(64)}  bagit.txt\n` : 'x')
      assert.is.not(sh(script, at.bundle).status, 0)
    },
    TOOLS_MS,
  )
}

it(
  'prints commands that fail when a file was added',
  () => {
    using at = stranger()
    writeFileSync(join(at.bundle, 'data/more.txt'), 'x')
    assert.is.not(sh(printedCommands(readFileSync(join(at.bundle, 'VERIFY.md'), 'utf8')), at.bundle).status, 0)
  },
  TOOLS_MS,
)

it('is byte for byte the same for the same run, signed or not', async () => {
  for (const [signed, name] of [
    [{sign}, 'signed'],
    [{}, 'plain'],
  ] as const) {
    const outputs = [join(keys.path, `${name}-1`), join(keys.path, `${name}-2`)]
    for (const output of outputs) await rig.bundle({runId, output, ...signed})
    const [first = '', second = ''] = outputs
    assert.equal(filesIn(first), filesIn(second))
    for (const path of filesIn(first)) {
      assert.equal(readFileSync(join(first, path)), readFileSync(join(second, path)), path)
      assert.is(statSync(join(first, path)).mode & 0o777, 0o644 & ~process.umask())
    }
  }
})

it('has LF line ends only and no clock but that of the run', async () => {
  const ours = filesIn(folder).filter((path) => !path.startsWith('data/'))
  for (const path of ours) assert.not.match(readFileSync(join(folder, path), 'latin1'), '\r')
  const manifest = JSON.parse(readFileSync(join(folder, 'evidence_manifest.json'), 'utf8'))
  const run = JSON.parse(readFileSync(join(folder, `data/runs/${runId}/run_manifest.json`), 'utf8'))
  assert.is(manifest.generated_at, run.ended_at)
  const output = join(keys.path, 'dated')
  await rig.bundle({runId, output, generatedAtMs: Date.UTC(2020, 0, 1)})
  const dated = JSON.parse(readFileSync(join(output, 'evidence_manifest.json'), 'utf8'))
  assert.is(dated.generated_at, '2020-01-01T00:00:00.000Z')
})

it('has nothing at its root but what BagIt and the issue bundle name', () => {
  assert.equal(readdirSync(folder).sort(), [
    'VERIFY.md',
    'bag-info.txt',
    'bagit.txt',
    'data',
    'evidence.sigstore.json',
    'evidence_manifest.json',
    'issue.md',
    'manifest-sha256.txt',
    'predicate.json',
    'summary.md',
    'tagmanifest-sha256.txt',
  ])
})

it.run()
