import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import * as library from '../../../src/index.ts'
import {spec} from '../../support/spec.ts'
import {tempDir} from '../../support/temp-dir.ts'

const it = spec('library door')
const RUN = '20261121T074233417Z-k3q7xz'

it('a host predicts with the mock, keeps events in memory and in a run log, and counts them', async () => {
  using dir = tempDir()
  const redactor = new library.Redactor()
  const memory = new library.InMemoryRecorderSink()
  const metrics = new library.ProviderMetricsSink()
  const log = new library.RunJsonLogSink(
    {path: join(dir.path, 'events.ndjson'), runId: RUN},
    {files: library.nodeFiles, redactor},
  )
  const assay = new library.Assay({event_handler: library.compose_event_handlers(memory, metrics, log), redactor})
  const world = {schema_version: 1, id: 'w', name: 'w', provider: 'mock', step: 0, metadata: {}} as const
  const {state} = await assay.predict(world, library.Action.move_to(1, 2, 3), 1, 'mock')
  assert.is(state.step, 1)
  await library.withCorrelation({run_id: RUN}, () => assay.embed({text: 'a'}, 'mock'))
  await assay.close()
  await log.close()
  assert.equal(
    memory.events.map((event) => event.run_id),
    [undefined, RUN],
  )
  assert.is(metrics.row('mock', 'predict')?.request_count, 1)
  assert.is(readFileSync(join(dir.path, 'events.ndjson'), 'utf8').trimEnd().split('\n').length, 2)
  assert.is(assay.lostEvents, 0)
})

it.run()
