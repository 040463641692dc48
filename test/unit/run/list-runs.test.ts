import {execFileSync} from 'node:child_process'
import {cpSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import type {RunManifest} from '#contract/generated/types'
import {findRuns} from '#run/find-runs'
import {readRunListing} from '#run/list-runs'
import {runRig} from '../../support/run-rig.ts'
import {spec} from '../../support/spec.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('listing runs')

/** A run in its place, and what somebody did to it. */
interface Damage {
  readonly folder: string
  readonly file: string
  readonly manifest: RunManifest
}
const rewrite = (change: (manifest: RunManifest) => object) => (it: Damage) =>
  writeFileSync(it.file, JSON.stringify(change(it.manifest)))
const deep = (levels: number): unknown => JSON.parse(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`)

const DAMAGES: readonly [what: string, reason: string, damage: (it: Damage) => void][] = [
  ['no manifest', 'manifest_missing', ({file}) => rmSync(file)],
  ['an empty manifest', 'manifest_json', ({file}) => writeFileSync(file, '')],
  ['half a manifest', 'manifest_json', ({file}) => writeFileSync(file, readFileSync(file, 'utf8').slice(0, 300))],
  [
    'a manifest that is not UTF-8',
    'manifest_encoding',
    ({file}) => writeFileSync(file, Buffer.from([0x7b, 0xff, 0x7d])),
  ],
  ['an array', 'manifest_schema', rewrite((manifest) => [manifest])],
  ['an unknown status', 'manifest_schema', rewrite((manifest) => ({...manifest, status: 'excellent'}))],
  ['a status against its verdict', 'manifest_schema', rewrite((manifest) => ({...manifest, status: 'failed'}))],
  ['a manifest deeper than 64', 'manifest_schema', rewrite((manifest) => ({...manifest, later: deep(65)}))],
  [
    'a manifest larger than 4 MiB',
    'manifest_schema',
    rewrite((manifest) => ({...manifest, later: 'x'.repeat(4 << 20)})),
  ],
  ['a newer manifest', 'manifest_version', rewrite((manifest) => ({...manifest, schema_version: 2}))],
  ['the manifest of another run', 'run_id_mismatch', rewrite((it) => ({...it, run_id: '20261121T074233417Z-aaaaaa'}))],
  [
    'a link as the manifest',
    'manifest_unreadable',
    ({file}) => {
      renameSync(file, `${file}.real`)
      symlinkSync(`${file}.real`, file)
    },
  ],
  [
    'a FIFO as the manifest',
    'manifest_unreadable',
    ({file}) => {
      rmSync(file)
      execFileSync('mkfifo', [file])
    },
  ],
  [
    'a link as the run',
    'symlink',
    ({folder}) => {
      renameSync(folder, join(folder, '..', '..', 'elsewhere'))
      symlinkSync('../elsewhere', folder)
    },
  ],
  [
    'a file as the run',
    'not_a_directory',
    ({folder}) => {
      rmSync(folder, {recursive: true})
      writeFileSync(folder, 'mine')
    },
  ],
]

it('every damaged run is an issue with its reason, and the others are still shown', async () => {
  using rig = runRig()
  const good = await rig.conduct()
  const wanted = DAMAGES.map(([what, reason, damage], at) => {
    const runId = `20261121T08000${String(at).padStart(4, '0')}Z-aaaaaa`
    const folder = join(rig.path, 'runs', runId)
    const file = join(folder, 'run_manifest.json')
    cpSync(join(rig.path, good.path), folder, {recursive: true})
    const manifest = {...good.manifest, run_id: runId}
    writeFileSync(file, JSON.stringify(manifest))
    damage({folder, file, manifest})
    return [what, runId, reason]
  })
  const {runs, issues} = readRunListing({path: rig.path}, rig.ports)
  assert.equal(
    runs.map((run) => run.runId),
    [good.runId],
  )
  assert.equal(
    issues.map((issue, at) => [wanted[at]?.[0], issue.name, issue.reason]),
    wanted,
  )
})
it('names that are no run are issues; what keeps a workspace is none, nor is a run in the making', async () => {
  using rig = runRig()
  await rig.conduct()
  const runs = join(rig.path, 'runs')
  const at = new Date(rig.clock.nowMs())
  for (const name of ['README.md', '.gitignore', '.high-water', 'notes.txt']) writeFileSync(join(runs, name), '')
  const young = '.staging-20261121T074233417Z-aaaaaa'
  const old = '.staging-20261121T074233417Z-bbbbbb'
  const trash = '.trash-20261121T074233417Z-cccccc'
  for (const name of [young, old, trash, 'my-folder']) mkdirSync(join(runs, name))
  utimesSync(join(runs, young), at, at)
  utimesSync(join(runs, old), at, new Date(rig.clock.nowMs() - 60_000))
  assert.equal(
    readRunListing({path: rig.path}, rig.ports).issues.map(({name, reason}) => [name, reason]),
    [
      [old, 'staging_abandoned'],
      [trash, 'trash_pending'],
      ['my-folder', 'foreign_name'],
      ['notes.txt', 'foreign_name'],
    ],
  )
})
it('an issue tells nothing that stands in the file', async () => {
  using rig = runRig()
  const {path} = await rig.conduct()
  const canary = ['sk', 'canary', '4711'].join('-')
  writeFileSync(join(rig.path, path, 'run_manifest.json'), JSON.stringify({status: canary, [canary]: 1}))
  assert.not.match(JSON.stringify(readRunListing({path: rig.path}, rig.ports).issues), canary)
})
it('runs come newest first, and issues make the exit 1 only when asked to be strict', async () => {
  using rig = runRig()
  const ids = [await rig.conduct(), await rig.conduct(), await rig.conduct()].map((run) => run.runId)
  mkdirSync(join(rig.path, 'runs', 'foreign'))
  const search = {workspace: rig.path, shown: '.', filters: {}}
  const found = findRuns({...search, strict: false}, rig.ports)
  assert.equal(
    found.entries.map((entry) => entry.run_id),
    ids.toReversed(),
  )
  assert.equal([found.exit.code, found.issue_count], [0, 1])
  assert.is(findRuns({...search, strict: true}, rig.ports).exit.code, 1)
  assert.is(findRuns({...search, strict: true, limit: 1}, rig.ports).entries.length, 1)
})
it('a workspace that nothing was written to is empty, one that is missing or a file is refused', async () => {
  using rig = runRig()
  assert.equal(readRunListing({path: rig.path}, rig.ports), {runs: [], issues: []})
  writeFileSync(join(rig.path, 'file'), '')
  await throwsCode(() => readRunListing({path: join(rig.path, 'file')}, rig.ports), 'workspace_invalid')
  await throwsCode(() => readRunListing({path: join(rig.path, 'none')}, rig.ports), 'workspace_invalid')
})
it.run()
