import * as assert from 'uvu/assert'
import {codeOf} from '#error/assay-error'
import {InMemoryRecorderSink} from '#event/in-memory-recorder-sink'
import type {FaultName, FaultStep} from '#lab/fault/fault-step'
import {FAULTS, type FaultService} from '#lab/fault/fault-table'
import {startFaultServer} from '#lab/fault/start-fault-server'
import {Assay} from '#provider/assay'
import {policyOf} from '#provider/model/request-policy'
import {Redactor} from '#redact/redactor'
import {rotated} from '../../support/depth.ts'
import {fakeClock} from '../../support/fakes/fake-clock.ts'
import {SERVICES} from '../../support/fakes/fault-rigs.ts'
import {meetLimit} from '../../support/fakes/meet-limit.ts'
import {spec} from '../../support/spec.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('fault table')
const SECRET = ['canary', 'hunter2', 'q9x7w3'].join('-')
/** A limit that faults of time run into, and how long after its request a late reply is. */
const LIMITED = policyOf({health: [1, 1], request: [1, 1], polling: [1, 1], download: [1, 1]})
const LIMIT_MS = 1_000
/** In real time: long after the limit, which is met by the clock of the test, however busy the machine is. */
const LATE_MS = 30_000
const OF_TIME: ReadonlySet<FaultName> = new Set(['slow_drip', 'hang', 'hang_after_headers', 'late_reply'])

const OVER_HTTP = {
  slow_drip: 'timeout',
  hang: 'timeout',
  hang_after_headers: 'timeout',
  refuse: 'unreachable',
  reset_mid_body: 'unreachable',
  truncate_body: 'contract_violation',
  status: 'upstream_error',
  rate_limit: 'rate_limited',
  unavailable_then_ok: 'busy',
  unauthorized: 'unauthorized',
  wrong_service: 'wrong_service',
  not_http: 'wrong_service',
  busy: 'busy',
  not_json: 'contract_violation',
  nan: 'contract_violation',
  huge_reply: 'contract_violation',
  bomb: 'contract_violation',
  redirect: 'address_refused',
  late_reply: 'timeout',
  echo_secret: 'upstream_error',
}
const ARRAYS = {
  wrong_count: 'contract_violation',
  wrong_shape: 'contract_violation',
  object_dtype: 'contract_violation',
}
const OVER_A_WIRE = {
  ...ARRAYS,
  slow_drip: 'timeout',
  hang: 'timeout',
  refuse: 'unreachable',
  reset_mid_body: 'unreachable',
  truncate_body: 'contract_violation',
  unauthorized: 'unauthorized',
  wrong_service: 'wrong_service',
  wrong_dialect: 'contract_violation',
  busy: 'busy',
  not_json: 'contract_violation',
  nan: 'contract_violation',
  huge_reply: 'contract_violation',
  late_reply: 'timeout',
  echo_secret: 'upstream_error',
}

/** How a call ends that meets the fault: a code, or what a good end was remarked on. */
const ENDS: {readonly [Service in FaultService]: Record<(typeof FAULTS)[Service][number], string>} = {
  cosmos: {...OVER_HTTP, in_band_error: 'task_failed', empty_error: 'upstream_error'},
  'cosmos-policy': {...OVER_HTTP, ...ARRAYS, error_body_200: 'upstream_error'},
  runway: {
    ...OVER_HTTP,
    huge_reply: 'artifact_refused',
    wrong_media_type: 'artifact_refused',
    expired_artifact: 'artifact_expired',
    private_artifact_url: 'address_refused',
    task_stuck: 'budget_exceeded, remote work cancelled',
    task_failed: 'task_failed',
    cost_overrun: 'budget_exceeded, remote work cancelled',
    delete_fails: 'budget_exceeded, remote work cancel_failed',
  },
  'bridge over http': {
    ...OVER_HTTP,
    ...ARRAYS,
    in_band_error: 'upstream_error',
    empty_error: 'upstream_error',
    wrong_dialect: 'contract_violation',
    lying_best_index: 'best_index_mismatch',
  },
  gr00t: {
    ...OVER_A_WIRE,
    busy: 'timeout',
    old_dialect: 'incompatible',
    in_band_error: 'upstream_error',
    empty_error: 'upstream_error',
    error_body_200: 'upstream_error',
    nil: 'contract_violation',
  },
  openpi: {
    ...OVER_A_WIRE,
    hang_after_headers: 'timeout',
    unavailable_then_ok: 'busy',
    traceback_frame: 'upstream_error',
    double_reply: 'good',
  },
  'bridge over stdio': {
    ...OVER_A_WIRE,
    wrong_service: 'contract_violation',
    rate_limit: 'rate_limited',
    unavailable_then_ok: 'busy',
    in_band_error: 'upstream_error',
    empty_error: 'upstream_error',
    lying_best_index: 'best_index_mismatch',
    double_reply: 'good',
  },
}

