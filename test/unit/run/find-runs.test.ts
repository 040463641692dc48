import {execFileSync} from 'node:child_process'
import {
  appendFileSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import type {RunManifest} from '#contract/generated/types'
import {nodeReader} from '#path/node-files'
import {findRuns} from '#run/find-runs'
import {manifestHead} from '#run/manifest-head'
import {outcome, runRig} from '../../support/run-rig.ts'
import {spec} from '../../support/spec.ts'

const it = spec('finding runs among many')

/** What somebody does to the oldest of several runs, or to the ledger. */
interface Old {
  readonly runId: string
  readonly folder: string
  readonly manifest: string
  readonly ledger: string
}

const change = (path: string, from: string | RegExp, to: string) => {
  const before = readFileSync(path, 'utf8')
  const after = before.replace(from, to)
  assert.is.not(after, before)
  writeFileSync(path, after)
}

const DEEDS: readonly [what: string, reason: string | undefined, deed: (old: Old) => void][] = [
  ['nothing', undefined, () => undefined],
  ['removed', 'run_missing', ({folder}) => rmSync(folder, {recursive: true})],
  [
    'changed in one letter, with its size and its time as they were',
    'ledger_contradiction',
    ({manifest}) => {
      const {atime, mtime, size} = statSync(manifest)
      change(manifest, 'the gate says', 'the gate sayz')
      utimesSync(manifest, atime, mtime)
      assert.is(statSync(manifest).size, size)
    },
  ],
  ['longer by a newline', 'ledger_contradiction', ({manifest}) => appendFileSync(manifest, '\n')],
  ['cut', 'manifest_json', ({manifest}) => writeFileSync(manifest, readFileSync(manifest).subarray(0, 100))],
  ['without its manifest', 'manifest_missing', ({manifest}) => rmSync(manifest)],
  [
    'with a link to the very same manifest',
    'manifest_unreadable',
    ({manifest}) => {
      renameSync(manifest, `${manifest}.real`)
      symlinkSync(`${manifest}.real`, manifest)
    },
  ],
  [
    'with a FIFO for a manifest',
    'manifest_unreadable',
    ({manifest}) => {
      rmSync(manifest)
      execFileSync('mkfifo', [manifest])
    },
  ],
  [
    'with a leaf that tells another end of the same manifest',
    'ledger_contradiction',
    ({ledger, runId}) =>
      change(
        ledger,
        new RegExp(`("event":"closed".*"run_id":"${runId}","status":)"passed","v":1,"verdict":"pass"`),
        '$1"failed","v":1,"verdict":"fail"',
      ),
  ],
  [
    'without a leaf of its end',
    'ledger_contradiction',
    ({ledger, runId}) => change(ledger, new RegExp(`.*"event":"closed".*"run_id":"${runId}".*\n`), ''),
  ],
  [
    'with two ends',
    'ledger_contradiction',
    ({ledger, runId}) => {
      const [end = ''] =
        new RegExp(`.*"event":"closed".*"run_id":"${runId}".*\n`).exec(readFileSync(ledger, 'utf8')) ?? []
      appendFileSync(ledger, end.replace('"passed"', '"failed"').replace('"pass"', '"fail"'))
    },
  ],
  ['older than a ledger that was removed', undefined, ({ledger}) => rmSync(ledger)],
]

it('says the same of all runs, whether it shows them or only counts them', async () => {
  for (const [what, reason, deed] of DEEDS) {
    using rig = runRig()
    const [oldest, ...younger] = [await rig.conduct(), await rig.conduct(), await rig.conduct(), await rig.conduct()]
    const folder = join(rig.path, oldest.path)
    const manifest = join(folder, 'run_manifest.json')
    deed({runId: oldest.runId, folder, manifest, ledger: join(rig.path, 'runs', 'ledger.ndjson')})
    const search = {workspace: rig.path, shown: '.', filters: {}, strict: true}
    const all = findRuns(search, rig.ports)
    const few = findRuns({...search, limit: 2}, rig.ports)
    assert.equal(
      few.issues.map((issue) => issue.reason),
      reason === undefined ? [] : [reason],
      what,
    )
    assert.equal([few.issues, few.exit], [all.issues, all.exit], what)
    assert.equal(few.entries, all.entries.slice(0, 2), what)
    assert.equal(
      few.entries.map((run) => run.run_id),
      younger
        .map((run) => run.runId)
        .reverse()
        .slice(0, 2),
      what,
    )
    assert.is(few.entry_count + few.more_count, all.entry_count, what)
  }
})

it('reads whole what it shows, what is filtered, and no other run that is as recorded', async () => {
  using rig = runRig()
  for (let at = 0; at < 6; at++) await rig.conduct()
  const roomy: string[] = []
  const reader: typeof nodeReader = {
    ...nodeReader,
    read: (path, limit, room) => {
      if (room) roomy.push(path)
      return nodeReader.read(path, limit, room)
    },
  }
  const ports = {...rig.ports, files: {...rig.ports.files, reader}}
  const search = {workspace: rig.path, shown: '.', filters: {}, strict: false, limit: 2}
  assert.is(findRuns(search, ports).more_count, 4)
  assert.is(roomy.length, 4)
  assert.is(findRuns({...search, filters: {kind: ['eval']}}, ports).more_count, 4)
  assert.is(roomy.length, 4)
})

it('a run that is going on is shown and counted, and no issue', async () => {
  using rig = runRig()
  await rig.conduct()
  await rig.conduct(async () => {
    const search = {workspace: rig.path, shown: '.', filters: {}, strict: true, limit: 1}
    const found = findRuns(search, rig.ports)
    assert.equal([found.entry_count, found.more_count, found.issue_count], [1, 1, 0])
    assert.is(found.entries[0]?.status, 'running')
    return outcome()
  })
})

it('a head says of a manifest what the whole says, and nothing where it is spelled otherwise', async () => {
  using rig = runRig()
  const {path} = await rig.conduct()
  const bytes = readFileSync(join(rig.path, path, 'run_manifest.json'))
  const {run_id: runId, workspace_id: workspaceId, status, outcome}: RunManifest = JSON.parse(bytes.toString())
  assert.equal(manifestHead(bytes), {runId, workspaceId, status, verdict: outcome?.verdict})
  assert.is(manifestHead(Buffer.from(JSON.stringify(JSON.parse(bytes.toString())))), undefined)
  assert.is(
    manifestHead(Buffer.from(bytes.toString().replace('"schema_version": 1', '"schema_version": 2'))),
    undefined,
  )
  assert.is(manifestHead(bytes.subarray(0, 60)), undefined)
  assert.is(manifestHead(new Uint8Array()), undefined)
})

it.run()
