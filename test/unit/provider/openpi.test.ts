import {setTimeout as sleep} from 'node:timers/promises'
import * as assert from 'uvu/assert'
import type {ErrorCode} from '#error/codes'
import type {FaultName, FaultServer, FaultStep} from '#lab/fault/fault-step'
import {type FaultServerOptions, startFaultServer} from '#lab/fault/start-fault-server'
import {decodeAnswer, decodeGreeting} from '#provider/adapter/openpi/openpi-message'
import type {Frame} from '#provider/transport/ws-line'
import {packMsgpack} from '#provider/wire/msgpack'
import {writeArrays} from '#provider/wire/wire-value'
import {Tensor} from '#world/tensor/tensor'
import {type FakeClock, fakeClock} from '../../support/fakes/fake-clock.ts'
import {meetLimit} from '../../support/fakes/meet-limit.ts'
import {policyRig, translator} from '../../support/fakes/policy-rig.ts'
import {spec} from '../../support/spec.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('openpi')
const CANARY = ['canary', 'hunter2', 'q9x7'].join('-')
const INFO = {
  'observation/image': Tensor.from({dtype: 'uint8', shape: [4, 4, 3], seed: 1}),
  'observation/state': Tensor.from({dtype: 'float32', shape: [7], seed: 2}),
  prompt: 'pick the cube',
}

const endpoints = (server: FaultServer) => server.requests().map(({path}) => path)

type Setup = Omit<Extract<FaultServerOptions, {transport: 'ws'}>, 'transport'>

async function withServer(options: Partial<Setup>, body: (server: FaultServer) => Promise<void>): Promise<void> {
  const server = await startFaultServer({transport: 'ws', service: 'openpi', ...options})
  try {
    await body(server)
  } finally {
    await server.close()
  }
}

const LIMIT_MS = 5_000

function openpiRig(url: string, more: Record<string, string> = {}) {
  const env = {OPENPI_BASE_URL: url, ASSAY_ALLOW_LOOPBACK: '1', ...more}
  const clock = fakeClock()
  const {assay, recorder} = policyRig(env, {limits: {timeoutSeconds: LIMIT_MS / 1000}, clock})
  const ask = (prompt = 'pick the cube') => assay.policy({info: {...INFO, prompt}}, 'openpi', {translator})
  return {assay, recorder, clock, ask}
}

/** The limit of the call passes once the server was asked for this. */
function pastLimit<T>(start: () => Promise<T>, clock: FakeClock, server: FaultServer, endpoint: string): Promise<T> {
  const asked = () => endpoints(server).filter((path) => path === endpoint).length
  const before = asked()
  return meetLimit(start, {clock, limitMs: LIMIT_MS, isDue: () => asked() > before})
}

it('asks for actions over one connection and records what the server is', () =>
  withServer({service: {key: CANARY}}, async (server) => {
    const {assay, recorder, ask} = openpiRig(server.url, {OPENPI_API_KEY: CANARY})
    const [one, same, other] = [await ask(), await ask(), await ask('drop it')]
    const digestOf = (result: typeof one) => (result.raw_actions['actions'] as Tensor).digest()
    assert.equal((one.raw_actions['actions'] as Tensor).shape, [16, 5])
    assert.is(one.action_horizon, 16)
    assert.is(digestOf(one), digestOf(same))
    assert.is.not(digestOf(one), digestOf(other))
    assert.equal(
      [one.metadata['evidence_class'], one.metadata['runtime_manifest_id'], one.metadata['server_infer_ms']],
      ['contract-fixture', 'openpi:openpi', 1.5],
    )
    assert.match(String(one.metadata['metadata_digest']), /^sha256:/)
    assert.equal(endpoints(server), ['upgrade', 'metadata', 'infer', 'infer', 'infer'])
    assert.equal(
      recorder.events.map(({phase, method, target}) => [phase, method, target]),
      new Array(3).fill(['success', 'WS', `${server.url}/`]),
    )
    assert.not.match(JSON.stringify(recorder.events), CANARY)
    await assay.close()
  }))

