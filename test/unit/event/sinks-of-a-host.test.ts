import {spawnSync} from 'node:child_process'
import {existsSync, openSync, readFileSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {providerEvent} from '#contract/generated/provider-event'
import {parse} from '#contract/parse'
import {McapRecordingSink} from '#event/mcap-recording-sink'
import {ProviderMetricsExporterSink} from '#event/provider-metrics-exporter-sink'
import {RunJsonLogSink} from '#event/run-json-log-sink'
import {rotated} from '../../support/depth.ts'
import {eventOf} from '../../support/fakes/events.ts'
import {ROOT} from '../../support/hall-rig.ts'
import {spec} from '../../support/spec.ts'
import {tempDir} from '../../support/temp-dir.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('sinks of a host')
const LIBRARY = JSON.stringify(join(ROOT, 'src', 'index.ts'))

/** A host that is nothing but this: three calls of the mock through a sink, in a process of its own. */
function host(sink: string, {stderr = 'pipe', after = ''}: {stderr?: 'pipe' | number; after?: string} = {}) {
  const program = `
    import {Action, Assay, JsonLoggerSink, McapRecordingSink, RunJsonLogSink} from ${LIBRARY}
    const sink = ${sink}
    const assay = new Assay({eventHandler: sink})
    const world = {schema_version: 1, id: 'demo', name: 'demo', provider: 'mock', step: 0, metadata: {}}
    for (let call = 0; call < 3; call++) await assay.predict(world, Action.moveTo(0.3, 0.5, 0), 1, 'mock')
    await assay.flush()
    await sink.close?.()
    ${after}
    console.log(JSON.stringify({lost: assay.lostEvents}))
    await assay.close()`
  const {
    status,
    stdout,
    stderr: told,
  } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', stderr],
    encoding: 'utf8',
    cwd: ROOT,
  })
  return {status, told, lost: stdout === '' ? undefined : JSON.parse(stdout).lost}
}

it('a run log built by a path alone writes every event, also where two folders above it are missing', () => {
  using dir = tempDir()
  const path = join(dir.path, 'logs', 'nightly', 'events.ndjson')
  const {status, told, lost} = host(`new RunJsonLogSink({path: ${JSON.stringify(path)}, runId: 'mine'})`)
  assert.equal([status, lost, told], [0, 0, ''])
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n')
  const events = lines.map((line) => parse(providerEvent, JSON.parse(line)))
  assert.equal(
    events.map(({event_type, run_id, phase}) => [event_type, run_id, phase]),
    Array(3).fill(['provider_event', 'mine', 'success']),
  )
})

it('a recording built by a path alone is whole when it is closed, in folders it makes', () => {
  using dir = tempDir()
  const path = join(dir.path, 'logs', 'nightly', 'events.mcap')
  const {status, told, lost} = host(`new McapRecordingSink({path: ${JSON.stringify(path)}})`)
  assert.equal([status, lost, told], [0, 0, ''])
  const bytes = readFileSync(path)
  // The magic of the format stands at both ends of a whole file.
  const magic = Buffer.from([0x89, 0x4d, 0x43, 0x41, 0x50, 0x30, 0x0d, 0x0a])
  assert.ok(bytes.subarray(0, 8).equals(magic) && bytes.subarray(-8).equals(magic))
})

const FAILING: readonly (readonly [what: string, sink: string])[] = [
  ['a path that leads through a file', "new RunJsonLogSink({path: 'package.json/events.ndjson'})"],
  ['a recording through a file', "new McapRecordingSink({path: 'package.json/events.mcap'})"],
  ['a recording that is there already', "new McapRecordingSink({path: 'package.json'})"],
  ['a full disk', "new RunJsonLogSink({path: '/dev/full'})"],
  ['a handler that throws', "(() => { throw new Error('secret') })"],
  ['a handler that rejects', "(async () => { throw new Error('secret') })"],
  ['no object that makes sense', '({handle: 7})'],
]
for (const [what, sink] of rotated(FAILING, 2)) {
  it(`${what} costs its events and nothing else: they are counted, and it is said once`, () => {
    if (sink.includes('/dev/full') && !existsSync('/dev/full')) return
    const {status, told, lost} = host(sink)
    assert.is(status, 0, told ?? '')
    assert.ok(lost >= 3, String(lost))
    assert.is(told?.match(/ASSAY_EVENTS_LOST/g)?.length, 1, told ?? '')
    assert.not.match(told ?? '', 'secret')
  })
}

it('a log record an event that standard error cannot take ends nobody', () => {
  if (!existsSync('/dev/full')) return
  const {status, lost} = host('new JsonLoggerSink()', {stderr: openSync('/dev/full', 'w')})
  assert.is(status, 0)
  assert.ok(lost >= 3, String(lost))
})

it('a sink without what it cannot do without is refused when it is built', async () => {
  await throwsCode(() => new RunJsonLogSink({} as never), 'invalid_input')
  await throwsCode(() => new RunJsonLogSink(undefined as never), 'invalid_input')
  await throwsCode(() => new McapRecordingSink({path: ''}), 'invalid_input')
  await throwsCode(() => new ProviderMetricsExporterSink({exporter: {} as never}), 'invalid_input')
})

it('without a run id of its own a log keeps that of each event', async () => {
  using dir = tempDir()
  const path = join(dir.path, 'a', 'b', 'events.ndjson')
  writeFileSync(join(dir.path, 'a'), '')
  const blocked = new RunJsonLogSink({path})
  blocked.handle(eventOf({}))
  await blocked.close()
  assert.equal([blocked.lines, blocked.lost], [0, 1])
  const sink = new RunJsonLogSink({path: join(dir.path, 'c', 'd', 'events.ndjson')})
  sink.handle(eventOf({run_id: 'other'}))
  await sink.close()
  assert.is(JSON.parse(readFileSync(join(dir.path, 'c', 'd', 'events.ndjson'), 'utf8')).run_id, 'other')
})

it.run()
