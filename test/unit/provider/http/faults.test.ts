import * as assert from 'uvu/assert'
import type {ErrorCode} from '#error/codes'
import {ProviderError} from '#error/provider-error'
import type {FaultStep} from '#lab/fault/fault-step'
import {httpRig} from '../../../support/http-rig.ts'
import {spec} from '../../../support/spec.ts'
import {throwsCode} from '../../../support/throws-code.ts'

const it = spec('HTTP call')

it('a good call tells the way it took', async () => {
  await using rig = await httpRig([])
  await rig.predict()
  const {phase, method, target, status_code} = rig.recorder.events[0]!
  assert.equal([phase, method, target, status_code], ['success', 'POST', `${rig.server.url}/v1/x`, 200])
  assert.equal(rig.replies, [{fine: true, values: [1, 2, 3, 4]}])
})

it('every way a reply can be wrong has its own error, one attempt and one end', async () => {
  const table: [FaultStep, ErrorCode][] = [
    [{fault: 'refuse', after: 0}, 'unreachable'],
    [{fault: 'reset_mid_body'}, 'unreachable'],
    [{fault: 'truncate_body'}, 'contract_violation'],
    [{fault: 'status', options: {status: 500}}, 'upstream_error'],
    [{fault: 'status', options: {status: 422}}, 'upstream_rejected_input'],
    [{fault: 'status', options: {status: 404}}, 'wrong_service'],
    [{fault: 'status', options: {status: 426}}, 'wrong_service'],
    [{fault: 'status', options: {status: 418}}, 'upstream_error'],
    [{fault: 'unauthorized'}, 'unauthorized'],
    [{fault: 'busy'}, 'busy'],
    [{fault: 'rate_limit'}, 'rate_limited'],
    [{fault: 'wrong_service'}, 'wrong_service'],
    [{fault: 'wrong_service', options: {status: 502}}, 'upstream_error'],
    [{fault: 'not_http'}, 'wrong_service'],
    [{fault: 'not_json'}, 'contract_violation'],
    [{fault: 'nan'}, 'contract_violation'],
    [{fault: 'huge_reply'}, 'contract_violation'],
    [{fault: 'bomb'}, 'contract_violation'],
    [{fault: 'redirect'}, 'address_refused'],
  ]
  for (const [step, code] of table) {
    await using rig = await httpRig([step])
    await throwsCode(() => rig.predict(), code)
    assert.is(rig.server.requests().length, 1, step.fault)
    assert.equal(
      rig.recorder.events.map((event) => event.phase),
      ['failure'],
      step.fault,
    )
  }
})

it('a byte every 100 ms ends at the deadline, not after the silence', async () => {
  for (const limits of [{timeoutSeconds: 0.5}, {timeoutSeconds: 5, maxElapsedSeconds: 0.5}]) {
    await using rig = await httpRig([{fault: 'slow_drip'}], {limits})
    const code = limits.maxElapsedSeconds === undefined ? 'timeout' : 'budget_exceeded'
    await throwsCode(() => rig.predict(), code)
    assert.is(rig.recorder.events.length, 1)
    const {duration_ms, phase} = rig.recorder.events[0]!
    assert.is(phase, code === 'timeout' ? 'failure' : 'budget_exceeded')
    assert.ok(duration_ms >= 499, String(duration_ms))
  }
})

it('silence before and after the head of a reply ends at the deadline too', async () => {
  for (const fault of ['hang', 'hang_after_headers'] as const) {
    await using rig = await httpRig([{fault}], {limits: {timeoutSeconds: 0.05}})
    await throwsCode(() => rig.predict(), 'timeout')
  }
})

it('a cancelled call ends at once and the connection with it', async () => {
  await using rig = await httpRig([{fault: 'hang'}])
  const control = new AbortController()
  const call = throwsCode(() => rig.predict({signal: control.signal}), 'cancelled')
  while (rig.server.requests().length === 0) await new Promise(setImmediate)
  control.abort()
  await call
  assert.is(rig.recorder.events[0]?.metadata['code'], 'cancelled')
})

it('a web page from a proxy is told apart, and its text goes nowhere', async () => {
  await using rig = await httpRig([{fault: 'wrong_service', options: {status: 503}}])
  const error = await throwsCode(() => rig.predict(), 'busy')
  assert.match(error.message, /web page/)
  assert.not.match(error.message, /Sign in/)
})

it('waits as long as Retry-After says, where a repeat is allowed, and tells each attempt', async () => {
  const waits: number[] = []
  const waitOut = async (ms: number) => void waits.push(ms)
  const script: FaultStep[] = [
    {fault: 'rate_limit', times: 1, options: {seconds: 3}},
    {fault: 'busy', times: 1},
  ]
  await using rig = await httpRig(script, {limits: {retries: 3}, waitOut})
  await rig.predict()
  assert.is(waits[0], 3_000)
  assert.equal(
    rig.recorder.events.map(({phase, status_code}) => [phase, status_code]),
    [
      ['retry', 429],
      ['retry', 503],
      ['success', 200],
    ],
  )
})

it('a server that is unavailable and then is not costs the attempts it cost, all of them told', async () => {
  const script: FaultStep[] = [{fault: 'unavailable_then_ok', times: 2}]
  await using rig = await httpRig(script, {limits: {retries: 3}, waitOut: async () => {}})
  await rig.predict()
  assert.is(rig.server.requests().length, 3)
  const {phase, attempt, max_attempts, metadata} = rig.recorder.events.at(-1)!
  assert.equal([rig.recorder.events.length, phase, attempt, max_attempts], [3, 'success', 3, 4])
  assert.is((metadata['steps'] as {attempts: number}[])[0]?.attempts, 3)
})

it('a date to wait for that is too far away is a rate limit, not a wait', async () => {
  const seconds = new Date(Date.now() + 3_600_000).toUTCString()
  await using rig = await httpRig([{fault: 'busy', options: {seconds}}], {limits: {retries: 3}})
  await throwsCode(() => rig.predict(), 'rate_limited')
  assert.is(rig.server.requests().length, 1)
})

it('the next call after a timeout gets its own reply and no late one', async () => {
  await using rig = await httpRig([{fault: 'slow_drip', times: 1}], {limits: {timeoutSeconds: 0.15}})
  await throwsCode(() => rig.predict(), 'timeout')
  await rig.predict()
  assert.is(rig.replies.length, 1)
})

it('what a server says of its error is one line without controls, and a secret in it is masked', async () => {
  const secret = ['canary', 'hunter2', 'q9x7w3'].join('-')
  const text = `Traceback (most recent call last):\n  File "x.py"\nValueError: key ${secret}\u001b[31m`
  await using rig = await httpRig([{fault: 'echo_secret', options: {text}}])
  rig.redactor.register(secret)
  const error = await throwsCode(() => rig.predict(), 'upstream_error')
  assert.ok(error instanceof ProviderError)
  assert.match(error.message, /ValueError/)
  assert.not.match(error.message + JSON.stringify(rig.recorder.events), new RegExp(`${secret}|u001b|Traceback`))
})
it.run()