it('calls made at once go one after the other', () =>
  withServer({}, async (server) => {
    const {assay, ask} = openpiRig(server.url)
    const prompts = ['a', 'b', 'c', 'd']
    const together = await Promise.all(prompts.map(ask))
    for (const [at, prompt] of prompts.entries()) {
      const alone = await ask(prompt)
      assert.equal(
        (alone.raw_actions['actions'] as Tensor).summary(),
        (together[at]!.raw_actions['actions'] as Tensor).summary(),
      )
    }
    assert.is(endpoints(server).filter((path) => path === 'upgrade').length, 1)
    await assay.close()
  }))

const FRAMES: readonly (readonly [FaultName, ErrorCode])[] = [
  ['traceback_frame', 'upstream_error'],
  ['echo_secret', 'upstream_error'],
  ['not_json', 'contract_violation'],
  ['nan', 'contract_violation'],
  ['wrong_count', 'contract_violation'],
  ['wrong_shape', 'contract_violation'],
  ['wrong_dialect', 'contract_violation'],
  ['object_dtype', 'contract_violation'],
  ['truncate_body', 'contract_violation'],
  ['huge_reply', 'contract_violation'],
  ['refuse', 'unreachable'],
  ['reset_mid_body', 'unreachable'],
]

for (const [fault, code] of FRAMES) {
  it(`an answer with ${fault} is ${code}, told once, and the next call works over a new connection`, () =>
    withServer(
      {service: {key: CANARY}, script: [{match: {endpoint: 'infer'}, fault, times: 1, options: {text: CANARY}}]},
      async (server) => {
        const {assay, recorder, ask} = openpiRig(server.url, {OPENPI_API_KEY: CANARY})
        const error = await throwsCode(ask, code)
        assert.equal(
          recorder.events.map(({phase, metadata}) => [phase, metadata['code']]),
          [['failure', code]],
        )
        assert.not.match(JSON.stringify([recorder.events, error, String(error)]), CANARY)
        assert.not.match(error.message, 'server.py')
        await ask()
        assert.is(endpoints(server).filter((path) => path === 'upgrade').length, 2)
        await assay.close()
      },
    ))
}

// A late one must not come before the limit does, however busy the machine is.
for (const [fault, delayMs] of [
  ['late_reply', 1_000],
  ['double_reply', 80],
] as const) {
  it(`${fault}: no reply is taken for the answer to another call`, () =>
    withServer({script: [{match: {endpoint: 'infer'}, fault, times: 1, options: {delayMs}}]}, async (server) => {
      const {assay, clock, ask} = openpiRig(server.url)
      const first = () => ask('first')
      if (fault === 'late_reply') await throwsCode(() => pastLimit(first, clock, server, 'infer'), 'timeout')
      else await first()
      // The second reply is on its way.
      await sleep(delayMs / 2)
      const after = await ask('second')
      const again = await ask('second')
      assert.equal(
        (after.raw_actions['actions'] as Tensor).summary(),
        (again.raw_actions['actions'] as Tensor).summary(),
      )
      await assay.close()
    }))
}

it('a call that ends while it waits for its turn leaves the one before it alone', () =>
  withServer(
    {script: [{match: {endpoint: 'infer'}, fault: 'late_reply', times: 1, options: {delayMs: 400}}]},
    async (server) => {
      const {assay, ask} = openpiRig(server.url)
      const first = ask('first')
      const control = new AbortController()
      const second = assay.policy({info: INFO}, 'openpi', {translator, signal: control.signal})
      while (!endpoints(server).includes('infer')) await sleep(2)
      control.abort()
      await throwsCode(() => second, 'cancelled')
      await first
      await ask('third')
      assert.is(endpoints(server).filter((path) => path === 'upgrade').length, 1)
      await assay.close()
    },
  ))

const UPGRADES: readonly (readonly [FaultName, ErrorCode, string])[] = [
  ['unauthorized', 'unauthorized', 'unauthorized'],
  ['busy', 'busy', 'busy'],
  ['wrong_service', 'wrong_service', 'wrong_service'],
  ['hang', 'timeout', 'busy'],
]

