import {existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync} from 'node:fs'
import {dirname, join} from 'node:path'
import * as assert from 'uvu/assert'
import type {RunId} from '#contract/ids'
import type {Files} from '#path/files'
import {nodeFiles} from '#path/node-files'
import {cleanWorkspace} from '#run/clean-workspace'
import {leaseFor} from '#run/hold-lease'
import {readJournal} from '#run/journal'
import {readRunListing} from '#run/list-runs'
import {openWorkspace} from '#run/open-workspace'
import {readRun} from '#run/read-run'
import {sealCrashedRuns} from '#run/seal-run'
import {failingFiles, fakeProcesses, outcome, runRig} from '../../support/run-rig.ts'
import {spec} from '../../support/spec.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('crashes and failing disks')
type Rig = ReturnType<typeof runRig>

/** A run as it stands between its journal's last word and its manifest, its owner dead. Gives back the final manifest. */
async function crashedRun(rig: Rig): Promise<{runId: RunId; folder: string; final: string}> {
  const {runId, manifest} = await rig.conduct()
  const folder = join(rig.path, 'runs', runId)
  const final = readFileSync(join(folder, 'run_manifest.json'), 'utf8')
  const open = {status: 'running', outcome: null, ended_at: null, duration_ms: null, artifacts: [], journal: null}
  const opening = {...manifest, ...open, workflow_trace: null, result_digest: null}
  writeFileSync(join(folder, 'run_manifest.json'), JSON.stringify(opening))
  const lease = leaseFor({runId, workspaceId: manifest.workspace_id, epoch: 1}, fakeProcesses({99: 'x'}, 99))
  writeFileSync(join(folder, 'lease.json'), JSON.stringify(lease))
  return {runId, folder, final}
}

/** Puts other words over those of the journal's last record, with the chain as it should be. */
function sayLast(folder: string, runId: RunId, words: string): void {
  const path = join(folder, 'journal.ndjson')
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n')
  const {data, ...record} = JSON.parse(lines.pop() ?? '')
  const all = {...data, ...JSON.parse(words.replaceAll('1e999', '"1e999"'))}
  const last = JSON.stringify({...record, data: words === '{}' ? {} : all}).replaceAll('"1e999"', '1e999')
  writeFileSync(path, `${[...lines, last].join('\n')}\n`)
  assert.is(readJournal(readFileSync(path), runId).brokenAt, undefined)
}

/** The same files, but somebody else acts when a file of that name is first looked at or read. */
function beforeReading(name: string, act: () => void): Files {
  let isDone = false
  const meddle = (path: string) => {
    if (isDone || !path.endsWith(name)) return
    isDone = true
    act()
  }
  const {reader} = nodeFiles
  return {
    ...nodeFiles,
    reader: {
      ...reader,
      read(path, limit) {
        meddle(path)
        return reader.read(path, limit)
      },
    },
  }
}

