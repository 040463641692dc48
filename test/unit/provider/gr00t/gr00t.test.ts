import * as assert from 'uvu/assert'
import type {ErrorCode} from '#error/codes'
import type {FaultName, FaultServer, FaultStep} from '#lab/fault/fault-step'
import {type FaultServerOptions, startFaultServer} from '#lab/fault/start-fault-server'
import {Tensor} from '#world/tensor/tensor'
import {fakeClock} from '../../../support/fakes/fake-clock.ts'
import {meetLimit} from '../../../support/fakes/meet-limit.ts'
import {gr00tEnv, OBSERVATION, policyRig, translator} from '../../../support/fakes/policy-rig.ts'
import {spec} from '../../../support/spec.ts'
import {throwsCode} from '../../../support/throws-code.ts'
import {openTurningPort} from '../../../support/turning-port.ts'

const it = spec('gr00t')
const CANARY = ['canary', 'hunter2', 'q9x7'].join('-')

const endpoints = (server: FaultServer) => server.requests().map(({path}) => path)

type Setup = Omit<Extract<FaultServerOptions, {transport: 'zmq'}>, 'transport'>

async function withServer(options: Partial<Setup>, body: (server: FaultServer) => Promise<void>): Promise<void> {
  const server = await startFaultServer({transport: 'zmq', service: 'gr00t', ...options})
  try {
    await body(server)
  } finally {
    await server.close()
  }
}

for (const dialect of ['npy', 'msgpack-numpy'] as const) {
  it(`asks a server of the dialect ${dialect} for actions and records the dialect`, () =>
    withServer({service: {dialect}}, async (server) => {
      const {assay, recorder} = policyRig(gr00tEnv(server, {GROOT_EMBODIMENT_TAG: 'new_embodiment'}))
      const result = await assay.policy({info: OBSERVATION}, 'gr00t', {translator})
      const arm = result.raw_actions['single_arm'] as Tensor
      assert.equal([arm.dtype, arm.shape], ['float32', [1, 16, 5]])
      assert.is(result.action_horizon, 16)
      assert.is(result.embodiment_tag, 'new_embodiment')
      assert.is(result.metadata['runtime_manifest_id'], `gr00t:${dialect}`)
      assert.is(result.metadata['evidence_class'], 'contract-fixture')
      const [event, ...more] = recorder.events
      assert.equal(more, [])
      assert.equal([event?.phase, event?.method, event?.target], ['success', 'ZMQ', server.url])
      await assay.close()
    }))
}

it('a server of another version behind the same address is asked anew how it reads arrays', () =>
  withServer({service: {dialect: 'npy'}}, (old) =>
    withServer({service: {dialect: 'msgpack-numpy'}}, async (next) => {
      await using port = await openTurningPort(old.url)
      const {assay} = policyRig(gr00tEnv(port))
      const met = async () => (await assay.policy({info: OBSERVATION}, 'gr00t', {translator})).metadata['dialect']
      assert.is(await met(), 'npy')
      port.turnTo(next.url)
      // The call that meets the cut may fail with it.
      await met().catch(() => {})
      assert.is(await met(), 'msgpack-numpy')
      await assay.close()
    }),
  ))

it('how a server reads arrays is asked once a connection, and what it lacks is no reason to give up', () =>
  withServer({script: [{match: {endpoint: 'get_modality_config'}, fault: 'in_band_error'}]}, async (server) => {
    const {assay} = policyRig(gr00tEnv(server))
    for (let call = 0; call < 3; call++) await assay.policy({info: OBSERVATION}, 'gr00t', {translator})
    assert.equal(endpoints(server), ['get_modality_config', 'get_action', 'get_action', 'get_action'])
    await assay.close()
  }))

it('gives equal actions for equal observations and others for others', () =>
  withServer({}, async (server) => {
    const {assay} = policyRig(gr00tEnv(server))
    const ask = async (info: typeof OBSERVATION) =>
      ((await assay.policy({info}, 'gr00t', {translator})).raw_actions['single_arm'] as Tensor).digest()
    const other = {...OBSERVATION, language: {'annotation.human.task_description': [['drop it']]}}
    assert.is(await ask(OBSERVATION), await ask(OBSERVATION))
    assert.is.not(await ask(OBSERVATION), await ask(other))
  }))

const OF_ACTIONS = {match: {endpoint: 'get_action'}}
const REPLIES: readonly (readonly [FaultName, ErrorCode])[] = [
  ['unauthorized', 'unauthorized'],
  ['wrong_dialect', 'contract_violation'],
  ['in_band_error', 'upstream_error'],
  ['empty_error', 'upstream_error'],
  ['error_body_200', 'upstream_error'],
  ['echo_secret', 'upstream_error'],
  ['not_json', 'contract_violation'],
  ['nil', 'contract_violation'],
  ['nan', 'contract_violation'],
  ['wrong_count', 'contract_violation'],
  ['wrong_shape', 'contract_violation'],
  ['object_dtype', 'contract_violation'],
  ['truncate_body', 'contract_violation'],
]

