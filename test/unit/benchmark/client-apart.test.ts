import * as assert from 'uvu/assert'
import {timingEffect} from '#benchmark/judge/timing-effect'
import type {BenchmarkTiming} from '#contract/generated/types'
import {isEffect} from '#gate/effect'
import {seedStream} from '#random/stream'
import {spec} from '../../support/spec.ts'

const it = spec('client apart')
const PROCESSES = 5
const CALLS = 100

interface Side {
  /** What the provider takes, and what this machine does within a call. */
  readonly providerMs: number
  readonly clientMs: number
  readonly isMarked?: boolean
  readonly isWithin?: boolean
}

/** Processes of which a share of this machine's work adds to the time, as much for all of them. */
function side(label: string, share: number, {providerMs, clientMs, isMarked = true, isWithin = true}: Side) {
  const stream = seedStream(`client-apart|${label}`)
  const luck = Array.from({length: PROCESSES}, () => ({
    provider: providerMs * (1 + 0.005 * stream.gaussian()),
    client: clientMs * (1 + 0.05 * stream.gaussian()),
  }))
  const client = {
    busy_ns: luck.map((one) => Math.round(one.client * 1e6 * CALLS)),
    waits_counted: true,
    call_ms: clientMs,
    times: null,
    ...(isWithin && {within: 'exchange'}),
  }
  const row = {
    provider: 'lab',
    operation: 'score',
    success_count: CALLS * PROCESSES,
    marks: isMarked ? ['client_limited'] : [],
    ...(isMarked && {client}),
    processes: luck.map((one, at) => ({
      repeat: at + 1,
      iterations: CALLS,
      error_count: 0,
      average_latency_ms: one.provider + share * one.client,
      p50_latency_ms: one.provider + share * one.client,
      throughput_per_second: 1,
    })),
  }
  return {timing: {rows: [row], processes: []} as unknown as BenchmarkTiming, place: 'lab/score'}
}

function compared(base: Side, candidate: Side, {metric = 'response_ms.p50', share = 0.4, label = ''} = {}) {
  return timingEffect(metric, 'log-ratio', {
    base: side(`base ${label}`, share, base),
    candidate: side(`candidate ${label}`, share, candidate),
  })
}

const TEN = {providerMs: 10, clientMs: 1.6}

it('a tenth more is told though a good part of the time is this machine’s, whichever share of it adds to the time', () => {
  for (const share of [0, 0.4, 1]) {
    const slower = compared(TEN, {providerMs: 11, clientMs: 1.5}, {share})
    assert.ok(isEffect(slower) && slower.high < -Math.log(1.05), `${share}`)
    const same = compared(TEN, TEN, {share})
    assert.ok(isEffect(same) && same.low > -Math.log(1.05) && same.high < Math.log(1.05), `${share}`)
  }
})

it('the interval holds what the provider alone comes to, in 95 of 100 pairs and more, also beside a side that is not marked', () => {
  const held = (candidate: Side, share: number) => {
    let count = 0
    for (let pair = 0; pair < 100; pair++) {
      const found = compared(TEN, candidate, {share, label: `${pair}`})
      const truth = -Math.log(candidate.providerMs / TEN.providerMs)
      if (isEffect(found) && found.low <= truth && truth <= found.high) count++
    }
    return count
  }
  for (const share of [0, 0.5, 1]) {
    assert.ok(held({providerMs: 10.5, clientMs: 1.6}, share) >= 92, `${share}`)
    assert.ok(held({providerMs: 40, clientMs: 1.6, isMarked: false}, share) >= 92, `${share} unmarked`)
  }
})

it('nothing is told of what was not counted call by call, of slow calls, of rates, and of answers that come before the client is done', () => {
  const why = (found: ReturnType<typeof compared>) => (isEffect(found) ? 'effect' : found.reason)
  const limited = 'lab/score is client_limited'
  assert.is(why(compared(TEN, {...TEN, isWithin: false})), limited)
  assert.is(why(compared(TEN, TEN, {metric: 'response_ms.p95'})), limited)
  assert.is(why(compared(TEN, TEN, {metric: 'throughput_per_second'})), limited)
  assert.is(why(compared({providerMs: 1, clientMs: 1.6}, {providerMs: 1, clientMs: 1.6})), limited)
})

it.run()
