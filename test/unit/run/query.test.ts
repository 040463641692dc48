import * as assert from 'uvu/assert'
import type {RunId} from '#contract/ids'
import {openingManifest} from '#run/manifest'
import {compileFilters, type RunFilters} from '#run/query'
import type {RunView} from '#run/read-run'
import {TEST_HOST, TRIAL} from '../../support/run-rig.ts'
import {spec} from '../../support/spec.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('filters of a list')
const runId = '20261121T074233417Z-k3q7xz' as RunId
const head = {runId, workspaceId: 'ws-aaaaaaaaaaaaaaaaaaaaaaaaaa', createdAt: '2026-11-21T07:42:33.417Z'}
const opening = openingManifest(
  head,
  {...TRIAL, providers: ['mock', 'analytic']},
  {host: () => TEST_HOST, versions: {assay: '0.0.0', node: '24.21.0'}},
)
const RUN: RunView = {
  kind: 'run',
  manifestSha256: `sha256:${'0'.repeat(64)}`,
  runId,
  lease: 'none',
  status: 'failed',
  manifest: {
    ...opening,
    status: 'failed',
    outcome: {verdict: 'inconclusive', exit_code: 4, reason_code: 'x', reason: 'x'},
    provenance: {
      source: {commit: `1f0c2d3e${'0'.repeat(32)}`, branch: 'main', dirty: false},
      ci: null,
      job: 'nightly',
      labels: {robot: 'so100'},
      note: null,
    },
    artifacts: [
      {
        path: 'a',
        sha256: `sha256:${'0'.repeat(64)}`,
        size_bytes: 1,
        media_type: 'text/plain',
        kind: 'log',
        origin: 'assay',
      },
    ],
  },
}
const NOW = Date.parse('2026-11-21T19:42:33.417Z')
const matches = (filters: RunFilters, run = RUN) => compileFilters(filters, NOW)(run)

it('values of one field are alternatives, fields add up, an empty list filters nothing', () => {
  assert.ok(matches({}))
  assert.ok(matches({provider: [], status: []}))
  assert.ok(matches({provider: ['other', 'analytic']}))
  assert.ok(matches({provider: ['mock'], status: ['failed'], kind: ['eval'], verdict: ['inconclusive']}))
  assert.not.ok(matches({provider: ['mock'], status: ['passed']}))
  assert.not.ok(matches({provider: ['moc']}), 'whole names only')
})
it('a run is found by what its owner calls it and by what was tried', () => {
  assert.ok(matches({label: ['robot=so100'], job: ['nightly'], branch: ['main'], commit: ['1f0c2d3e']}))
  assert.ok(matches({label: ['nothing', 'robot']}), 'a key alone stands for any value')
  assert.ok(matches({since: '12h'}))
  const {provenance: _, ...older} = RUN.manifest
  const before = {...RUN, manifest: older}
  for (const filters of [{label: ['robot']}, {job: ['nightly']}, {branch: ['main']}, {commit: ['1f0c2d3e']}])
    assert.not.ok(matches(filters, before), 'runs of earlier versions have no such facts')
})
it('every filter has a run that it leaves out', () => {
  const none: readonly RunFilters[] = [
    {provider: ['other']},
    {status: ['interrupted']},
    {capability: ['plan']},
    {operation: ['score']},
    {kind: ['job']},
    {verdict: ['pass']},
    {artifactType: ['trace']},
    {label: ['robot=so101']},
    {label: ['robo']},
    {job: ['weekly']},
    {branch: ['mai']},
    {commit: ['1f0c2d3f']},
    {since: '719m'},
    {createdFrom: '2026-11-22'},
    {createdTo: '2026-11-20'},
  ]
  for (const filters of none) assert.not.ok(matches(filters), JSON.stringify(filters))
})
it('a run without an outcome has no verdict to match', () => {
  assert.not.ok(matches({verdict: ['inconclusive']}, {...RUN, manifest: {...RUN.manifest, outcome: null}}))
})
it('a day means all of it, a time its very millisecond, wherever it was written', () => {
  assert.ok(matches({createdFrom: '2026-11-21', createdTo: '2026-11-21'}))
  assert.ok(matches({createdFrom: '2026-11-21T07:42:33.417Z', createdTo: '2026-11-21T08:42:33.417+01:00'}))
  assert.not.ok(matches({createdFrom: '2026-11-21T07:42:33.418Z'}))
  assert.not.ok(matches({createdTo: '2026-11-21T07:42:33.416Z'}))
})
it('unknown members and times that are none are refused', async () => {
  const bad: readonly RunFilters[] = [
    {status: ['excellent']},
    {kind: ['evals']},
    {verdict: ['failed']},
    {artifactType: ['bundle']},
    {createdFrom: 'yesterday'},
    {createdFrom: '2026-02-30'},
    {createdFrom: '2026-02-30T00:00:00Z'},
    {createdTo: '2026-11-31T23:59:59Z'},
    {createdTo: '2026-11-21T24:00:00Z'},
    {createdTo: '2026-11-21T25:00:00Z'},
    {createdTo: '2026-11-21T07:42:33'},
    {createdTo: ''},
    {since: '7'},
    {since: '-1d'},
    {since: '1y'},
    {commit: ['abc']},
    {commit: ['HEAD']},
  ]
  for (const filters of bad) await throwsCode(() => compileFilters(filters, NOW), 'usage')
})
it.run()
