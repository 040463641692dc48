import * as assert from 'uvu/assert'
import type {ProviderEvent} from '#contract/generated/types'
import {ProviderBudgetExceededError, ProviderError, type ProviderErrorOptions} from '#error/provider-error'
import type {CallContext} from '#provider/model/provider'
import type {PolicyChoice} from '#provider/model/request-policy'
import {elapsedMs} from '#random/clock'
import {Action} from '#world/model/action'
import {rig, scripted} from '../../support/fakes/scripted-provider.ts'
import {spec} from '../../support/spec.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('conducted operation')
const STATE = {schema_version: 1, id: 'w', name: 'w', provider: 'scripted', step: 0, metadata: {}} as const

/** A provider whose predictions go by a script: an error to throw, ms to take, or nothing for an answer. */
function play(
  script: (call: number, context: CallContext, block: (ms: number) => void) => unknown,
  limits: PolicyChoice = {},
) {
  let calls = 0
  const provider = scripted({
    predict: async ({world_state, steps}, context) => {
      await script(++calls, context, held.clock.block)
      return {state: {...world_state, step: world_state.step + steps}}
    },
  })
  const held = rig(provider, {limits})
  const predict = (options = {}) => held.assay.predict(STATE, Action.noop(), 1, 'scripted', options)
  return {...held, predict, calls: () => calls}
}

const phases = (events: readonly Readonly<ProviderEvent>[]) => events.map((event) => event.phase)

function fail(
  code: 'unreachable' | 'busy' | 'rate_limited' | 'upstream_error' = 'unreachable',
  options: ProviderErrorOptions = {},
): never {
  throw new ProviderError(code, 'no answer', options)
}

it('a good call is one attempt and one success event', async () => {
  const {predict, recorder, calls} = play(() => undefined)
  await predict()
  assert.is(calls(), 1)
  assert.equal(phases(recorder.events), ['success'])
  assert.equal([recorder.events[0]?.attempt, recorder.events[0]?.max_attempts], [1, 1])
})

it('a failed call is not repeated unless the caller asks for it', async () => {
  const {predict, recorder, calls} = play(() => fail())
  await throwsCode(predict, 'unreachable')
  assert.is(calls(), 1)
  assert.equal(phases(recorder.events), ['failure'])
})

it('repeats what may be repeated, with one retry event each and then one end', async () => {
  const {predict, recorder, calls, waits} = play((call) => (call < 3 ? fail() : undefined), {retries: 4})
  await predict()
  assert.is(calls(), 3)
  assert.equal(phases(recorder.events), ['retry', 'retry', 'success'])
  assert.equal(
    recorder.events.map((event) => event.attempt),
    [1, 2, 3],
  )
  assert.equal(recorder.events[0]?.metadata, {
    step: 'request',
    next_delay_seconds: waits[0]! / 1000,
    code: 'unreachable',
  })
  assert.ok(waits[0]! >= 187.5 && waits[0]! <= 312.5 && waits[1]! >= 375 && waits[1]! <= 625, String(waits))
})

it('gives up after the attempts it has', async () => {
  const {predict, recorder, calls} = play(() => fail(), {retries: 2})
  await throwsCode(predict, 'unreachable')
  assert.is(calls(), 3)
  assert.equal(phases(recorder.events), ['retry', 'retry', 'failure'])
})

it('repeats by HTTP status where there is one, and never what says it is final', async () => {
  const table: [ProviderErrorOptions, number][] = [
    [{statusCode: 503}, 2],
    [{statusCode: 429}, 2],
    [{statusCode: 400}, 1],
    [{statusCode: 503, retryable: false}, 1],
    [{retryable: true}, 2],
    [{}, 1],
  ]
  for (const [options, expected] of table) {
    const {predict, calls} = play(() => fail('upstream_error', options), {retries: 1})
    await throwsCode(predict, 'upstream_error')
    assert.is(calls(), expected, JSON.stringify(options))
  }
})

it('waits as long as the other side asks, up to the limit, and then calls it rate limited', async () => {
  const patient = play((call) => (call === 1 ? fail('busy', {retryAfterMs: 4_000}) : undefined), {retries: 1})
  await patient.predict()
  assert.equal(patient.waits, [4_000])
  const long = play(() => fail('busy', {retryAfterMs: 61_000}), {retries: 1})
  await throwsCode(long.predict, 'rate_limited')
  assert.is(long.calls(), 1)
})

