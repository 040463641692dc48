import {cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {nodeFiles} from '#path/node-files'
import {badChecks, evidenceRig, filesIn} from '../../support/evidence-rig.ts'
import {failingFiles} from '../../support/run-rig.ts'
import {spec} from '../../support/spec.ts'
import {tempDir} from '../../support/temp-dir.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('publish bundle')

it('does not touch a bundle that is already there, unless it may replace it', async () => {
  using rig = evidenceRig()
  const {runId} = await rig.run({'model.bin': 'x'})
  await rig.bundle({runId})
  const before = readFileSync(join(rig.folderOf(runId), 'tagmanifest-sha256.txt'))
  await throwsCode(() => rig.bundle({runId}), 'bundle_exists')
  assert.equal(readFileSync(join(rig.folderOf(runId), 'tagmanifest-sha256.txt')), before)
  await rig.bundle({runId, replace: true, generatedAtMs: 0})
  assert.not.equal(readFileSync(join(rig.folderOf(runId), 'tagmanifest-sha256.txt')), before)
  assert.equal(readdirSync(join(rig.path, 'issue-bundles')), [runId])
  assert.equal(badChecks(await rig.verify(rig.folderOf(runId))), [])
})

it('of several that publish at once one is there, whole, and the others are told so', async () => {
  using rig = evidenceRig()
  const {runId} = await rig.run({'notes.txt': 'x'.repeat(10_000)})
  const ended = await Promise.allSettled(Array.from({length: 4}, () => rig.bundle({runId, replace: true})))
  const faults = ended.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []))
  assert.ok(faults.length < 4)
  assert.equal(
    faults,
    faults.map(() => 'bundle_exists'),
  )
  assert.equal(readdirSync(join(rig.path, 'issue-bundles')), [runId])
  assert.equal(badChecks(await rig.verify(rig.folderOf(runId))), [])
})

it('replaces a bundle with a secret that became known later', async () => {
  using rig = evidenceRig()
  const {runId} = await rig.run({'notes.txt': 'swordfish-of-the-day\n'})
  await rig.bundle({runId})
  rig.ports.redactor.register('swordfish-of-the-day')
  assert.equal(badChecks(await rig.verify(rig.folderOf(runId))), ['scan'])
  await rig.bundle({runId, replace: true})
  assert.equal(badChecks(await rig.verify(rig.folderOf(runId))), [])
})

it('replaces nothing but a whole bundle of this run', async () => {
  using rig = evidenceRig()
  const {runId} = await rig.run()
  const other = await rig.run()
  await rig.bundle({runId: other.runId})
  await rig.bundle({runId})
  writeFileSync(join(rig.folderOf(runId), 'mine.txt'), 'precious')
  for (const output of [rig.folderOf(runId), rig.folderOf(other.runId)]) {
    const before = filesIn(output)
    await throwsCode(() => rig.bundle({runId, output, replace: true}), 'not_our_bundle')
    assert.equal(filesIn(output), before)
  }
})

it('refuses to put a bundle where something else is, and touches nothing', async () => {
  using rig = evidenceRig()
  using user = tempDir()
  const {runId} = await rig.run()
  await rig.bundle({runId})
  const folder = join(user.path, 'papers')
  mkdirSync(folder)
  writeFileSync(join(folder, 'thesis.txt'), 'precious')
  writeFileSync(join(user.path, 'file.txt'), 'precious')
  mkdirSync(join(user.path, 'empty'))
  symlinkSync(folder, join(user.path, 'link'))
  cpSync(rig.folderOf(runId), join(user.path, 'bundle'), {recursive: true})
  symlinkSync(join(user.path, 'bundle'), join(user.path, 'link-to-bundle'))
  const before = [filesIn(user.path), filesIn(rig.path)]
  for (const output of ['/', rig.path, join(rig.path, 'runs'), join(rig.path, 'runs', runId)]) {
    for (const replace of [false, true]) await throwsCode(() => rig.bundle({runId, output, replace}), 'not_our_bundle')
  }
  for (const name of ['papers', 'file.txt', 'empty', 'link', 'link-to-bundle', 'file.txt/below']) {
    const output = join(user.path, name)
    for (const replace of [false, true]) await throwsCode(() => rig.bundle({runId, output, replace}), 'not_our_bundle')
  }
  assert.equal([filesIn(user.path), filesIn(rig.path)], before)
})

it('refuses to put a bundle among the runs', async () => {
  using rig = evidenceRig()
  const {runId} = await rig.run()
  for (const name of ['new', `${runId}/artifacts/bundle`]) {
    await throwsCode(() => rig.bundle({runId, output: join(rig.path, 'runs', name)}), 'not_our_bundle')
    assert.not.ok(existsSync(join(rig.path, 'runs', name)))
  }
})

it('makes the folders above a target', async () => {
  using rig = evidenceRig()
  using user = tempDir()
  const {runId} = await rig.run()
  const output = join(user.path, 'a/b/bundle')
  await rig.bundle({runId, output})
  assert.equal(badChecks(await rig.verify(output)), [])
})

for (const operation of ['open', 'write', 'sync', 'close', 'rename', 'make']) {
  for (const errno of ['ENOSPC', 'EIO']) {
    it(`publishes nothing and leaves nothing behind when ${operation} fails with ${errno}`, async () => {
      using rig = evidenceRig()
      const {runId} = await rig.run({'notes.txt': 'x\n'})
      mkdirSync(join(rig.path, 'issue-bundles'))
      for (const from of [1, 2, 7]) {
        if (operation === 'rename' && from > 1) continue
        const files = failingFiles(nodeFiles, {operation, errno, from})
        const ports = {...rig.ports, files}
        const {publishRun: bundleRun} = await import('#evidence/publish/bundle-run')
        const request = {workspace: rig.path, runId, redact: false, strict: false, replace: false}
        const work = () => bundleRun(request, ports, new AbortController().signal)
        await throwsCode(work, errno === 'ENOSPC' ? 'disk_full' : 'io_error')
        assert.equal(readdirSync(join(rig.path, 'issue-bundles')), [])
      }
    })
  }
}

it('ends at once when it is interrupted, and leaves nothing behind', async () => {
  using rig = evidenceRig()
  const {runId} = await rig.run()
  const {publishRun: bundleRun} = await import('#evidence/publish/bundle-run')
  const request = {workspace: rig.path, runId, redact: false, strict: false, replace: false}
  await throwsCode(() => bundleRun(request, rig.ports, AbortSignal.abort('SIGINT')), 'interrupted')
  assert.equal(readdirSync(join(rig.path, 'issue-bundles')), [])
})

it.run()