for (const [fault, code] of REPLIES) {
  it(`a reply with ${fault} is ${code}, told once, and the next call works`, () =>
    withServer(
      {service: {token: CANARY}, script: [{...OF_ACTIONS, fault, times: 1, options: {text: CANARY}}]},
      async (server) => {
        const {assay, recorder} = policyRig(gr00tEnv(server, {GROOT_POLICY_API_TOKEN: CANARY}))
        const call = () => assay.policy({info: OBSERVATION}, 'gr00t', {translator})
        const error = await throwsCode(call, code)
        assert.equal(
          recorder.events.map(({phase, metadata}) => [phase, metadata['code']]),
          [['failure', code]],
        )
        assert.not.match(JSON.stringify([recorder.events, error, String(error)]), CANARY)
        await call()
      },
    ))
}

it('of a traceback only the last line is told', () =>
  withServer({script: [{fault: 'in_band_error'}]}, async (server) => {
    const {assay} = policyRig(gr00tEnv(server))
    const error = await throwsCode(() => assay.policy({info: OBSERVATION}, 'gr00t', {translator}), 'upstream_error')
    assert.match(error.message, /ValueError: bad observation$/)
    assert.not.match(error.message, 'server.py')
  }))

const AT_CONNECT = {match: {endpoint: 'connect'}}
const PORTS: readonly (readonly [string, FaultStep, ErrorCode, string])[] = [
  ['where nobody listens', {fault: 'refuse'}, 'unreachable', 'down'],
  ['that resets', {...AT_CONNECT, fault: 'refuse'}, 'unreachable', 'down'],
  ['of a web server', {...AT_CONNECT, fault: 'wrong_service'}, 'wrong_service', 'wrong_service'],
  ['that stays silent', {...AT_CONNECT, fault: 'hang'}, 'timeout', 'timeout'],
  ['that greets by the byte', {...AT_CONNECT, fault: 'slow_drip'}, 'timeout', 'timeout'],
]

for (const [what, step, code, found] of PORTS) {
  it(`a port ${what} is ${code} to a call and ${found} to a probe`, () =>
    withServer({script: [step]}, async (server) => {
      const clock = fakeClock()
      const {assay, recorder} = policyRig(gr00tEnv(server, {GROOT_POLICY_TIMEOUT_MS: '300'}), {clock})
      const isSilent = code === 'timeout'
      const met = <T>(start: () => Promise<T>) => {
        const before = server.connections()
        const isDue = () => server.connections() > before
        return isSilent ? meetLimit(start, {clock, limitMs: 300, isDue}) : start()
      }
      const error = await throwsCode(() => met(() => assay.policy({info: OBSERVATION}, 'gr00t', {translator})), code)
      assert.is(/: somebody accepts .* no greeting of ZeroMQ came$/.test(error.message), isSilent, error.message)
      assert.is(recorder.events.length, 1)
      const health = await met(() => assay.health('gr00t', {timeoutMs: 300}))
      assert.equal([health.status, health.fault], ['unhealthy', found])
      assert.equal(server.requests(), [])
    }))
}

it('a reply after the deadline never meets the next call', () =>
  withServer({script: [{...OF_ACTIONS, fault: 'late_reply', times: 1, options: {delayMs: 1_000}}]}, async (server) => {
    const clock = fakeClock()
    const {assay} = policyRig(gr00tEnv(server), {clock, limits: {timeoutSeconds: 1}})
    const isDue = () => endpoints(server).includes('get_action')
    const ask = (text: string) =>
      assay.policy({info: {...OBSERVATION, language: {'annotation.human.task_description': [[text]]}}}, 'gr00t', {
        translator,
      })
    const first = () => meetLimit(() => ask('first'), {clock, limitMs: 1_000, isDue})
    const error = await throwsCode(first, 'timeout')
    assert.is('facts' in error && (error.facts as {remoteWork?: string}).remoteWork, 'may_continue')
    const [second, again] = [await ask('second'), await ask('second')]
    assert.equal(
      (second.raw_actions['single_arm'] as Tensor).summary(),
      (again.raw_actions['single_arm'] as Tensor).summary(),
    )
  }))

it('a reply that is too large is found out on a connection that was used before, too', () =>
  withServer({script: [{...OF_ACTIONS, fault: 'huge_reply', after: 1, times: 1}]}, async (server) => {
    const {assay} = policyRig(gr00tEnv(server))
    const ask = () => assay.policy({info: OBSERVATION}, 'gr00t', {translator})
    await ask()
    await throwsCode(ask, 'contract_violation')
    await ask()
    await assay.close()
  }))

it('a call that is cancelled ends at once', () =>
  withServer({script: [{...OF_ACTIONS, fault: 'hang'}]}, async (server) => {
    const {assay, recorder} = policyRig(gr00tEnv(server))
    const control = new AbortController()
    const call = assay.policy({info: OBSERVATION}, 'gr00t', {translator, signal: control.signal})
    call.catch(() => {})
    while (!endpoints(server).includes('get_action')) await new Promise((done) => setTimeout(done, 5))
    control.abort()
    await throwsCode(() => call, 'cancelled')
    assert.is(recorder.events[0]?.metadata['remote_work'], 'may_continue')
  }))

