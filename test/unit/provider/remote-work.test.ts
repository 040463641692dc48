import * as assert from 'uvu/assert'
import {ProviderError} from '#error/provider-error'
import type {CallContext} from '#provider/model/provider'
import {elapsedMs} from '#random/clock'
import {Action} from '#world/model/action'
import {rig, scripted} from '../../support/fakes/scripted-provider.ts'
import {spec} from '../../support/spec.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('work elsewhere')
const STATE = {schema_version: 1, id: 'w', name: 'w', provider: 'scripted', step: 0, metadata: {}} as const

function play(work: (context: CallContext) => unknown) {
  const provider = scripted({
    predict: async ({world_state, steps}, context) => {
      await work(context)
      return {state: {...world_state, step: world_state.step + steps}}
    },
  })
  const held = rig(provider, {limits: {timeoutSeconds: 7}})
  return {...held, predict: (options = {}) => held.assay.predict(STATE, Action.noop(), 1, 'scripted', options)}
}
const never = () => new Promise(() => {})

it('work that can be stopped is stopped once, with a signal of its own, before the end is told', async () => {
  const stops: boolean[] = []
  const {predict, recorder, clock} = play((context) => {
    context.remoteWork(async (signal) => {
      stops.push(signal.aborted)
      assert.is(recorder.events.length, 0)
    })
    return never()
  })
  await clock.through(throwsCode(predict, 'timeout'))
  assert.equal(stops, [false])
  assert.equal(
    recorder.events.map(({phase, metadata}) => [phase, metadata['remote_work']]),
    [['failure', 'cancelled']],
  )
})

it('work that could not be stopped is told as such, and the first cause stays', async () => {
  const {predict, recorder} = play((context) => {
    context.remoteWork(() => Promise.reject(new Error('no')))
    throw new ProviderError('upstream_error', 'broke', {retryable: false})
  })
  const error = await throwsCode(predict, 'upstream_error')
  assert.is(recorder.events[0]?.metadata['remote_work'], 'cancel_failed')
  assert.is(error instanceof ProviderError && error.facts.remoteWork, 'cancel_failed')
})

it('work that is over is left alone, and work that may go on is told where the end leaves it open', async () => {
  const over = play((context) => {
    context.remoteWork(() => Promise.reject(new Error('must not be called')))
    context.remoteWork('none')
    return never()
  })
  await over.clock.through(throwsCode(over.predict, 'timeout'))
  assert.is(over.recorder.events[0]?.metadata['remote_work'], undefined)
  const open = play((context) => {
    context.remoteWork('may_continue')
    return never()
  })
  await open.clock.through(throwsCode(open.predict, 'timeout'))
  assert.is(open.recorder.events[0]?.metadata['remote_work'], 'may_continue')
})

it('stopping work elsewhere has five seconds of its own: then it has failed, and the end is told', async () => {
  const {predict, recorder, clock} = play((context) => {
    context.remoteWork(never)
    return never()
  })
  await clock.through(throwsCode(predict, 'timeout'))
  assert.is(elapsedMs(clock, 0n), 12_000)
  assert.is(recorder.events[0]?.metadata['remote_work'], 'cancel_failed')
})

it('a good end stops nothing, and tells how the other end was reached', async () => {
  const {predict, recorder} = play((context) => {
    context.remoteWork(() => Promise.reject(new Error('must not be called')))
    context.reached({method: 'POST', target: 'http://h:1/v1'})
    context.reached({statusCode: 201})
  })
  await predict()
  const {phase, method, target, status_code} = recorder.events[0]!
  assert.equal([phase, method, target, status_code], ['success', 'POST', 'http://h:1/v1', 201])
})
it.run()
