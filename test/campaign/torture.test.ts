import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {readRunListing} from '#run/list-runs'
import {allCampaigns, chooseCampaigns} from '../support/campaign/catalogue.ts'
import {READ_PORTS} from '../support/campaign/check-workspace.ts'
import {recordCampaign} from '../support/campaign/record-campaign.ts'
import type {CampaignResult} from '../support/campaign/result.ts'
import {spec} from '../support/spec.ts'
import {tempDir} from '../support/temp-dir.ts'

const it = spec('torture')
const LIMIT_MS = 60_000

async function record(workspace: string, result: Omit<CampaignResult, 'name'>) {
  const campaign = {name: 'fake', goal: 'R0', run: async () => ({name: 'fake', ...result})}
  const signal = new AbortController().signal
  const recorded = await recordCampaign(workspace, campaign, {depth: 'sample', seed: 7}, signal)
  const [run] = readRunListing({path: workspace}, READ_PORTS).runs
  return {
    ...recorded,
    manifest: run!.manifest,
    report: readFileSync(join(workspace, 'runs', run!.runId, 'reports', 'report.json'), 'utf8'),
  }
}

it(
  'a campaign that holds is a passed run whose bundle verifies',
  async () => {
    using dir = tempDir()
    const {state, doubt, manifest} = await record(dir.path, {checks: 12, failures: [], notes: ['twelve']})
    assert.equal([state, doubt, manifest.status, manifest.kind], ['pass', undefined, 'passed', 'drill'])
    assert.equal([manifest.counts.planned, manifest.counts.passed, manifest.input_summary['seed']], [12, 12, 7])
  },
  LIMIT_MS,
)

it(
  'a campaign with a failure is a failed run that shows it as a case, and its bundle verifies all the same',
  async () => {
    using dir = tempDir()
    const {state, doubt, manifest, report} = await record(dir.path, {checks: 12, failures: ['it broke'], notes: []})
    assert.equal([state, doubt, manifest.status, manifest.outcome?.exit_code], ['fail', undefined, 'failed', 1])
    assert.match(report, 'it broke')
  },
  LIMIT_MS,
)

it(
  'a campaign that checked nothing is skipped, never passed',
  async () => {
    using dir = tempDir()
    const {state, manifest} = await record(dir.path, {checks: 0, failures: [], notes: ['skipped: needs root']})
    assert.equal([state, manifest.status], ['skipped', 'skipped'])
    assert.match(manifest.outcome?.reason ?? '', 'needs root')
  },
  LIMIT_MS,
)

it('campaigns are chosen by goal or by name, and an unknown word is refused', () => {
  assert.equal(
    chooseCampaigns(['r1', 'crowd']).map(({name}) => name),
    ['sigkill', 'sigkill-strace', 'crowd'],
  )
  assert.equal(chooseCampaigns([]), allCampaigns())
  assert.throws(() => chooseCampaigns(['R99']), /no campaign R99/)
})

it.run()
