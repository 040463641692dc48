// Prints what the benchmark harness costs a call to a provider that does nothing, against the target of 5 µs.
// Usage: measure-harness.ts

import {measureBlock} from '#benchmark/clock/measure-block'
import {measureHarness} from '#benchmark/clock/measure-harness'
import {isSuccess} from '#benchmark/model/call'
import {stopwatch} from '#benchmark/model/stopwatch'
import {systemClock} from '#random/system-clock'

const TARGET_NS = 5000
const CALLS = 50_000
const signal = new AbortController().signal
const watch = stopwatch(systemClock)

const cost = await measureHarness(watch, signal)
console.log(`timer tick ${cost.timerTickNs} ns, harness ${cost.harnessNs} ns a call`)
for (const concurrency of [1, 8]) {
  const block = await measureBlock(
    () => Promise.resolve(undefined),
    {firstSeq: 0, count: CALLS, concurrency},
    {watch},
    signal,
  )
  const ns = block.calls.filter(isSuccess).map((call) => call.endNs - call.startNs)
  ns.sort((a, b) => a - b)
  const at = (share: number) => ns[Math.ceil(share * ns.length) - 1] ?? Number.NaN
  const loop = Math.round((block.endNs - block.startNs) / CALLS)
  console.log(
    `concurrency ${concurrency}: p50 ${at(0.5)} ns, p99 ${at(0.99)} ns, max ${at(1)} ns, loop ${loop} ns a call`,
  )
  if (concurrency === 1 && at(0.5) > TARGET_NS) process.exitCode = 1
}
