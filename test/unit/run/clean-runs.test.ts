import {existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import type {Files} from '#path/files'
import {nodeFiles} from '#path/node-files'
import {applyCleanup, planCleanup} from '#run/clean-runs'
import {cleanWorkspace} from '#run/clean-workspace'
import {runsCleanupReport} from '#run/runs-report'
import {runRig, TRIAL} from '../../support/run-rig.ts'
import {spec} from '../../support/spec.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('cleaning up runs')
type Rig = ReturnType<typeof runRig>

async function conductMany(rig: Rig, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let at = 0; at < count; at++) ids.push((await rig.conduct()).runId)
  return ids
}
const clean = (rig: Rig, keep: number, apply = true) =>
  cleanWorkspace({workspace: rig.path, apply, rules: {keep}}, rig.ports)
const idsIn = (rig: Rig) => readdirSync(join(rig.path, 'runs')).filter((name) => /^\d/.test(name))

it('without leave it only plans, and the plan is what is then done', async () => {
  using rig = runRig()
  const ids = await conductMany(rig, 3)
  const planned = await clean(rig, 1, false)
  assert.equal([planned.dry_run, planned.selected_count, planned.removed_count], [true, 2, 0])
  assert.equal(idsIn(rig), ids)
  const done = await clean(rig, 1)
  assert.equal(done.entries, planned.entries)
  assert.equal([done.exit.code, done.removed_count, idsIn(rig)], [0, 2, ids.slice(2)])
})
it('a held run and the baseline of another stay', async () => {
  using rig = runRig()
  const [held = '', baseline = '', gone = ''] = await conductMany(rig, 3)
  writeFileSync(join(rig.path, 'runs', held, '.hold'), '')
  const parents = [
    {run_id: baseline, relation: 'baseline' as const, manifest_sha256: `sha256:${'0'.repeat(64)}` as const},
  ]
  const {runId} = await rig.conduct(undefined, undefined, {...TRIAL, parents})
  await clean(rig, 1)
  assert.equal(idsIn(rig), [held, baseline, runId])
  assert.not.ok(existsSync(join(rig.path, 'runs', gone)))
})
it('two cleanups at the same time tell each removal once', async () => {
  using rig = runRig()
  const ids = await conductMany(rig, 6)
  const both = await Promise.all([clean(rig, 1), clean(rig, 1)])
  assert.equal(
    both.map(({exit}) => exit.code),
    [0, 0],
  )
  assert.is(
    both.reduce((sum, {removed_count}) => sum + removed_count, 0),
    5,
  )
  const removed = both.flatMap(({entries}) => entries.filter(({action}) => action === 'delete'))
  assert.equal(removed.map(({run_id}) => run_id).sort(), ids.slice(0, 5))
  assert.equal(idsIn(rig), ids.slice(5))
})
it('what stays is one line with its reasons, and each a line where all is asked for', async () => {
  using rig = runRig()
  const ids = await conductMany(rig, 4)
  const planned = await clean(rig, 2, false)
  const {tables, remarks} = runsCleanupReport(planned)
  assert.equal(
    tables[0]?.rows.map(([run]) => run),
    [...ids.slice(0, 2).reverse(), '2 runs'],
  )
  assert.match(remarks[0] ?? '', /--verbose names each/)
  assert.is(runsCleanupReport(planned, {isWhole: true}).tables[0]?.rows.length, 4)
})
it('a removal that fails is told with exit 1, and the others go on', async () => {
  using rig = runRig()
  const [first = '', second = ''] = await conductMany(rig, 3)
  const {directories} = nodeFiles
  const files: Files = {
    ...nodeFiles,
    directories: {
      ...directories,
      async removeTree(path) {
        const {AssayError} = await import('#error/assay-error')
        if (path.includes(first)) throw new AssayError('io_error', 'cannot remove it (EIO)')
        await directories.removeTree(path)
      },
    },
  }
  const done = await cleanWorkspace({workspace: rig.path, apply: true, rules: {keep: 1}}, {...rig.ports, files})
  assert.equal([done.exit.code, done.failed_count, done.removed_count], [1, 1, 1])
  assert.not.ok(existsSync(join(rig.path, 'runs', second)))
  assert.ok(existsSync(join(rig.path, 'runs', `.trash-${first}`)), 'named for the next cleanup')
  assert.is((await clean(rig, 1)).removed_count, 1)
})
it('a run that came to life after the plan was made stays', async () => {
  using rig = runRig()
  const [first = ''] = await conductMany(rig, 2)
  const plan = planCleanup({path: rig.path}, {keep: 1, nowMs: rig.clock.nowMs()}, rig.ports)
  const folder = join(rig.path, 'runs', first)
  const manifest = JSON.parse(readFileSync(join(folder, 'run_manifest.json'), 'utf8'))
  const {leaseFor} = await import('#run/hold-lease')
  const lease = leaseFor({runId: manifest.run_id, workspaceId: manifest.workspace_id, epoch: 2}, rig.ports.processes)
  const open = {status: 'running', outcome: null, ended_at: null, duration_ms: null}
  writeFileSync(join(folder, 'run_manifest.json'), JSON.stringify({...manifest, ...open}))
  writeFileSync(join(folder, 'lease.json'), JSON.stringify(lease))
  const [entry] = (await applyCleanup({path: rig.path}, plan, rig.ports)).filter((one) => one.name === first)
  assert.match(String(entry?.error), 'owner')
  assert.ok(existsSync(folder))
})
it('a run that never ended counts what lies in its folder, for its manifest lists nothing', async () => {
  using rig = runRig()
  const [first = ''] = await conductMany(rig, 2)
  const folder = join(rig.path, 'runs', first)
  const manifest = JSON.parse(readFileSync(join(folder, 'run_manifest.json'), 'utf8'))
  const open = {status: 'running', outcome: null, ended_at: null, duration_ms: null, artifacts: []}
  writeFileSync(join(folder, 'run_manifest.json'), JSON.stringify({...manifest, ...open}))
  writeFileSync(join(folder, 'artifacts', 'large.bin'), 'x'.repeat(50_000))
  const plan = planCleanup({path: rig.path}, {keep: 1, nowMs: rig.clock.nowMs()}, rig.ports)
  const [entry] = plan.filter(({name}) => name === first)
  assert.ok((entry?.sizeBytes ?? 0) > 50_000, `${entry?.sizeBytes}`)
})
it('ids stay in order after everything was removed, even with the clock an hour back', async () => {
  using rig = runRig()
  const [last = ''] = (await conductMany(rig, 2)).slice(-1)
  await clean(rig, 0)
  assert.equal(idsIn(rig), [])
  rig.clock.set(rig.clock.nowMs() - 3_600_000)
  assert.ok((await rig.conduct()).runId > last)
})
it('a full disk can be cleaned while a newer run stays', async () => {
  using rig = runRig()
  await conductMany(rig, 2)
  const {AssayError} = await import('#error/assay-error')
  const open = () => Promise.reject(new AssayError('disk_full', 'cannot create it (ENOSPC)'))
  const files: Files = {...nodeFiles, writer: {...nodeFiles.writer, open}}
  const plan = planCleanup({path: rig.path}, {keep: 1, nowMs: rig.clock.nowMs()}, rig.ports)
  await applyCleanup({path: rig.path}, plan, {...rig.ports, files})
  assert.is(idsIn(rig).length, 1)
  const all = planCleanup({path: rig.path}, {keep: 0, nowMs: rig.clock.nowMs()}, rig.ports)
  await throwsCode(() => applyCleanup({path: rig.path}, all, {...rig.ports, files}), 'disk_full')
  assert.is(idsIn(rig).length, 1, 'the newest id could not be remembered')
})
it('what is no run stays unless asked for, and a workspace that is missing is refused', async () => {
  using rig = runRig()
  await rig.conduct()
  mkdirSync(join(rig.path, 'runs', 'mine'))
  const {entries} = await clean(rig, 0)
  assert.equal(
    entries.filter((entry) => entry.action === 'skip').map((entry) => [entry.run_id, entry.reason]),
    [['mine', 'foreign_name']],
  )
  await throwsCode(() => clean({...rig, path: join(rig.path, 'none')} as Rig, 0), 'workspace_invalid')
})
it.run()
