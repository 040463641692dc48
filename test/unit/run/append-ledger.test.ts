import {spawn} from 'node:child_process'
import {once} from 'node:events'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {nodeFiles} from '#path/node-files'
import {cleanWorkspace} from '#run/clean-workspace'
import {readLedger} from '#run/ledger'
import {readRunListing} from '#run/list-runs'
import type {RunPorts} from '#run/ports'
import {sealCrashedRuns} from '#run/seal-run'
import {ledgerResult} from '#run/show-ledger'
import {failingFiles, fakeProcesses, outcome, runRig} from '../../support/run-rig.ts'
import {spec} from '../../support/spec.ts'
import {tempDir} from '../../support/temp-dir.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('appending to the ledger')
const WRITERS = 4
const LEAVES = 200
const SLOW_MS = 60_000
type Rig = ReturnType<typeof runRig>

const ledgerAt = (workspace: string) => join(workspace, 'runs', 'ledger.ndjson')
const shown = (rig: Rig) => ledgerResult({workspace: rig.path, shown: '.'}, rig.ports)
const events = (rig: Rig) =>
  readLedger(readFileSync(ledgerAt(rig.path))).entries.map(
    ({leaf}) => leaf && [leaf.content.event, leaf.content.status],
  )
const clean = (rig: Rig, ports: RunPorts = rig.ports) =>
  cleanWorkspace({workspace: rig.path, apply: true, rules: {keep: 0}}, ports)

/** Fails only where the ledger is written. */
function brokenLedger(operation: 'write' | 'sync' | 'open', errno = 'EIO', from = 1): RunPorts['files'] {
  const broken = failingFiles(nodeFiles, {operation, errno, from})
  const writer = {
    ...nodeFiles.writer,
    open: (...[path, how, options]: Parameters<typeof nodeFiles.writer.open>) =>
      (path.endsWith('ledger.ndjson') ? broken : nodeFiles).writer.open(path, how, options),
  }
  return {...nodeFiles, writer}
}

it(
  'many processes write at the same time and no line is lost or torn',
  async () => {
    using dir = tempDir()
    const script = join(import.meta.dirname, '../../support/append-leaves.ts')
    const writers = Array.from({length: WRITERS}, (_, at) =>
      spawn(process.execPath, [script, dir.path, String(LEAVES), String(at)], {stdio: 'inherit'}),
    )
    for (const end of await Promise.all(writers.map((writer) => once(writer, 'exit')))) assert.equal(end, [0, null])
    const {entries, isTorn} = readLedger(readFileSync(join(dir.path, 'ledger.ndjson')))
    assert.equal([entries.length, isTorn], [WRITERS * LEAVES, false])
    for (const writer of 'abcd'.slice(0, WRITERS)) {
      const own = entries.map(({leaf}) => leaf?.content.run_id).filter((id) => id?.endsWith(writer))
      assert.is(new Set(own).size, LEAVES)
    }
  },
  SLOW_MS,
)

it('a run enters when it opens, before its work begins, and when it has ended', async () => {
  using rig = runRig()
  await rig.conduct(async () => {
    assert.equal(events(rig), [['opened', 'running']])
    return outcome('fail')
  })
  assert.equal(events(rig), [
    ['opened', 'running'],
    ['closed', 'failed'],
  ])
  const {exit, counts, changed, missing, unledgered} = shown(rig)
  assert.equal([exit.code, counts.runs, counts.failed, changed, missing, unledgered], [0, 1, 1, [], [], []])
})

it('a torn line of a dead writer stands alone and touches no other', async () => {
  using rig = runRig()
  await rig.conduct()
  appendFileSync(ledgerAt(rig.path), '\n{"at":"2026-11-21T07:4')
  assert.equal([shown(rig).torn, shown(rig).counts.unreadable], [true, 0])
  await rig.conduct()
  assert.equal([shown(rig).torn, shown(rig).counts.unreadable, shown(rig).counts.runs], [false, 1, 2])
})

