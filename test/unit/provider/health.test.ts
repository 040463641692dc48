import * as assert from 'uvu/assert'
import {ProviderError} from '#error/provider-error'
import {readinessOf} from '#provider/health/readiness'
import {worstStatus} from '#provider/hook/lifecycle'
import type {Hook, Provider} from '#provider/model/provider'
import {rig, scripted} from '../../support/fakes/scripted-provider.ts'
import {spec} from '../../support/spec.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('provider health')
type Probe = Provider['probe']
const CANARY = ['canary', 'hunter2', 'q9x7'].join('-')

it('mock and analytic are healthy up to the last layer, told as one success', async () => {
  const {assay, recorder} = rig(scripted({}))
  for (const name of ['mock', 'analytic', 'zoo.frozen']) {
    const health = await assay.health(name)
    assert.equal(
      [health.status, health.level_reached, health.layers.map((layer) => layer.level)],
      ['healthy', 'serving', ['configured', 'reachable', 'protocol', 'serving']],
    )
  }
  assert.equal(
    recorder.events.map((event) => [event.operation, event.capability, event.phase]),
    [1, 2, 3].map(() => ['health', null, 'success']),
  )
})

it('stops at the first layer that fails and keeps what was reached', async () => {
  const asked: string[] = []
  const probe: Probe = (level) => {
    asked.push(level)
    return level === 'protocol'
      ? {level, ok: false, fault: 'wrong_service', detail: 'a web server'}
      : {level, ok: true, detail: 'fine'}
  }
  const {assay, recorder} = rig(scripted({probe}))
  const health = await assay.health('scripted')
  assert.equal(
    [health.status, health.level_reached, health.fault, asked.length],
    ['unhealthy', 'reachable', 'wrong_service', 3],
  )
  assert.equal(
    [recorder.events.length, recorder.events[0]?.phase, recorder.events[0]?.metadata['code']],
    [1, 'failure', 'wrong_service'],
  )
})

it('looks no further than asked, and never further than the provider can prove', async () => {
  const {assay} = rig(scripted({}, {max_probe_level: 'protocol'}))
  assert.is((await assay.health('scripted', {level: 'reachable'})).layers.length, 2)
  assert.is((await assay.health('scripted', {level: 'serving'})).level_required, 'protocol')
  await throwsCode(() => assay.health('scripted', {level: 'deep' as never}), 'invalid_input')
})

it('a probe that throws is an ill provider with its fault, and its text is redacted', async () => {
  const table: [unknown, string | null][] = [
    [new ProviderError('unreachable', 'refused'), 'down'],
    [new ProviderError('unauthorized', 'token'), 'unauthorized'],
    [new ProviderError('upstream_error', 'odd', {fault: 'incompatible'}), 'incompatible'],
    [new Error(`bug with ${CANARY}`), null],
  ]
  for (const [thrown, fault] of table) {
    const {assay, redactor, recorder} = rig(
      scripted({
        probe: () => {
          throw thrown
        },
      }),
    )
    redactor.register(CANARY)
    const health = await assay.health('scripted')
    assert.equal([health.status, health.level_reached, health.fault], ['unhealthy', null, fault])
    assert.not.ok(JSON.stringify([health, recorder.events]).includes(CANARY))
    assert.is(recorder.events.length, 1)
  }
})

it('a probe that hangs is a timeout; one that is cancelled is thrown', async () => {
  const {assay, clock} = rig(scripted({probe: () => new Promise(() => {})}))
  const health = await clock.through(assay.health('scripted', {timeoutMs: 20}))
  assert.equal([health.status, health.fault], ['unhealthy', 'timeout'])
  await throwsCode(() => assay.health('scripted', {signal: AbortSignal.abort()}), 'cancelled')
})

