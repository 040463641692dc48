import {join} from 'node:path'
import * as assert from 'uvu/assert'
import type {ProviderEvent} from '#contract/generated/types'
import {findRecorded} from '#run/read-recorded'
import {MOST_SEGMENT_BYTES} from '#run/write-segments'
import {badChecks, evidenceRig, filesIn} from '../../support/evidence-rig.ts'
import {outcome} from '../../support/run-rig.ts'
import {spec} from '../../support/spec.ts'

const it = spec('evidence/segments')
const LINES = 2500

it('logs and results larger than a bundle takes go on in further files, are bundled whole, verify, and are read as one', async () => {
  using rig = evidenceRig()
  const event = {provider: 'mock', phase: 'success', metadata: {note: 'words '.repeat(100)}} as unknown as ProviderEvent
  const {runId, manifest} = await rig.conduct(async (trial) => {
    const lines = await trial.lines('results/episodes.ndjson', 'episodes', 'result')
    for (let at = 0; at < LINES; at++) {
      lines.append({at, note: 'words '.repeat(100)})
      void trial.eventHandler(event)
      if (at % 500 === 0) await lines.flush()
    }
    return outcome()
  })
  assert.is(manifest.event_count, LINES)
  const segments = manifest.artifacts.filter(({path}) => /episodes|events/.test(path))
  assert.equal(segments.map(({path, kind}) => [path, kind]).sort(), [
    ['logs/events-0002.ndjson', 'log'],
    ['logs/events-0003.ndjson', 'log'],
    ['logs/events.ndjson', 'log'],
    ['results/episodes-0002.ndjson', 'result'],
    ['results/episodes.ndjson', 'result'],
  ])
  assert.ok(segments.every(({size_bytes}) => size_bytes <= MOST_SEGMENT_BYTES))
  const made = await rig.bundle({runId})
  assert.is(made.exit.code, 0)
  const bundle = rig.folderOf(runId)
  assert.is(filesIn(bundle).filter((name) => /episodes|events/.test(name)).length, 5)
  assert.equal(badChecks(await rig.verify(bundle)), [])
  const place = {workspace: rig.path, cwd: rig.path}
  const read = findRecorded(join(bundle, 'data/runs', runId), place, rig.ports.files.reader)
  assert.equal(
    read?.lines('results/episodes.ndjson')?.map((line) => JSON.parse(line).at),
    Array.from({length: LINES}, (_, at) => at),
  )
})

it.run()