it('no work begins that the ledger could not be told of, and the run that stands there is called unledgered', async () => {
  for (const operation of ['open', 'write', 'sync'] as const) {
    using rig = runRig({files: brokenLedger(operation)})
    let isBegun = false
    await throwsCode(
      () =>
        rig.conduct(async () => {
          isBegun = true
          return outcome()
        }),
      'io_error',
    )
    assert.not.ok(isBegun)
    const [run] = readRunListing({path: rig.path}, rig.ports).runs
    assert.is(run?.status, 'interrupted')
    // After a failed sync the leaf may be there: then the run is known.
    assert.equal(shown(rig).unledgered, operation === 'sync' ? [] : [run?.runId])
  }
})

it('an end that could not be told is told by the next writer', async () => {
  using rig = runRig()
  using broken = runRig({files: brokenLedger('write', 'EIO', 2)})
  await throwsCode(() => broken.conduct(), 'io_error')
  const [run] = readRunListing({path: broken.path}, broken.ports).runs
  assert.is(run?.manifest.status, 'passed')
  assert.equal([shown(broken).counts.interrupted, shown(broken).exit.code], [1, 0])
  // The owner is gone by then.
  const ports = {...rig.ports, processes: fakeProcesses({8: 'start-8'}, 8)}
  const workspace = {path: broken.path, id: run?.manifest.workspace_id ?? ''}
  await sealCrashedRuns(workspace, ports)
  const after = shown(broken)
  assert.equal([after.counts.passed, after.counts.interrupted, after.changed], [1, 0, []])
  await sealCrashedRuns(workspace, ports)
  assert.is(shown(broken).tree_size, after.tree_size, 'told once')
})

it('an end whose manifest was replaced and not surely durable is told by the next writer too', async () => {
  using rig = runRig()
  let isReplaced = false
  const writer = {
    ...nodeFiles.writer,
    rename: async (from: string, to: string) => {
      await nodeFiles.writer.rename(from, to)
      isReplaced = to.endsWith('run_manifest.json')
    },
  }
  const broken = failingFiles(nodeFiles, {operation: 'sync', errno: 'EIO', from: 1}).directories
  const sync = (path: string) => (isReplaced ? broken : nodeFiles.directories).sync(path)
  const files = {...nodeFiles, writer, directories: {...nodeFiles.directories, sync}}
  using failing = runRig({files})
  await throwsCode(() => failing.conduct(), 'io_error')
  const [run] = readRunListing({path: failing.path}, failing.ports).runs
  assert.equal([run?.manifest.status, shown(failing).counts.interrupted], ['passed', 1])
  const ports = {...rig.ports, processes: fakeProcesses({8: 'start-8'}, 8)}
  await sealCrashedRuns({path: failing.path, id: run?.manifest.workspace_id ?? ''}, ports)
  assert.equal([shown(failing).counts.passed, shown(failing).changed], [1, []])
})

it('a crash between the leaf and the end of the lease tells the same end twice, which is harmless', async () => {
  using rig = runRig()
  const {runId, manifest} = await rig.conduct()
  writeFileSync(join(rig.path, 'runs', runId, 'lease.json'), '{}')
  await sealCrashedRuns({path: rig.path, id: manifest.workspace_id}, rig.ports)
  const {exit, tree_size, counts, changed} = shown(rig)
  assert.equal([exit.code, tree_size, counts.runs, counts.passed, changed], [0, 3, 1, 1, []])
})

it('cleanup tells of a removal before anything goes', async () => {
  using rig = runRig()
  await rig.conduct(async () => outcome('fail'))
  const files = failingFiles(nodeFiles, {operation: 'removeTree', errno: 'EIO', from: 1})
  await clean(rig, {...rig.ports, files})
  assert.equal(events(rig).at(-1), ['removed', 'failed'])
  assert.equal([shown(rig).counts.removed, shown(rig).missing, shown(rig).counts.failed], [1, [], 1])
})