it('a server that dies while it works is found out before the deadline', async () => {
  const server = await startFaultServer({transport: 'zmq', service: 'gr00t', script: [{fault: 'hang'}]})
  const {assay} = policyRig(gr00tEnv(server))
  const call = assay.policy({info: OBSERVATION}, 'gr00t', {translator})
  call.catch(() => {})
  while (server.requests().length === 0) await new Promise((done) => setTimeout(done, 5))
  await server.close()
  await throwsCode(() => call, 'unreachable')
})

it('a probe climbs every level, says what it found and asks for no work', () =>
  withServer({service: {dialect: 'msgpack-numpy'}}, async (server) => {
    const {assay} = policyRig(gr00tEnv(server))
    const health = await assay.health('gr00t')
    assert.equal(
      health.layers.map(({level, ok}) => [level, ok]),
      [
        ['configured', true],
        ['reachable', true],
        ['protocol', true],
        ['serving', true],
      ],
    )
    assert.is(health.status, 'healthy')
    assert.is(health.detected?.dialect, 'msgpack-numpy')
    assert.match(health.detected?.metadata_digest ?? '', /^sha256:/)
    assert.equal(endpoints(server), ['ping', 'get_modality_config'])
  }))

const PROBES: readonly (readonly [FaultName, string])[] = [
  ['unauthorized', 'unauthorized'],
  ['old_dialect', 'incompatible'],
  ['hang', 'busy'],
]

for (const [fault, found] of PROBES) {
  it(`a probe of a server with ${fault} finds it ${found}`, () =>
    withServer({script: [{fault}]}, async (server) => {
      const clock = fakeClock()
      const {assay} = policyRig(gr00tEnv(server), {clock})
      const probe = () => assay.health('gr00t', {timeoutMs: 200})
      const isDue = () => server.requests().length > 0
      const health = await (fault === 'hang' ? meetLimit(probe, {clock, limitMs: 200, isDue}) : probe())
      assert.equal([health.level_reached, health.fault], ['protocol', found])
    }))
}

const WRONG: readonly (readonly [string, Record<string, unknown>])[] = [
  ['without a camera', {...OBSERVATION, video: {}}],
  ['with a camera more', {...OBSERVATION, video: {...OBSERVATION.video, wrist: OBSERVATION.video.front}}],
  ['with a modality more', {...OBSERVATION, audio: {}}],
  [
    'with two time steps',
    {...OBSERVATION, state: {single_arm: Tensor.from({dtype: 'float32', shape: [1, 2, 5], fill: 0})}},
  ],
]

for (const [what, info] of WRONG) {
  it(`in strict mode an observation ${what} is refused before it is sent`, () =>
    withServer({}, async (server) => {
      const {assay} = policyRig(gr00tEnv(server, {GROOT_STRICT: 'true'}))
      await throwsCode(() => assay.policy({info: info as never}, 'gr00t', {translator}), 'invalid_input')
      assert.equal(endpoints(server), ['get_modality_config'])
      await assay.policy({info: OBSERVATION}, 'gr00t', {translator})
      assert.equal(endpoints(server), ['get_modality_config', 'get_action'])
    }))
}

const NEVER: readonly (readonly [string, Record<string, unknown>])[] = [
  ['of another robot software', {'observation/image': OBSERVATION.video.front, prompt: 'pick'}],
  ['of nothing', {}],
  ['with an image of floats', {...OBSERVATION, video: {front: OBSERVATION.state.single_arm}}],
  ['with a state of bytes', {...OBSERVATION, state: {single_arm: OBSERVATION.video.front}}],
  ['with bare text', {...OBSERVATION, language: {'annotation.human.task_description': 'pick'}}],
]

for (const [what, info] of NEVER) {
  it(`an observation ${what} is no GR00T policy's, and nobody is connected to`, () =>
    withServer({}, async (server) => {
      const {assay, recorder} = policyRig(gr00tEnv(server))
      await throwsCode(() => assay.policy({info: info as never}, 'gr00t', {translator}), 'invalid_input')
      assert.equal([server.connections(), recorder.events], [0, []])
    }))
}

it('the flat names of the wrapper for simulations go out as they are', () =>
  withServer({}, async (server) => {
    const {assay} = policyRig(gr00tEnv(server))
    await assay.policy({info: {'video.front': OBSERVATION.video.front}}, 'gr00t', {translator})
    assert.equal(endpoints(server), ['get_modality_config', 'get_action'])
  }))

it('loopback needs to be allowed, and nothing is dialled before', async () => {
  const server = await startFaultServer({transport: 'zmq', service: 'gr00t'})
  const {assay} = policyRig(gr00tEnv(server, {ASSAY_ALLOW_LOOPBACK: '0'}))
  await throwsCode(() => assay.policy({info: OBSERVATION}, 'gr00t', {translator}), 'address_refused')
  assert.is(server.connections(), 0)
  await server.close()
})
it.run()
