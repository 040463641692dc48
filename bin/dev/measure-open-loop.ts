// Prints what an open and a closed loop see of a provider that stalls now and then, in real time, and how precisely calls are begun. An
// idle machine gives the nominal numbers; a goal is missed, and the end is 1, where the open loop is more than 10 % off the queue that
// follows from the service times it saw.
// Usage: measure-open-loop.ts
import {monitorEventLoopDelay} from 'node:perf_hooks'
import {arrivals} from '#benchmark/clock/arrivals'
import {measureBlock} from '#benchmark/clock/measure-block'
import {measureOpenBlock} from '#benchmark/clock/measure-open-block'
import {type CallFacts, responseNs, serviceNs} from '#benchmark/model/call'
import {realTime} from '#benchmark/session/real-time'
import {processorWaitNs} from '#process/node-processor-wait'
import {seedStream} from '#random/stream'
import {systemClock} from '#random/system-clock'

const STALL_EVERY = 500
const [SERVICE_MS, STALL_MS] = [1, 200]
const RATE = 450
const CALLS = 10_000
const QUANTILES = [0.95, 0.99, 0.999]
const NOMINAL = {closed: [1, 1, 200], open: [169, 194, 200]}
const TOLERANCE = 0.1
const LATE_P50_GOAL_MS = 0.1

const {signal} = new AbortController()
const {watch, wait} = realTime(systemClock, processorWaitNs)
const until = wait(signal)

const call = async (seq: number) => {
  await until(watch() + (seq % STALL_EVERY === STALL_EVERY - 1 ? STALL_MS : SERVICE_MS) * 1e6)
  return undefined
}

function show(name: 'closed' | 'open', calls: readonly CallFacts[], expectedNs: readonly number[]): void {
  const [ms, expected] = [calls.map(responseNs), expectedNs].map((ns) =>
    ns.map((one) => one / 1e6).sort((a, b) => a - b),
  )
  for (const [at, q] of QUANTILES.entries()) {
    const [seen, due] = [quantile(ms ?? [], q), quantile(expected ?? [], q)]
    const isNear = Math.abs(seen / due - 1) <= TOLERANCE
    const words = `${seen.toFixed(2)} ms, by its service times ${due.toFixed(2)} ms, nominal ${NOMINAL[name][at]} ms`
    console.log(`${name} p${q * 100}: ${words}${isNear ? '' : '  MISSED'}`)
    if (!isNear) process.exitCode = 1
  }
}

/** One server, first come first served: a call begins when it is due and the one before has ended. Source: D. V. Lindley (1952). */
function queued(calls: readonly CallFacts[]): number[] {
  let freeNs = 0
  return calls.map((one) => {
    freeNs = Math.max(one.intendedNs, freeNs) + serviceNs(one)
    return freeNs - one.intendedNs
  })
}

function quantile(sorted: readonly number[], q: number): number {
  return sorted[Math.ceil(q * sorted.length - 1e-9) - 1] ?? Number.NaN
}

function schedule(ratePerSecond: number) {
  return arrivals({mode: 'open', ratePerSecond, arrival: 'constant', maxInFlight: 1}, seedStream('measure'))
}

const closed = await measureBlock(call, {firstSeq: 0, count: CALLS, concurrency: 1}, {watch}, signal)
show('closed', closed.calls, closed.calls.map(serviceNs))
const pace = {watch, wait: until}
const load = {firstSeq: 0, count: CALLS, maxInFlight: 1, arrivals: schedule(RATE)}
const open = await measureOpenBlock(call, load, pace, signal)
show('open', open.calls, queued(open.calls))

for (const rate of [10, 100, 450, 2000]) {
  const delay = monitorEventLoopDelay({resolution: 1})
  delay.enable()
  const idle = {firstSeq: 0, count: rate * 3, maxInFlight: 64, arrivals: schedule(rate)}
  const {pacing} = await measureOpenBlock(() => Promise.resolve(undefined), idle, pace, signal)
  delay.disable()
  const late = (pacing?.lateNs ?? []).map((ns) => ns / 1e6).sort((a, b) => a - b)
  const [p50, p99, most] = [0.5, 0.99, 1].map((q) => quantile(late, q))
  const loop = (delay.percentile(99) / 1e6).toFixed(2)
  console.log(
    `${rate}/s: begun late by p50 ${p50?.toFixed(4)} ms, p99 ${p99?.toFixed(4)} ms, max ${most?.toFixed(3)} ms; event loop p99 ${loop} ms`,
  )
  if (!((p50 ?? Number.NaN) <= LATE_P50_GOAL_MS)) process.exitCode = 1
}
