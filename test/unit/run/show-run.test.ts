import {readFileSync, rmSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {asRunId} from '#run/layout'
import {shownRun} from '#run/show-run'
import {fakeProcesses, outcome, runRig} from '../../support/run-rig.ts'
import {spec} from '../../support/spec.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('showing a run')
const DEAD = {processes: fakeProcesses({8: 's8'}, 8)}

it('an ended run is shown with its manifest and what to do next', async () => {
  using rig = runRig()
  const {runId, manifest} = await rig.conduct()
  const shown = shownRun({path: rig.path, shown: '.'}, runId, rig.ports)
  assert.equal([shown.exit.code, shown.lease, shown.in_flight], [0, 'none', []])
  assert.equal(shown.manifest, manifest)
  assert.equal(shown.next, [`assay runs bundle ${runId}`, `assay runs verify ${runId}`])
})
it('a run whose owner is gone tells what was in flight, and that its manifest says running', async () => {
  using rig = runRig()
  await rig.conduct(async (trial) => {
    await trial.steps.start({stepId: 'done', operation: 'predict'})
    await trial.steps.finish('done', {status: 'success'})
    await trial.steps.start({stepId: 'physics', operation: 'predict'})
    const place = {path: rig.path, shown: '.'}
    assert.is(shownRun(place, trial.runId, rig.ports).lease, 'live')
    const shown = shownRun(place, trial.runId, {...rig.ports, ...DEAD})
    assert.equal([shown.lease, shown.entry.status, shown.entry.manifest_status], ['dead', 'interrupted', 'running'])
    assert.equal(shown.in_flight, ['physics'])
    return outcome()
  })
})
it('a torn last line is told and no fault; a broken chain is exit 1 with its record', async () => {
  using rig = runRig()
  const {runId, path} = await rig.conduct()
  const file = join(rig.path, path, 'journal.ndjson')
  const text = readFileSync(file, 'utf8')
  const show = () => shownRun({path: rig.path, shown: '.'}, runId, rig.ports)
  writeFileSync(file, text.slice(0, -5))
  assert.equal([show().exit.code, show().journal.torn], [0, true])
  writeFileSync(file, text.replace('"seq":2', '"seq":7'))
  assert.equal([show().exit.code, show().journal.broken_at], [1, 2])
  rmSync(file)
  assert.equal(show().journal, {records: 0, torn: false, broken_at: null})
})
it('an unknown id is answered with the nearest', async () => {
  using rig = runRig()
  const {runId} = await rig.conduct()
  const typo = asRunId(runId.replace(/.$/, runId.endsWith('a') ? 'b' : 'a'))
  const missing = await throwsCode(() => shownRun({path: rig.path, shown: '.'}, typo, rig.ports), 'run_not_found')
  assert.match(missing.hint, runId)
})
it('a run that cannot be read is refused with the reason', async () => {
  using rig = runRig()
  const {runId, path} = await rig.conduct()
  writeFileSync(join(rig.path, path, 'run_manifest.json'), '[]')
  const error = await throwsCode(() => shownRun({path: rig.path, shown: '.'}, runId, rig.ports), 'run_unreadable')
  assert.equal([error.exit, error.detail['reason']], ['failed', 'manifest_schema'])
})
it.run()