const TASK = {path: '/v1/tasks/', method: 'GET'}
/** Where a fault is met, when it is not the main call of its service. */
const ELSEWHERE: Partial<Record<string, Partial<FaultStep>>> = {
  'runway huge_reply': {match: {path: '/artifact/'}},
  'runway wrong_media_type': {match: {path: '/artifact/'}},
  'runway expired_artifact': {match: {path: '/artifact/'}, times: 2},
  'runway private_artifact_url': {match: TASK, after: 1},
  'runway task_stuck': {match: TASK, times: 1_000},
  'runway task_failed': {match: TASK},
  'runway delete_fails': {match: {method: 'DELETE'}},
  'openpi unauthorized': {match: {endpoint: 'upgrade'}},
  'openpi busy': {match: {endpoint: 'upgrade'}},
  'openpi unavailable_then_ok': {match: {endpoint: 'upgrade'}},
  'openpi wrong_service': {match: {endpoint: 'upgrade'}},
}
const STUCK: FaultStep = {match: TASK, fault: 'task_stuck', times: 1_000}

const isOfTime = (service: FaultService, fault: FaultName) =>
  OF_TIME.has(fault) || (service === 'gr00t' && fault === 'busy')
const services = Object.keys(FAULTS) as FaultService[]

it('it says of every fault of every service how a call ends', () => {
  for (const service of services) assert.equal(Object.keys(ENDS[service]).sort(), [...FAULTS[service]].sort(), service)
})

const BY_FAULT = Map.groupBy(
  services.flatMap((service) => FAULTS[service].map((fault) => ({service, fault}))),
  ({fault}) => fault,
)
/** Every fault, by one in two of the services that have it: they have their transports in common. */
const MET = [...BY_FAULT.values()]
  .flatMap((rows, at) => (rows.length === 1 ? rows : rotated(at % 2 === 0 ? rows : rows.toReversed(), 2)))
  .filter(({service, fault}) => !isOfTime(service, fault))

for (const service of services) {
  it(`faults of ${service} end a call as they should, in one event without a secret, and the next call is good`, async () => {
    const faults = MET.flatMap((one) => (one.service === service ? [one.fault] : []))
    assert.ok(faults.length > 0)
    const ends = await Promise.all(faults.map(async (fault) => [fault, await endOf(service, fault)]))
    const due: Readonly<Record<string, string | undefined>> = ENDS[service]
    assert.equal(
      ends,
      faults.map((fault) => [fault, due[fault]]),
    )
  })
}

it('so does every fault of time, at the limit', async () => {
  const rows = services.flatMap((service) =>
    FAULTS[service].filter((fault) => isOfTime(service, fault)).map((fault) => ({service, fault})),
  )
  const ends = await Promise.all(rows.map(async ({service, fault}) => [service, fault, await endOf(service, fault)]))
  assert.ok(rows.length > 20, String(rows.length))
  assert.equal(
    ends,
    rows.map(({service, fault}) => [service, fault, 'timeout']),
  )
})

/** One good call where it costs nothing, the fault, and a good call again. */
async function endOf(service: FaultService, fault: FaultName): Promise<string> {
  const rig = SERVICES[service]
  const isSlow = isOfTime(service, fault)
  const step: FaultStep = {
    match: rig.place,
    times: 1,
    after: isSlow ? 1 : 0,
    ...ELSEWHERE[`${service} ${fault}`],
    fault,
    options: {text: SECRET, delayMs: LATE_MS},
  }
  const server = await rig.start(fault === 'delete_fails' ? [step, STUCK] : [step])
  const recorder = new InMemoryRecorderSink()
  const redactor = new Redactor()
  redactor.register(SECRET)
  const isStuck = fault === 'task_stuck' || fault === 'delete_fails'
  const clock = fakeClock()
  const assay = new Assay({
    env: rig.env(server, SECRET),
    redactor,
    eventHandler: recorder,
    clock,
    waitOut: () => Promise.resolve(),
    limits: isStuck ? {maxElapsedSeconds: 2} : {},
  })
  try {
    // What is only done once, connecting and greeting, must not run into the limit.
    if (isSlow) await rig.call(assay, {})
    recorder.clear()
    const seen = server.requests().length
    const isDue = () => server.requests().length > seen
    const call = () =>
      isSlow
        ? meetLimit(() => rig.call(assay, {requestPolicy: LIMITED}), {clock, limitMs: LIMIT_MS, isDue})
        : rig.call(assay, {})
    const told = await call().then(
      () => '',
      (error: unknown) => `${codeOf(error)} ${JSON.stringify(error)} ${String(error)}`,
    )
    const ends = recorder.events.filter(({phase}) => phase !== 'retry')
    assert.is(ends.length, 1, `${service} ${fault}: ${ends.length} ends`)
    assert.not.ok(`${told}${JSON.stringify(recorder.events)}`.includes(SECRET), `${service} ${fault} leaks`)
    const {code, findings, remote_work: work} = ends[0]!.metadata
    if (told !== '') assert.is(told.split(' ')[0], code, `${service} ${fault}`)
    if (!isStuck) await rig.call(assay, {})
    const isCancel = code === 'budget_exceeded' && work !== undefined
    return isCancel ? `${code}, remote work ${work}` : String(code ?? findings ?? 'good')
  } finally {
    await assay.close()
    await server.close()
  }
}

