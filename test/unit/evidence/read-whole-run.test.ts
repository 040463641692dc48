import {appendFileSync, renameSync, rmSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {publishRun} from '#evidence/publish/bundle-run'
import {checkRun} from '#evidence/verify/verify-run'
import type {Files} from '#path/files'
import {nodeFiles} from '#path/node-files'
import {evidenceRig} from '../../support/evidence-rig.ts'
import {spec} from '../../support/spec.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('a run that others touch while it is read')
type Rig = ReturnType<typeof evidenceRig>

/** The same files, but somebody else acts before a file of that name is opened for the given time. */
function beforeOpening(name: string, time: number, act: () => void): Files {
  let left = time
  const open: Files['reader']['open'] = (path) => {
    if (path.endsWith(name) && !path.includes('.staging-') && --left === 0) act()
    return nodeFiles.reader.open(path)
  }
  return {...nodeFiles, reader: {...nodeFiles.reader, open}}
}

const verify = (rig: Rig, runId: Parameters<Rig['bundle']>[0]['runId'], files: Files) =>
  checkRun({workspace: rig.path, runId, requireSignature: false}, {...rig.ports, files})
const bundle = (rig: Rig, runId: Parameters<Rig['bundle']>[0]['runId'], files: Files) =>
  publishRun(
    {workspace: rig.path, runId, redact: false, strict: false, replace: false},
    {...rig.ports, files},
    new AbortController().signal,
  )

const NAMES = ['inputs/suite.json', 'journal.ndjson', 'reports/report.json', 'results/result.json', 'run_manifest.json']

it('is told as removed when a cleanup takes it, whichever file is next', async () => {
  for (const name of NAMES) {
    for (const [what, work, time] of [
      ['verify', verify, 1],
      ['check before bundling', bundle, 1],
      ['copy', bundle, 2],
    ] as const) {
      using rig = evidenceRig()
      const {runId, path} = await rig.run()
      const trash = join(rig.path, 'runs', `.trash-${runId}`)
      const files = beforeOpening(name, time, () => renameSync(join(rig.path, path), trash))
      const told = await throwsCode(() => work(rig, runId, files), 'run_not_found')
      assert.match(told.message, 'was removed while it was read', `${what} ${name}`)
      assert.equal(nodeFiles.reader.facts(rig.folderOf(runId)), undefined)
    }
  }
})

it('is told as live when another process writes its manifest', async () => {
  using rig = evidenceRig()
  const {runId, path} = await rig.run()
  const files = beforeOpening('journal.ndjson', 1, () => {
    const manifest = join(rig.path, path, 'run_manifest.json')
    writeFileSync(manifest, `${Buffer.from(nodeFiles.reader.read(manifest))}\n`)
    rmSync(join(rig.path, path, 'results/result.json'))
  })
  await throwsCode(() => verify(rig, runId, files), 'run_live')
})

it('keeps its findings when nobody else touched it', async () => {
  using rig = evidenceRig()
  const {runId, path} = await rig.run()
  appendFileSync(join(rig.path, path, 'journal.ndjson'), 'more\n')
  assert.is((await verify(rig, runId, nodeFiles)).exit.code, 1)
  await throwsCode(() => bundle(rig, runId, nodeFiles), 'evidence_untrue')
})

it('that is being closed is not contradicted by a ledger that learns of its end between two looks', async () => {
  using rig = evidenceRig()
  const {runId, path} = await rig.run()
  const ledger = join(rig.path, 'runs', 'ledger.ndjson')
  const whole = Buffer.from(nodeFiles.reader.read(ledger))
  const lease = join(rig.path, path, 'lease.json')
  // As its owner leaves it between manifest and leaf; then the leaf is written and the lease goes.
  const openOnly = whole.subarray(0, whole.indexOf('\n', 1) + 1)
  writeFileSync(ledger, openOnly)
  writeFileSync(lease, '{}')
  const read: Files['reader']['read'] = (name, limit) => {
    const found = nodeFiles.reader.read(name, limit)
    if (name === ledger) {
      writeFileSync(ledger, whole)
      rmSync(lease, {force: true})
    }
    return found
  }
  const {findings} = await verify(rig, runId, {...nodeFiles, reader: {...nodeFiles.reader, read}})
  assert.equal(
    findings.filter(({check}) => check === 'ledger'),
    [],
  )
})

it('whose owner takes its lease away between the listing and the reading is read all the same', async () => {
  for (const work of [verify, bundle]) {
    using rig = evidenceRig()
    const {runId, path} = await rig.run()
    const lease = join(rig.path, path, 'lease.json')
    writeFileSync(lease, '{}')
    let isTaken = false
    await work(
      rig,
      runId,
      beforeOpening('journal.ndjson', 1, () => {
        isTaken = true
        rmSync(lease)
      }),
    )
    assert.ok(isTaken, 'the lease was there as the run was listed')
  }
})

it.run()