it('an attempt that never settles ends at its timeout, and the provider is told to stop', async () => {
  let stopped = false
  const {predict, recorder, clock} = play(
    (_, {signal}) => {
      signal.addEventListener('abort', () => {
        stopped = true
      })
      return new Promise(() => {})
    },
    {timeoutSeconds: 7},
  )
  const {message} = await clock.through(throwsCode(predict, 'timeout'))
  assert.is(message, 'provider did not answer predict within 7 s')
  assert.ok(stopped)
  assert.is(elapsedMs(clock, 0n), 7_000)
  assert.equal(phases(recorder.events), ['failure'])
  assert.is(recorder.events[0]?.metadata['code'], 'timeout')
})

it('an answer that comes after the timeout is late even where no timer could fire', async () => {
  const {predict, calls} = play((_, __, block) => block(31_000))
  await throwsCode(predict, 'timeout')
  assert.is(calls(), 1)
})

it('presets really change how long a call may take', async () => {
  const takes = (ms: number, timeoutPreset: string) => play((_, __, block) => block(ms), {timeoutPreset}).predict()
  await takes(29_000, 'provider')
  const {message} = await throwsCode(() => takes(29_000, 'fast'), 'timeout')
  assert.match(message, /^provider did not answer predict within \d+ s$/)
  await takes(59_000, 'patient')
  await throwsCode(() => takes(59_000, 'provider'), 'timeout')
})

it('a spent time budget is told as budget_exceeded, in its own error, and wins over a timeout', async () => {
  const {predict, recorder, clock} = play(() => new Promise(() => {}), {timeoutSeconds: 7, maxElapsedSeconds: 7})
  const error = await clock.through(throwsCode(predict, 'budget_exceeded'))
  assert.instance(error, ProviderBudgetExceededError)
  assert.equal([Reflect.get(error, 'dimension'), Reflect.get(error, 'limit')], ['elapsed', 7])
  assert.equal(phases(recorder.events), ['budget_exceeded'])
})

it('a wait that does not fit the budget ends the operation at once', async () => {
  const {predict, calls, waits, recorder} = play(() => fail('busy', {retryAfterMs: 5_000}), {
    retries: 3,
    maxElapsedSeconds: 4,
  })
  await throwsCode(predict, 'budget_exceeded')
  assert.equal([calls(), waits.length], [1, 0])
  assert.equal(phases(recorder.events), ['budget_exceeded'])
})

it('budgets of calls and credits end an operation with their own dimension', async () => {
  const calls = play(() => fail(), {retries: 5})
  const spent = await throwsCode(() => calls.predict({budget: {max_calls: 2}}), 'budget_exceeded')
  assert.equal([Reflect.get(spent, 'dimension'), calls.calls()], ['calls', 2])
  const credits = play((_, context) => context.spendCredits(12))
  const broke = await throwsCode(() => credits.predict({budget: {max_credits: 10}}), 'budget_exceeded')
  assert.equal([Reflect.get(broke, 'dimension'), Reflect.get(broke, 'spent')], ['credits', 12])
  await credits.predict({budget: {max_credits: 12}})
})

it('an abort by the caller is a failure told as cancelled, whatever the provider trips over', async () => {
  const control = new AbortController()
  const {predict, recorder} = play(
    (_, {signal}) => {
      control.abort()
      signal.throwIfAborted()
    },
    {retries: 3},
  )
  await throwsCode(() => predict({signal: control.signal}), 'cancelled')
  assert.equal(phases(recorder.events), ['failure'])
  assert.equal(
    [recorder.events[0]?.metadata['code'], recorder.events[0]?.metadata['remote_work']],
    ['cancelled', 'none'],
  )
})

it('a signal aborted beforehand means that no call is made', async () => {
  const {predict, calls, recorder} = play(() => undefined)
  await throwsCode(() => predict({signal: AbortSignal.abort()}), 'cancelled')
  assert.is(calls(), 0)
  assert.equal([recorder.events.length, recorder.events[0]?.attempt], [1, 0])
})

it('leaves no listener on the signal of the caller', async () => {
  const control = new AbortController()
  let balance = 0
  const {addEventListener, removeEventListener} = AbortSignal.prototype
  control.signal.addEventListener = (...args: Parameters<typeof addEventListener>) => {
    balance++
    addEventListener.apply(control.signal, args)
  }
  control.signal.removeEventListener = (...args: Parameters<typeof removeEventListener>) => {
    balance--
    removeEventListener.apply(control.signal, args)
  }
  await play(() => undefined).predict({signal: control.signal})
  assert.is(balance, 0)
})

it.run()