const PROBES: readonly (readonly [FaultService, FaultName, string])[] = [
  ['cosmos', 'unauthorized', 'unauthorized'],
  ['cosmos', 'wrong_service', 'wrong_service'],
  ['cosmos', 'busy', 'busy'],
  ['runway', 'unauthorized', 'unauthorized'],
  ['bridge over http', 'unauthorized', 'unauthorized'],
  ['bridge over http', 'wrong_dialect', 'incompatible'],
  ['gr00t', 'unauthorized', 'unauthorized'],
  ['gr00t', 'wrong_service', 'wrong_service'],
  ['gr00t', 'old_dialect', 'incompatible'],
  ['gr00t', 'busy', 'busy'],
  ['openpi', 'unauthorized', 'unauthorized'],
  ['openpi', 'wrong_service', 'wrong_service'],
  ['openpi', 'busy', 'busy'],
  ['bridge over stdio', 'unauthorized', 'unauthorized'],
  ['bridge over stdio', 'wrong_dialect', 'incompatible'],
  ['bridge over stdio', 'busy', 'busy'],
]

it('a probe names the class of every fault that has one', async () => {
  const found = await Promise.all(
    PROBES.map(async ([service, fault]) => {
      const rig = SERVICES[service]
      const server = await rig.start([{fault}])
      const clock = fakeClock()
      const assay = new Assay({env: rig.env(server, SECRET), clock, waitOut: () => Promise.resolve()})
      const probe = () => assay.health(rig.provider, {timeoutMs: LIMIT_MS})
      const isDue = () => server.requests().length > 0
      const isSilent = isOfTime(service, fault)
      const health = await (isSilent ? meetLimit(probe, {clock, limitMs: LIMIT_MS, isDue}) : probe())
      await assay.close()
      await server.close()
      return [service, fault, health.fault]
    }),
  )
  assert.equal(found, PROBES)
})

it('equal seeds answer equally and others otherwise; requests are told as they came', async () => {
  const rig = SERVICES.gr00t
  const answers = await Promise.all(
    [1, 1, 2].map(async (seed) => {
      const server = await startFaultServer({transport: 'zmq', service: 'gr00t', seed})
      const assay = new Assay({env: rig.env(server, SECRET)})
      const {raw_actions} = (await rig.call(assay, {})) as unknown as {raw_actions: Record<string, {digest(): string}>}
      await assay.close()
      await server.close()
      const asked = (path: string) => ({method: 'ZMQ', path, headers: {}, body: ''})
      assert.equal(server.requests(), ['get_modality_config', 'get_action'].map(asked))
      return raw_actions['single_arm']?.digest()
    }),
  )
  assert.is(answers[0], answers[1])
  assert.is.not(answers[0], answers[2])
})

it('a script that could never be played is refused', async () => {
  const scripts: readonly (readonly [FaultService, FaultStep])[] = [
    ['cosmos', {fault: 'task_stuck'}],
    ['gr00t', {fault: 'redirect'}],
    ['gr00t', {match: {path: '/v1'}, fault: 'nan'}],
    ['gr00t', {match: {endpoint: 'get_actions'}, fault: 'nan'}],
    ['openpi', {match: {endpoint: 'infer'}, fault: 'unauthorized'}],
    ['bridge over stdio', {match: {endpoint: 'score'}, fault: 'nan'}],
    ['runway', {fault: 'hang', times: 1.5}],
    ['runway', {fault: 'hang', after: -1}],
  ]
  for (const [service, step] of scripts) await throwsCode(() => SERVICES[service].start([step]), 'invalid_input')
})

it('steps are played one after the other, each as often as it says', async () => {
  const script: FaultStep[] = [
    {fault: 'status', after: 1, times: 1},
    {fault: 'busy', times: 1},
  ]
  const server = await startFaultServer({transport: 'http', service: 'cosmos', script})
  const statuses: number[] = []
  for (let at = 0; at < 4; at++) statuses.push((await fetch(`${server.url}/v1/version`)).status)
  await server.close()
  assert.equal(statuses, [503, 500, 200, 200])
})
it.run()
