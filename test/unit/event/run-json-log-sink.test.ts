import {existsSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {providerEvent} from '#contract/generated/provider-event'
import {parse} from '#contract/parse'
import {RunJsonLogSink} from '#event/run-json-log-sink'
import type {Files, WritableFile} from '#path/files'
import {nodeDirectories, nodeWriter} from '#path/node-writer'
import {Redactor} from '#redact/redactor'
import {eventOf} from '../../support/fakes/events.ts'
import {spec} from '../../support/spec.ts'
import {tempDir} from '../../support/temp-dir.ts'

const it = spec('run log')
const RUN = '20261121T074233417Z-k3q7xz'
const real = {files: {writer: nodeWriter, directories: nodeDirectories}, redactor: new Redactor()}

/** A file that fails where told to and keeps what it took; `ends` fails at every sync and at closing. */
function fakeFiles(failsAt: (write: number) => boolean, ends: () => void = () => undefined) {
  const state = {text: '', writes: 0, syncs: 0}
  const file: WritableFile = {
    write: async (content) => {
      state.writes++
      if (failsAt(state.writes)) {
        state.text += String(content).slice(0, 5)
        throw new Error('disk full')
      }
      state.text += String(content)
    },
    sync: async () => {
      state.syncs++
      ends()
    },
    close: async () => ends(),
  }
  const files = {
    writer: {...nodeWriter, open: async () => file},
    directories: {...nodeDirectories, make: async () => 'exists'},
  } satisfies Pick<Files, 'writer' | 'directories'>
  return {state, files}
}

it('writes one valid object a line into a directory it makes, under its own run id', async () => {
  using dir = tempDir()
  const path = join(dir.path, 'logs', 'events.ndjson')
  const sink = new RunJsonLogSink({path, runId: RUN, extraFields: {host_role: 'ci', provider: 'not this'}}, real)
  for (let sequence = 1; sequence <= 20; sequence++) sink.handle(eventOf({sequence, run_id: 'another'}))
  await sink.close()
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n')
  assert.is(lines.length, 20)
  assert.is(sink.lines, 20)
  for (const [index, line] of lines.entries()) {
    const event = parse(providerEvent, JSON.parse(line))
    assert.is(event.sequence, index + 1)
    assert.is(event.run_id, RUN)
    assert.is(event.provider, 'mock')
    assert.is(event.event_type, 'provider_event')
    assert.is(Reflect.get(event, 'host_role'), 'ci')
  }
})

it('creates no file for a run without events', async () => {
  using dir = tempDir()
  const path = join(dir.path, 'logs', 'events.ndjson')
  await new RunJsonLogSink({path, runId: RUN}, real).close()
  assert.not.ok(existsSync(path))
})

it('syncs terminal events only, and those that arrive together once', async () => {
  const {state, files} = fakeFiles(() => false)
  const sink = new RunJsonLogSink({path: 'logs/events.ndjson', runId: RUN}, {...real, files})
  sink.handle(eventOf({phase: 'retry'}))
  await sink.flush()
  assert.is(state.syncs, 0)
  for (let count = 0; count < 50; count++) sink.handle(eventOf({}))
  await sink.flush()
  assert.is(state.syncs, 1)
  assert.is(sink.lines, 51)
})

it('counts what a full disk lost and starts the next event on a line of its own', async () => {
  const {state, files} = fakeFiles((write) => write === 2)
  const sink = new RunJsonLogSink({path: 'logs/events.ndjson', runId: RUN}, {...real, files})
  for (let sequence = 1; sequence <= 3; sequence++) {
    sink.handle(eventOf({sequence}))
    await sink.flush()
  }
  assert.is(sink.lost, 1)
  assert.is(sink.lines, 2)
  const readable = state.text.split('\n').filter((line) => line.endsWith('}'))
  assert.equal(
    readable.map((line) => JSON.parse(line).sequence),
    [1, 3],
  )
})

it('events that wait together share a write, and are lost together', async () => {
  const {files, state} = fakeFiles((write) => write === 2)
  const sink = new RunJsonLogSink({path: 'logs/events.ndjson', runId: RUN}, {...real, files})
  for (let sequence = 1; sequence <= 100; sequence++) sink.handle(eventOf({sequence}))
  await sink.flush()
  assert.equal([sink.lines, sink.lost], [64, 36])
  assert.is(state.text.split('\n').filter((line) => line.endsWith('}')).length >= 64, true)
})

it('drops and counts beyond ten thousand waiting events', async () => {
  const {files} = fakeFiles(() => false)
  const sink = new RunJsonLogSink({path: 'logs/events.ndjson', runId: RUN}, {...real, files})
  for (let sequence = 1; sequence <= 10_002; sequence++) sink.handle(eventOf({sequence, phase: 'retry'}))
  assert.is(sink.lost, 2)
  await sink.flush()
  assert.is(sink.lines, 10_000)
})

it('a disk that refuses at the end costs events and throws nothing', async () => {
  const {files} = fakeFiles(
    () => false,
    () => {
      throw new Error('disk full')
    },
  )
  const sink = new RunJsonLogSink({path: 'logs/events.ndjson', runId: RUN}, {...real, files})
  sink.handle(eventOf({}))
  await sink.flush()
  assert.equal([sink.lines, sink.lost], [1, 1])
  await sink.close()
  assert.equal([sink.lines, sink.lost], [1, 2])
})

it('an event that comes after closing is written behind the others', async () => {
  using dir = tempDir()
  const path = join(dir.path, 'events.ndjson')
  const sink = new RunJsonLogSink({path}, real)
  for (const sequence of [1, 2]) {
    sink.handle(eventOf({sequence}))
    await sink.close()
  }
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n')
  assert.equal(
    lines.map((line) => JSON.parse(line).sequence),
    [1, 2],
  )
})

it.run()