it('a run that its owner closes while it is being read is not taken for a crashed one', async () => {
  using rig = runRig()
  const {runId, folder, final} = await crashedRun(rig)
  const files = beforeReading('lease.json', () => {
    writeFileSync(join(folder, 'run_manifest.json'), final)
    rmSync(join(folder, 'lease.json'))
  })
  const view = readRun({path: rig.path}, runId, {...rig.ports, files})
  assert.equal(view.kind === 'run' && [view.status, view.lease], ['passed', 'none'])
})
it('a run that is removed while the list is read is no entry and no issue', async () => {
  using rig = runRig()
  const {runId} = await rig.conduct()
  const {runId: kept} = await rig.conduct()
  const name = `${runId}/run_manifest.json`
  const files = beforeReading(name, () => rmSync(join(rig.path, 'runs', runId), {recursive: true}))
  const {runs, issues} = readRunListing({path: rig.path}, {...rig.ports, files})
  assert.equal([runs.map((run) => run.runId), issues], [[kept], []])
})
it('a crashed run that another process removes does not stop the next writer', async () => {
  using rig = runRig()
  const {folder} = await crashedRun(rig)
  const files = beforeReading('journal.ndjson', () => rmSync(folder, {recursive: true}))
  const workspace = await openWorkspace(rig.path, rig.ports)
  assert.equal(await sealCrashedRuns(workspace, {...rig.ports, files}), [])
})
it('a last word that is no ending leaves its run open, and the next writer goes on', async () => {
  const words = [
    '{}',
    '{"issues":"none"}',
    '{"issues":[{"code":"x","message":"y"}],"duration_ms":1e999}',
    '{"duration_ms":1e999}',
    '{"counts":{"planned":1e999}}',
    '{"result_summary":{"x":1e999}}',
    '{"status":"running","outcome":null}',
    '{"outcome":null}',
    '{"event_count":-1}',
  ]
  for (const word of words) {
    using rig = runRig()
    const {runId, folder} = await crashedRun(rig)
    sayLast(folder, runId, word)
    const before = readFileSync(join(folder, 'run_manifest.json'), 'utf8')
    const workspace = await openWorkspace(rig.path, rig.ports)
    assert.equal(await sealCrashedRuns(workspace, rig.ports), [], word)
    assert.is(readFileSync(join(folder, 'run_manifest.json'), 'utf8'), before, word)
    assert.is((await rig.conduct()).manifest.status, 'passed', word)
  }
})
it('a last word cannot change what the run was', async () => {
  using rig = runRig()
  const {runId, folder} = await crashedRun(rig)
  sayLast(folder, runId, '{"run_id":"20260101T000000000Z-aaaaaa","provider":"other","extra":1}')
  const workspace = await openWorkspace(rig.path, rig.ports)
  assert.equal(await sealCrashedRuns(workspace, rig.ports), [runId])
  const view = readRun({path: rig.path}, runId, rig.ports)
  assert.equal(view.kind === 'run' && [view.status, view.manifest.provider], ['passed', 'mock'])
})
it('a run that another process removes the moment it has ended was conducted well', async () => {
  using rig = runRig()
  const remove = async (path: string) => {
    await nodeFiles.writer.remove(path)
    if (path.endsWith('lease.json')) rmSync(dirname(path), {recursive: true})
  }
  const files: Files = {...nodeFiles, writer: {...nodeFiles.writer, remove}}
  const {conductRun} = await import('#run/conduct-run')
  const {TRIAL} = await import('../../support/run-rig.ts')
  const place = {workspace: rig.path, trial: TRIAL}
  const {manifest} = await conductRun(place, {...rig.ports, files}, new AbortController().signal, async () => outcome())
  assert.is(manifest.status, 'passed')
})
it('a run with its last word whose owner still has the lease is neither removed nor taken for crashed', async () => {
  using rig = runRig()
  const {runId, path, manifest} = await rig.conduct()
  const lease = join(rig.path, path, 'lease.json')
  writeFileSync(
    lease,
    JSON.stringify(leaseFor({runId, workspaceId: manifest.workspace_id, epoch: 1}, rig.ports.processes)),
  )
  const clean = (ports: typeof rig.ports) => cleanWorkspace({workspace: rig.path, apply: true, rules: {keep: 0}}, ports)
  const {entries} = await clean({...rig.ports, processes: fakeProcesses({7: 'start-7', 8: 's8'}, 8)})
  assert.equal([entries[0]?.reason, existsSync(lease)], ['live', true])
  assert.is((await clean({...rig.ports, processes: fakeProcesses({8: 's8'}, 8)})).removed_count, 1)
})
it('a record whose sync failed is cut off, and the next one leaves no hole in the journal', async () => {
  using rig = runRig()
  const {writer} = nodeFiles
  let syncs = 0
  const files: Files = {
    ...nodeFiles,
    writer: {
      ...writer,
      async open(path, how, options) {
        const file = await writer.open(path, how, options)
        if (!path.endsWith('journal.ndjson')) return file
        const sync = async () => {
          if (++syncs === 2) throw Object.assign(new Error('EIO'), {code: 'EIO'})
          await file.sync()
        }
        return {...file, sync}
      },
    },
  }
  const {conductRun} = await import('#run/conduct-run')
  const {TRIAL} = await import('../../support/run-rig.ts')
  const place = {workspace: rig.path, trial: TRIAL}
  await conductRun(place, {...rig.ports, files}, new AbortController().signal, async (trial) => {
    await trial.steps.start({stepId: 'a', operation: 'predict'})
    return outcome()
  }).catch(() => undefined)
  const [run] = readRunListing({path: rig.path}, rig.ports).runs
  const journal = readFileSync(join(rig.path, 'runs', run?.runId ?? '', 'journal.ndjson'))
  assert.is(readJournal(journal, run?.runId as RunId).brokenAt, undefined)
  assert.is(run?.manifest.outcome?.verdict, 'bug', 'the foreign error closed the run')
})
it('lost events make every document of the run inconclusive, not only its manifest', async () => {
  using rig = runRig()
  const files: Files = {
    ...nodeFiles,
    writer: {
      ...nodeFiles.writer,
      async open(path, how, options) {
        const file = await nodeFiles.writer.open(path, how, options)
        const fail = () => Promise.reject(Object.assign(new Error('EIO'), {code: 'EIO'}))
        return path.endsWith('events.ndjson') ? {...file, sync: fail, write: fail} : file
      },
    },
  }
  const {conductRun} = await import('#run/conduct-run')
  const {TRIAL} = await import('../../support/run-rig.ts')
  const {eventOf} = await import('../../support/fakes/events.ts')
  const place = {workspace: rig.path, trial: TRIAL}
  const {manifest, path} = await conductRun(
    place,
    {...rig.ports, files},
    new AbortController().signal,
    async (trial) => {
      trial.eventHandler(eventOf({}))
      return outcome()
    },
  )
  const read = (name: string) => JSON.parse(readFileSync(join(rig.path, path, name), 'utf8'))
  const junit = readFileSync(join(rig.path, path, 'reports/report.junit.xml'), 'utf8')
  assert.equal([manifest.outcome?.verdict, manifest.outcome?.reason_code], ['inconclusive', 'event_log_incomplete'])
  assert.equal(
    [read('results/verdict.json').state, read('reports/report.json').verdict.state],
    Array(2).fill('inconclusive'),
  )
  assert.match(junit, 'could not be written')
})
it('a workspace that cannot be named leaves no temporary behind', async () => {
  for (const operation of ['write', 'sync', 'link']) {
    using rig = runRig()
    const files = failingFiles(nodeFiles, {operation, errno: 'ENOSPC', from: 1})
    await throwsCode(() => openWorkspace(rig.path, {...rig.ports, files}), 'disk_full')
    const runs = join(rig.path, 'runs')
    const left = existsSync(runs) ? readdirSync(runs).filter((name) => name.startsWith('.tmp-')) : []
    assert.equal(left, [], operation)
  }
})
it('temporaries and bundles that a crash left are named, kept for a day, and go with --broken', async () => {
  using rig = runRig()
  await rig.conduct()
  const bundles = join(rig.path, 'issue-bundles')
  const left = [
    join(rig.path, 'runs', '.tmp-0123456789abcdef'),
    join(bundles, '.staging-20261121T074233417Z-k3q7xz-01234567'),
    join(bundles, '.trash-20261121T074233417Z-k3q7xz-01234567'),
  ]
  mkdirSync(bundles)
  for (const [at, path] of left.entries()) at === 0 ? writeFileSync(path, 'half') : mkdirSync(path)
  const clean = (broken: boolean) =>
    cleanWorkspace({workspace: rig.path, apply: true, rules: {keep: 9, broken}}, rig.ports)
  const days = (count: number) => {
    const at = new Date(rig.clock.nowMs() - count * 24 * 60 * 60 * 1000)
    for (const path of left) utimesSync(path, at, at)
  }
  days(0.5)
  assert.equal(
    readRunListing({path: rig.path}, rig.ports).issues.map(({name, reason}) => [name, reason]),
    [['.tmp-0123456789abcdef', 'staging_abandoned']],
  )
  assert.is((await clean(true)).removed_count, 0, 'younger than a day')
  days(2)
  assert.is((await clean(false)).removed_count, 0, 'nobody asked')
  assert.is((await clean(true)).removed_count, 3)
  assert.equal(readdirSync(bundles), [])
})
it.run()
