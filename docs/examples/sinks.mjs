// Events of every call as lines of JSON and as a recording for Foxglove; both make the folders they need.
import {mkdtempSync, readFileSync, rmSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {Action, Assay, composeEventHandlers, McapRecordingSink, RunJsonLogSink} from '@assay-trials/assay'

const folder = mkdtempSync(join(tmpdir(), 'sinks-'))
const log = new RunJsonLogSink({path: join(folder, 'logs', 'today', 'events.ndjson'), runId: 'night-1'})
const recording = new McapRecordingSink({path: join(folder, 'logs', 'today', 'events.mcap')})
const assay = new Assay({eventHandler: composeEventHandlers(log, recording)})
const world = {schema_version: 1, id: 'demo', name: 'demo', provider: 'mock', step: 0, metadata: {}}
for (let call = 0; call < 2; call++) await assay.predict(world, Action.move_to(0.3, 0.5, 0), 1, 'mock')
await assay.close()
await log.close()
await recording.close()

const lines = readFileSync(join(folder, 'logs', 'today', 'events.ndjson'), 'utf8').trimEnd().split('\n')
const {event_type, run_id, phase} = JSON.parse(lines[0])
console.log(lines.length, event_type, run_id, phase)
console.log('lost', assay.lostEvents, 'recorded', readFileSync(join(folder, 'logs', 'today', 'events.mcap')).length > 0)
rmSync(folder, {recursive: true})

// 2 provider_event night-1 success
// lost 0 recorded true