it('probes are repeated where the policy says so, with a retry event each', async () => {
  let calls = 0
  const probe: Probe = (level) => {
    if (++calls < 3) throw new ProviderError('unreachable', 'refused')
    return {level, ok: true, detail: 'fine'}
  }
  const {assay, recorder} = rig(scripted({probe}, {max_probe_level: 'configured'}), {
    limits: {retryPreset: 'persistent'},
  })
  assert.is((await assay.health('scripted')).status, 'healthy')
  assert.equal(
    recorder.events.map((event) => event.phase),
    ['retry', 'retry', 'success'],
  )
})

it('an unconfigured provider is unconfigured, not ill, and an unknown one is refused', async () => {
  const {assay} = rig(scripted({}))
  const health = await assay.health('gr00t')
  assert.equal([health.status, health.level_reached, health.fault], ['unconfigured', null, null])
  await throwsCode(() => assay.health('nobody'), 'unknown_provider')
})

it('readiness follows registration, preflight and health, and stale health is none', async () => {
  const ready = async (slots: Partial<Provider>) => {
    const {status, traffic} = await rig(scripted(slots)).assay.readiness('scripted')
    return [status, traffic]
  }
  const skipped: Hook = () => ({status: 'skipped', skip_reason: 'no runtime'})
  assert.equal(await ready({}), ['ready', 'accept'])
  assert.equal(await ready({preflight: () => ({status: 'ready'})}), ['ready', 'accept'])
  assert.equal(await ready({preflight: skipped}), ['provider_unconfigured', 'drain'])
  assert.equal(
    await ready({
      preflight: () => {
        throw new Error('x')
      },
    }),
    ['provider_unhealthy', 'drain'],
  )
  assert.equal(await ready({probe: (level) => ({level, ok: false, detail: 'no'})}), ['provider_unhealthy', 'drain'])
  const {assay, clock} = rig(scripted({}))
  assert.is((await assay.readiness('gr00t')).status, 'provider_unconfigured')
  const health = await assay.health('scripted')
  const facts = {provider: 'scripted', isRegistered: true, lifecycle: 'no-op', health} as const
  assert.is(readinessOf({...facts, nowMs: clock.nowMs() + 30_000}).status, 'ready')
  assert.is(readinessOf({...facts, nowMs: clock.nowMs() + 30_001}).status, 'provider_unhealthy')
})

it('a warm-up runs only where the way is clear', async () => {
  const start = async (preflight: Hook | undefined) => {
    const provider = scripted({...(preflight && {preflight}), warmup: () => ({status: 'ready'})})
    return (await rig(provider).assay.start('scripted')).map((row) => `${row.hook} ${row.status}`)
  }
  assert.equal(await start(undefined), ['preflight no-op', 'warmup ready'])
  assert.equal(await start(() => ({status: 'skipped', skip_reason: 'no GPU'})), ['preflight skipped'])
  assert.equal(await start(() => ({status: 'fine'}) as never), ['preflight failed'])
  assert.is(worstStatus(['ready', 'skipped', 'no-op']), 'skipped')
  assert.is(worstStatus([]), 'no-op')
})

it('close tears down what was used, last first, and a teardown that fails is a row', async () => {
  const order: string[] = []
  const one = scripted(
    {
      embed: () => ({model: 'm', vector: [1]}),
      teardown: () => {
        order.push('one')
        throw new Error(CANARY)
      },
    },
    {name: 'one'},
  )
  const two = scripted(
    {
      embed: () => ({model: 'm', vector: [1]}),
      teardown: () => {
        order.push('two')
        return {status: 'ready'}
      },
    },
    {name: 'two'},
  )
  const unused = scripted(
    {
      teardown: () => {
        order.push('unused')
        return {status: 'ready'}
      },
    },
    {name: 'unused'},
  )
  const {assay, redactor} = rig(scripted({}))
  redactor.register(CANARY)
  for (const provider of [one, two, unused]) assay.registerProvider(provider)
  await assay.embed({text: 'a'}, 'one')
  await assay.embed({text: 'a'}, 'two')
  const rows = await assay.close()
  assert.equal(order, ['two', 'one'])
  assert.equal(
    rows.map((row) => row.status),
    ['ready', 'teardown-failed'],
  )
  assert.not.ok(JSON.stringify(rows).includes(CANARY))
})

it.run()