it('cleanup removes nothing where the ledger cannot be written, unless the disk is full', async () => {
  using rig = runRig()
  const {runId} = await rig.conduct()
  await throwsCode(() => clean(rig, {...rig.ports, files: brokenLedger('write')}), 'io_error')
  assert.ok(existsSync(join(rig.path, 'runs', runId)))
  const full = {once: true}
  const {writer} = nodeFiles
  const files = {
    ...nodeFiles,
    writer: {
      ...writer,
      open: (...args: Parameters<typeof writer.open>) => {
        const isFull = args[0].endsWith('ledger.ndjson') && full.once
        full.once = full.once && !isFull
        return (isFull ? brokenLedger('write', 'ENOSPC').writer : writer).open(...args)
      },
    },
  }
  assert.is((await clean(rig, {...rig.ports, files})).exit.code, 0)
  assert.not.ok(existsSync(join(rig.path, 'runs', runId)))
  assert.equal([shown(rig).counts.removed, shown(rig).missing], [1, []])
})

it('a damaged run leaves a trace of its removal too', async () => {
  using rig = runRig()
  const {runId} = await rig.conduct(async () => outcome('fail'))
  writeFileSync(join(rig.path, 'runs', runId, 'run_manifest.json'), 'damaged')
  rig.clock.tick(365 * 24 * 3_600_000)
  await cleanWorkspace({workspace: rig.path, apply: true, rules: {keep: 0, broken: true}}, rig.ports)
  assert.equal(events(rig).at(-1), ['removed', null])
  assert.equal([shown(rig).counts.failed, shown(rig).counts.removed], [1, 1])
})

it('a run that vanished without cleanup, one that was changed and one that came from elsewhere are all named', async () => {
  using rig = runRig()
  const ids: string[] = []
  for (let at = 0; at < 3; at++) {
    ids.push((await rig.conduct()).runId)
    rig.clock.tick(10)
  }
  const [gone = '', changed = ''] = ids
  rmSync(join(rig.path, 'runs', gone), {recursive: true})
  appendFileSync(join(rig.path, 'runs', changed, 'run_manifest.json'), ' ')
  const foreign = '20261121T074233417Z-zzzzzz'
  mkdirSync(join(rig.path, 'runs', foreign))
  const result = shown(rig)
  assert.equal([result.missing, result.changed, result.unledgered], [[gone], [changed], [foreign]])
  assert.equal([result.exit.code, result.counts.runs], [1, 3])
})

it('is never made by reading, and a link in its place is refused', async () => {
  using rig = runRig()
  assert.equal([shown(rig).tree_size, shown(rig).checkpoint], [0, null])
  assert.equal(readdirSync(rig.path), [])
  mkdirSync(join(rig.path, 'runs'))
  symlinkSync(join(rig.path, 'elsewhere'), ledgerAt(rig.path))
  await throwsCode(() => rig.conduct(), 'workspace_invalid')
  assert.not.ok(existsSync(join(rig.path, 'elsewhere')))
})

it('a run that a crash kept out of the ledger before it did anything accuses nobody', async () => {
  for (const left of ['nothing', 'an empty file', 'half a leaf'] as const) {
    using rig = runRig({files: brokenLedger('open')})
    await throwsCode(() => rig.conduct(), 'io_error')
    if (left !== 'nothing') writeFileSync(ledgerAt(rig.path), left === 'half a leaf' ? '\n{"at":"2026' : '')
    const {exit, findings, unledgered} = shown(rig)
    assert.equal([exit.code, findings, unledgered.length], [0, [], 1], left)
  }
})

it('a run that did more than begin has to be in the ledger, whatever is said of it now', async () => {
  const damages: readonly ((folder: string) => void)[] = [
    (folder) => rmSync(join(folder, 'journal.ndjson')),
    (folder) => appendFileSync(join(folder, 'journal.ndjson'), 'more\n'),
    (folder) => writeFileSync(join(folder, 'run_manifest.json'), '{'),
  ]
  for (const damage of damages) {
    using rig = runRig({files: brokenLedger('open')})
    await throwsCode(() => rig.conduct(), 'io_error')
    const [name = ''] = readdirSync(join(rig.path, 'runs')).filter((one) => /^\d/.test(one))
    damage(join(rig.path, 'runs', name))
    assert.equal([shown(rig).exit.code, shown(rig).findings[0]?.code], [1, 'ledger_missing'])
  }
})

it.run()
