import * as assert from 'uvu/assert'
import type {Load, Phase} from '#benchmark/clock/measure-operation'
import type {Block} from '#benchmark/model/block'
import {childSessions} from '#benchmark/session/open-child-session'
import {AssayError} from '#error/assay-error'
import {memoryTalk} from '../../support/fakes/memory-talk.ts'
import {spec} from '../../support/spec.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('child session')
const LOAD: Load = {iterations: 120, pacing: {mode: 'closed', concurrency: 1}, warmUp: 3}
const PREDICT = {provider: 'mock', operation: 'predict', how: 'library'} as const
const never = new AbortController().signal

function sessions(talk: ReturnType<typeof memoryTalk>) {
  return childSessions({
    startTalk: talk.startTalk,
    env: {},
    cwd: '/',
    setting: {policy: {}, cases: [{}], recordings: {}},
  })
}

function sink() {
  const blocks: {phase: Phase; block: Block; events: number}[] = []
  const onBlock = async (phase: Phase, block: Block, events: readonly unknown[]) =>
    void blocks.push({phase, block, events: events.length})
  return {blocks, sink: {onBlock, onTurn: () => undefined}}
}

it('measures in another process what would be measured here: calls, events and cost', async () => {
  const talk = memoryTalk((call) => ({ms: 2, retries: call === 10 ? 2 : 0}))
  const session = await sessions(talk)({provider: 'mock', repeat: 2}, never)
  const seen = sink()
  await session.prepare(PREDICT, never)
  const measured = await session.measure(PREDICT, LOAD, seen.sink, never)
  await session.close()
  const count = (phase: Phase) =>
    seen.blocks.filter((one) => one.phase === phase).reduce((sum, {block}) => sum + block.calls.length, 0)
  assert.equal([count('warmup'), count('measure')], [3, 120])
  assert.is(measured.measuredNs, 240e6)
  assert.is(
    seen.blocks.reduce((sum, {events}) => sum + events, 0),
    125,
  )
})

it('lets no call begin while a block is being written', async () => {
  const talk = memoryTalk()
  const session = await sessions(talk)({provider: 'mock', repeat: 1}, never)
  let [isWriting, blocks] = [false, 0]
  const onBlock = async () => {
    assert.not.ok(isWriting)
    blocks++
    isWriting = true
    await new Promise((done) => setTimeout(done, 5))
    isWriting = false
  }
  await session.prepare(PREDICT, never)
  await session.measure(PREDICT, LOAD, {onBlock, onTurn: () => undefined}, never)
  assert.is(talk.state.said.filter((kind) => kind === 'go-on').length, blocks)
})

it('ends at once where a block cannot be written, instead of holding a process that waits to go on', async () => {
  const talk = memoryTalk()
  const session = await sessions(talk)({provider: 'mock', repeat: 1}, never)
  const onBlock = () => Promise.reject(new AssayError('disk_full', 'no room'))
  await session.prepare(PREDICT, never)
  await throwsCode(() => session.measure(PREDICT, LOAD, {onBlock, onTurn: () => undefined}, never), 'disk_full')
  await session.close()
  assert.equal(talk.state.said.slice(-3), ['stop', 'go-on', 'close'])
})

it('starts a process a session', async () => {
  const talk = memoryTalk()
  const open = sessions(talk)
  for (const repeat of [1, 2, 3]) await (await open({provider: 'mock', repeat}, never)).close()
  assert.is(talk.state.started, 3)
})

it('says that a process was lost, and how, instead of waiting for ever', async () => {
  const talk = memoryTalk(() => ({}), 2)
  const session = await sessions(talk)({provider: 'mock', repeat: 1}, never)
  await session.prepare(PREDICT, never)
  const error = await throwsCode(() => session.measure(PREDICT, LOAD, sink().sink, never), 'internal')
  assert.match(error.message, 'the process of mock ended by SIGKILL while it measured')
  assert.equal(await session.close(), [])
})

it('hands an interrupt on and keeps what was finished', async () => {
  const stop = new AbortController()
  const talk = memoryTalk()
  const session = await sessions(talk)({provider: 'mock', repeat: 1}, stop.signal)
  const seen = sink()
  const onBlock = async (...block: Parameters<typeof seen.sink.onBlock>) => {
    await seen.sink.onBlock(...block)
    if (seen.blocks.length === 2) stop.abort('SIGINT')
  }
  await session.prepare(PREDICT, never)
  await session.measure(PREDICT, LOAD, {onBlock, onTurn: () => undefined}, stop.signal)
  assert.ok(talk.state.said.includes('stop'))
  assert.ok(seen.blocks.length < 4, `${seen.blocks.length} blocks`)
})

it('passes the error of a session on with its code', async () => {
  const {startTalk} = memoryTalk()
  const broken = childSessions({
    startTalk: async (request) => {
      const talk = await startTalk(request)
      return {...talk, hear: async () => ({kind: 'failed', code: 'config_invalid', message: 'no such model'})}
    },
    env: {},
    cwd: '/',
    setting: {policy: {}, cases: [{}], recordings: {}},
  })
  const error = await throwsCode(() => broken({provider: 'mock', repeat: 1}, never), 'config_invalid')
  assert.ok(error instanceof AssayError)
})

it.run()