for (const [fault, code, found] of UPGRADES) {
  it(`an upgrade that meets ${fault} is ${code} to a call and ${found} to a probe`, () =>
    withServer({script: [{match: {endpoint: 'upgrade'}, fault}]}, async (server) => {
      const {assay, clock, ask} = openpiRig(server.url)
      const met = <T>(start: () => Promise<T>) =>
        fault === 'hang' ? pastLimit(start, clock, server, 'upgrade') : start()
      await throwsCode(() => met(ask), code)
      const health = await met(() => assay.health('openpi', {timeoutMs: LIMIT_MS}))
      assert.equal([health.level_reached, health.fault], ['protocol', found])
      await assay.close()
    }))
}

const AT_CONNECT = {match: {endpoint: 'connect'}}
const PORTS: readonly (readonly [string, FaultStep, ErrorCode, string])[] = [
  ['where nobody listens', {fault: 'refuse'}, 'unreachable', 'down'],
  ['that resets', {...AT_CONNECT, fault: 'refuse'}, 'unreachable', 'down'],
  ['of a web server', {...AT_CONNECT, fault: 'wrong_service'}, 'wrong_service', 'wrong_service'],
]

for (const [what, step, code, found] of PORTS) {
  it(`a port ${what} is ${code} to a call`, () =>
    withServer({script: [step]}, async (server) => {
      const {assay, ask} = openpiRig(server.url)
      await throwsCode(ask, code)
      if (found !== '') assert.is((await assay.health('openpi')).fault, found)
      await assay.close()
    }))
}

it('metadata that is a traceback is an upstream error', () =>
  withServer({script: [{match: {endpoint: 'metadata'}, fault: 'traceback_frame'}]}, async (server) => {
    const {assay, ask} = openpiRig(server.url)
    await throwsCode(ask, 'upstream_error')
    await assay.close()
  }))

const GREETINGS: readonly (readonly [string, Frame])[] = [
  ['JSON as text', {text: '{"type":"welcome","session":1}'}],
  ['JSON as bytes', {bytes: Buffer.from('{"type":"welcome"}')}],
  ['a list', {bytes: packMsgpack([1, 2])}],
]

for (const [what, frame] of GREETINGS) {
  it(`a server that greets with ${what} is another service`, async () => {
    const error = await throwsCode(async () => decodeGreeting(frame), 'wrong_service')
    assert.match(error.message, 'does not greet as openpi does')
  })
}

it('a probe climbs every level and asks for no work', () =>
  withServer({}, async (server) => {
    const {assay} = openpiRig(server.url)
    const health = await assay.health('openpi')
    assert.equal([health.status, health.level_reached], ['healthy', 'serving'])
    assert.equal(endpoints(server), ['healthz', 'upgrade', 'metadata'])
    await assay.close()
  }))

it('a page that says anything but OK is another service', () =>
  withServer({script: [{match: {endpoint: 'healthz'}, fault: 'wrong_service'}]}, async (server) => {
    const {assay} = openpiRig(server.url)
    const health = await assay.health('openpi')
    assert.equal([health.level_reached, health.fault], ['reachable', 'wrong_service'])
    await assay.close()
  }))

it('loopback needs to be allowed, and a key goes to no strange host in plain text', async () => {
  const server = await startFaultServer({transport: 'ws', service: 'openpi'})
  const {ask} = openpiRig(server.url, {ASSAY_ALLOW_LOOPBACK: '0'})
  await throwsCode(ask, 'address_refused')
  assert.is(server.connections(), 0)
  await server.close()
  const strange = openpiRig('ws://93.184.216.34:8000', {OPENPI_API_KEY: CANARY})
  await throwsCode(strange.ask, 'cleartext_credentials')
})

it('what a policy tells beside its actions may be anything, bytes too', () => {
  const actions = Tensor.of('float32', [1, 2], [1, 2])
  const reply = {actions: writeArrays(actions, 'openpi'), token: Buffer.from('opaque'), noise: Number.NaN}
  assert.is(decodeAnswer({bytes: packMsgpack(reply)}).actions.digest(), actions.digest())
})
it.run()
