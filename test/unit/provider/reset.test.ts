import * as assert from 'uvu/assert'
import {InMemoryRecorderSink} from '#event/in-memory-recorder-sink'
import {startFaultServer} from '#lab/fault/start-fault-server'
import {Assay} from '#provider/assay'
import {gr00tEnv} from '../../support/fakes/policy-rig.ts'
import {spec} from '../../support/spec.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('reset')

it('a policy server is told that an episode begins, in one attempt with one event', async () => {
  const server = await startFaultServer({transport: 'zmq', service: 'gr00t'})
  const recorder = new InMemoryRecorderSink()
  const assay = new Assay({env: gr00tEnv(server), eventHandler: recorder})
  await assay.reset('gr00t', {seed: 7})
  const [event, ...more] = recorder.events
  assert.equal([event?.operation, event?.phase, event?.capability, event?.method], ['reset', 'success', null, 'ZMQ'])
  assert.is(more.length, 0)
  assert.ok(JSON.stringify(server.requests()).includes('reset'))
  await throwsCode(() => assay.reset('gr00t', {seed: 1.5}), 'invalid_input')
  await throwsCode(() => assay.reset('nobody'), 'unknown_provider')
  await assay.close()
  await server.close()
})

it('so is a host over external process protocol 1; a provider that remembers nothing is told nothing', async () => {
  const server = await startFaultServer({transport: 'http', service: 'bridge'})
  const recorder = new InMemoryRecorderSink()
  const env = {LEWORLDMODEL_POLICY: 'p', ASSAY_BRIDGE_URL: server.url, ASSAY_ALLOW_LOOPBACK: '1'}
  const assay = new Assay({env, eventHandler: recorder})
  await assay.reset('leworldmodel', {seed: 3})
  assert.is(recorder.events.at(-1)?.operation, 'reset')
  assert.ok(JSON.stringify(server.requests()).includes('/v1/reset'))
  recorder.clear()
  await assay.reset('mock')
  assert.equal(recorder.events, [])
  await assay.close()
  await server.close()
})
it.run()
