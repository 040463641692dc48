import {execFileSync} from 'node:child_process'
import {createHash} from 'node:crypto'
import {
  appendFileSync,
  existsSync,
  linkSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {evidenceManifest} from '#contract/generated/evidence-manifest'
import {runsBundleResult} from '#contract/generated/runs-bundle-result'
import {parse} from '#contract/parse'
import type {FileReader} from '#path/files'
import {nodeFiles} from '#path/node-files'
import {pngOf} from '#report/png'
import {badChecks, evidenceRig, filesIn} from '../../support/evidence-rig.ts'
import {outcome} from '../../support/run-rig.ts'
import {spec} from '../../support/spec.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('bundle run')
const SECRET = `${'gh'}p_${'a1B2'.repeat(9)}`
const SIGNED_URL = `https://bucket.example.com/x?X-Amz-${'Signature'}=${'0123456789abcdef'.repeat(4)}&X-Amz-Expires=60`

/** The one reason for which a file of the run was left out. */
function reasonOf(rig: ReturnType<typeof evidenceRig>, runId: string, path: string): string | undefined {
  const manifest = parse(
    evidenceManifest,
    JSON.parse(readFileSync(join(rig.folderOf(runId), 'evidence_manifest.json'), 'utf8')),
  )
  const file = manifest.files.find((one) => one.path === `data/runs/${runId}/${path}`)
  return file && !file.included ? file.reason : undefined
}

it('publishes a run as a bundle that verifies, and says so in its result', async () => {
  using rig = evidenceRig()
  const {runId} = await rig.run({'notes.txt': 'all good\n'})
  const result = parse(runsBundleResult, await rig.bundle({runId}))
  assert.is(result.exit.code, 0)
  assert.ok(result.complete)
  assert.is(result.excluded_count, 0)
  assert.equal(badChecks(await rig.verify(rig.folderOf(runId))), [])
  assert.is(readFileSync(join(rig.folderOf(runId), `data/runs/${runId}/artifacts/notes.txt`), 'utf8'), 'all good\n')
})

it('leaves no staging folder and changes nothing in the run', async () => {
  using rig = evidenceRig()
  const {runId} = await rig.run({'secret.txt': `token=${SECRET}\n`})
  const before = digests(join(rig.path, 'runs'))
  await rig.bundle({runId})
  assert.equal(readdirSync(join(rig.path, 'issue-bundles')), [runId])
  assert.equal(digests(join(rig.path, 'runs')), before)
})

it('leaves out a file with a secret, and nothing in the bundle tells its name, digest or size', async () => {
  using rig = evidenceRig()
  const content = `token=${SECRET}\n`
  const {runId} = await rig.run({'secret.txt': content})
  const result = await rig.bundle({runId})
  assert.is(result.exit.code, 0)
  assert.equal(result.excluded, [
    {
      path: 'excluded/1',
      kind: 'artifact',
      included: false,
      reason: 'secret-like-material',
      rule: 'github-token',
      line: 1,
    },
  ])
  const digest = createHash('sha256').update(content).digest('hex')
  for (const file of filesIn(rig.folderOf(runId))) {
    const text = readFileSync(join(rig.folderOf(runId), file), 'utf8')
    assert.not.ok(text.includes(SECRET), file)
    assert.not.ok(text.includes(digest), file)
  }
  const manifest = JSON.parse(readFileSync(join(rig.folderOf(runId), `data/runs/${runId}/run_manifest.json`), 'utf8'))
  const record = manifest.artifacts.find(({path}: {path: string}) => path === 'artifacts/secret.txt')
  assert.is(record.size_bytes, 0)
  assert.equal(badChecks(await rig.verify(rig.folderOf(runId))), [])
})

it('masks what a child wrote when it is told to, and the bundle still verifies', async () => {
  using rig = evidenceRig()
  rig.ports.redactor.register('correct horse battery')
  const {runId} = await rig.run({
    'secret.txt': 'before\npass: correct horse battery\nafter\n',
    'deep.json': `${JSON.stringify({a: {note: 'correct horse battery', home: '/home/alice/data'}}, null, 2)}\n`,
  })
  const result = await rig.bundle({runId, redact: true})
  assert.is(result.excluded_count, 0)
  assert.ok(Object.keys(result.redactions).includes('registered'))
  const read = (name: string) => readFileSync(join(rig.folderOf(runId), `data/runs/${runId}/artifacts/${name}`), 'utf8')
  assert.match(read('secret.txt'), /^before\n.*\[redacted:.*\nafter\n$/s)
  const {a} = JSON.parse(read('deep.json'))
  assert.not.match(JSON.stringify(a), /correct horse|alice/)
  assert.equal(badChecks(await rig.verify(rig.folderOf(runId))), [])
})

it('masks tokens and secret members of a child when it is told to, and counts them by rule', async () => {
  using rig = evidenceRig()
  const {runId} = await rig.run({
    'secret.txt': `token=${SECRET}\n`,
    'deep.json': `${JSON.stringify({a: {password: 'correct horse'}})}\n`,
  })
  const {redactions, excluded_count} = await rig.bundle({runId, redact: true})
  assert.is(excluded_count, 0)
  assert.is(redactions['github-token'], 1)
  assert.is(redactions['secret-key'], 1)
  for (const file of filesIn(rig.folderOf(runId))) {
    const text = readFileSync(join(rig.folderOf(runId), file), 'utf8')
    assert.not.ok(text.includes(SECRET) || text.includes('correct horse'), file)
  }
  assert.equal(badChecks(await rig.verify(rig.folderOf(runId))), [])
})

it('leaves out JSON of a child whose key hides its first value', async () => {
  using rig = evidenceRig()
  const {runId} = await rig.run({'twice.json': `{"a": "${SECRET}", "a": "harmless"}\n`})
  assert.equal(
    (await rig.bundle({runId})).excluded.map(({reason}) => reason),
    ['secret-like-material'],
  )
})

it('masks our own text, and says that a masked journal lost its chain', async () => {
  using rig = evidenceRig()
  const {runId} = await rig.run()
  rig.ports.redactor.register('step.started')
  const result = await rig.bundle({runId})
  assert.equal(result.incomplete_because, ['journal-masked'])
  assert.is(result.exit.code, 1)
  assert.equal(badChecks(await rig.verify(rig.folderOf(runId))), [])
})

for (const [name, path, word] of [
  ['the run manifest', 'run_manifest.json', 'memory_gib'],
  ['the workflow trace', 'reports/workflow_trace.json', 'safe_to_attach'],
  ['the verdict', 'results/verdict.json', 'the gate says'],
] as const) {
  it(`refuses the bundle when ${name} holds a secret that became known later`, async () => {
    using rig = evidenceRig()
    const {runId} = await rig.run()
    assert.match(readFileSync(join(rig.path, 'runs', runId, path), 'utf8'), word)
    rig.ports.redactor.register(word)
    const error = await throwsCode(() => rig.bundle({runId}), 'evidence_refused')
    assert.is(error.exit, 'refused')
    assert.equal(readdirSync(join(rig.path, 'issue-bundles')), [])
  })
}

it('names every file that it leaves out with the first reason that matches', async () => {
  using rig = evidenceRig()
  const {runId} = await rig.run({
    'gone.txt': 'x',
    'binary.txt': new Uint8Array([0x80, 0xff]),
    'zero.txt': 'a\0b',
    'model.bin': 'x',
    'host.txt': 'see /home/alice/data\n',
    'edited.txt': 'before',
    'no.suffix.': 'x',
  })
  const folder = join(rig.path, 'runs', runId, 'artifacts')
  rmSync(join(folder, 'gone.txt'))
  writeFileSync(join(folder, 'edited.txt'), 'behind')
  writeFileSync(join(folder, 'late.txt'), 'x')
  symlinkSync('/etc/hosts', join(folder, 'link.txt'))
  linkSync(join(folder, 'late.txt'), join(folder, 'twin.txt'))
  execFileSync('mkfifo', [join(folder, 'fifo.txt')])
  await rig.bundle({runId})
  const expected = {
    'gone.txt': 'missing',
    'link.txt': 'link',
    'twin.txt': 'link',
    'fifo.txt': 'not-a-file',
    'model.bin': 'unsupported-suffix',
    'binary.txt': 'invalid-encoding',
    'zero.txt': 'invalid-encoding',
    'host.txt': 'host-local-path',
    'edited.txt': 'changed-since-sealed',
  }
  for (const [name, reason] of Object.entries(expected))
    assert.is(reasonOf(rig, runId, `artifacts/${name}`), reason, name)
  assert.equal(badChecks(await rig.verify(rig.folderOf(runId))), [])
})

it('takes a picture that we drew ourselves, and none of others or with more in it than pixels', async () => {
  using rig = evidenceRig()
  const drawn = pngOf({width: 4, height: 2, rgb: new Uint8Array(24).fill(9)})
  const said = Buffer.concat([drawn.slice(0, -12), Buffer.from('secret'), drawn.slice(-12)])
  const runId = await rig
    .conduct(async (trial) => {
      const write = (name: string, bytes: Uint8Array, origin?: 'provider') =>
        trial.write({
          path: `artifacts/${name}.png`,
          label: name,
          kind: 'artifact',
          mediaType: 'image/png',
          content: {bytes},
          ...(origin && {origin}),
        })
      await write('drawn', drawn)
      await write('said', said)
      await write('bought', drawn, 'provider')
      writeFileSync(join(rig.path, 'runs', trial.runId, 'artifacts', 'left.png'), drawn)
      return outcome('pass')
    })
    .then((run) => run.runId)
  await rig.bundle({runId})
  const folder = rig.folderOf(runId)
  assert.is(reasonOf(rig, runId, 'artifacts/drawn.png'), undefined)
  assert.equal(readFileSync(join(folder, `data/runs/${runId}/artifacts/drawn.png`)), Buffer.from(drawn))
  assert.is(reasonOf(rig, runId, 'artifacts/said.png'), 'invalid-encoding')
  assert.is(reasonOf(rig, runId, 'artifacts/bought.png'), 'unsupported-suffix')
  assert.is(reasonOf(rig, runId, 'artifacts/left.png'), 'unsupported-suffix')
  assert.equal(badChecks(await rig.verify(folder)), [])
  writeFileSync(join(folder, `data/runs/${runId}/artifacts/drawn.png`), said)
  const spoilt = await rig.verify(folder)
  assert.ok(badChecks(spoilt).includes('scan') && badChecks(spoilt).length > 1, badChecks(spoilt).join())
})

it('gives an unsafe name and a signed URL neutral names', async () => {
  using rig = evidenceRig()
  const {runId} = await rig.run({'a$b.txt': 'x', 'url.txt': `${SIGNED_URL}\n`})
  const {excluded} = await rig.bundle({runId})
  assert.equal(
    excluded.map(({path, reason}) => [path, reason]),
    [
      ['excluded/1', 'unsafe-name'],
      ['excluded/2', 'signed-url'],
    ],
  )
})

it('leaves out what nobody collected, and the asset that must stay local', async () => {
  using rig = evidenceRig()
  const {runId} = await rig.run({'weights.txt': 'w'})
  const folder = join(rig.path, 'runs', runId)
  writeFileSync(join(folder, 'artifacts/late.txt'), 'x')
  const path = join(folder, 'run_manifest.json')
  const manifest = JSON.parse(readFileSync(path, 'utf8'))
  const checksum = `sha256:${createHash('sha256').update('w').digest('hex')}`
  manifest.runtime_assets = [
    {
      schema_version: 1,
      id: 'w',
      source: 'hf:org/name',
      revision: '1',
      checksum,
      size_bytes: 1,
      local_only: true,
      exists: true,
    },
  ]
  writeFileSync(path, `${JSON.stringify(manifest, null, 2)}\n`)
  forgetLedger(rig)
  await rig.bundle({runId})
  assert.is(reasonOf(rig, runId, 'artifacts/late.txt'), 'not-collected')
  assert.is(reasonOf(rig, runId, 'artifacts/weights.txt'), 'local-only-asset')
})

it('never opens a file that is too large', async () => {
  const opened: string[] = []
  const reader: FileReader = {
    ...nodeFiles.reader,
    open: (path) => {
      opened.push(path)
      return nodeFiles.reader.open(path)
    },
  }
  using rig = evidenceRig({files: {...nodeFiles, reader}})
  const {runId} = await rig.run()
  const large = join(rig.path, 'runs', runId, 'artifacts/large.txt')
  writeFileSync(large, '')
  truncateSync(large, 1.5e9)
  opened.length = 0
  await rig.bundle({runId})
  assert.is(reasonOf(rig, runId, 'artifacts/large.txt'), 'too-large')
  assert.not.ok(opened.includes(large))
})

it('opens each file of the run twice: to verify it, and to copy it', async () => {
  const opened: string[] = []
  const reader: FileReader = {
    ...nodeFiles.reader,
    open: (path) => {
      opened.push(path)
      return nodeFiles.reader.open(path)
    },
  }
  using rig = evidenceRig({files: {...nodeFiles, reader}})
  const {runId} = await rig.run({'notes.txt': 'x\n'})
  opened.length = 0
  await rig.bundle({runId})
  const ofRun = opened.filter((path) => path.startsWith(join(rig.path, 'runs')))
  assert.is(ofRun.length, 2 * new Set(ofRun).size)
})

it('leaves out a file that grows while it is read', async () => {
  let isArmed = false
  const reader: FileReader = {
    ...nodeFiles.reader,
    open: (path) => {
      const file = nodeFiles.reader.open(path)
      if (isArmed && path.endsWith('notes.txt')) appendFileSync(path, 'more')
      return file
    },
  }
  using rig = evidenceRig({files: {...nodeFiles, reader}})
  const {runId} = await rig.run({'notes.txt': 'x\n'})
  isArmed = true
  await rig.bundle({runId})
  assert.is(reasonOf(rig, runId, 'artifacts/notes.txt'), 'changed-while-reading')
})

it('exits 1 for any exclusion under --strict, 0 without', async () => {
  using rig = evidenceRig()
  const {runId} = await rig.run({'model.bin': 'x'})
  assert.is((await rig.bundle({runId})).exit.code, 0)
  assert.is((await rig.bundle({runId, strict: true, replace: true})).exit.code, 1)
})

it('refuses a live run and shows an interrupted one as incomplete', async () => {
  using rig = evidenceRig()
  let live = ''
  await rig
    .conduct(async (trial) => {
      live = trial.runId
      await throwsCode(() => rig.bundle({runId: trial.runId}), 'run_live')
      throw Object.assign(new Error('ends'), {code: 'x'})
    })
    .catch(() => undefined)
  assert.not.ok(existsSync(rig.folderOf(live)))
  using other = evidenceRig()
  const {runId} = await other.run({'notes.txt': 'x\n'})
  const path = join(other.path, 'runs', runId, 'run_manifest.json')
  const open = {
    ...JSON.parse(readFileSync(path, 'utf8')),
    status: 'running',
    outcome: null,
    ended_at: null,
    duration_ms: null,
  }
  writeFileSync(
    path,
    `${JSON.stringify({...open, artifacts: [], artifact_paths: {}, journal: null, workflow_trace: null}, null, 2)}\n`,
  )
  forgetLedger(other)
  const result = await other.bundle({runId})
  assert.is(result.exit.code, 1)
  assert.not.ok(result.complete)
  assert.ok(result.incomplete_because.includes('run-interrupted'))
  assert.equal(badChecks(await other.verify(other.folderOf(runId))), [])
})

it('tells unknown and unreadable runs apart', async () => {
  using rig = evidenceRig()
  const {runId} = await rig.run()
  const unknown = runId.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a')) as typeof runId
  await throwsCode(() => rig.bundle({runId: unknown}), 'run_not_found')
  writeFileSync(join(rig.path, 'runs', runId, 'run_manifest.json'), '{')
  await throwsCode(() => rig.bundle({runId}), 'run_unreadable')
})

/** As for a run that is older than the ledger: nothing but the run itself says what its manifest was. */
function forgetLedger(rig: {readonly path: string}): void {
  rmSync(join(rig.path, 'runs/ledger.ndjson'))
}

function digests(folder: string): Record<string, string> {
  const pairs = filesIn(folder).map((path) => [
    path,
    createHash('sha256')
      .update(readFileSync(join(folder, path)))
      .digest('hex'),
  ])
  return Object.fromEntries(pairs)
}

it.run()
