import * as assert from 'uvu/assert'
import {stopwatch} from '#benchmark/model/stopwatch'
import {waitUntil} from '#benchmark/model/wait-until'
import {systemClock} from '#random/system-clock'
import {spec} from '../../support/spec.ts'

const it = spec('wait until')
const never = new AbortController().signal

it('comes back when the time has come and never before', async () => {
  const watch = stopwatch(systemClock)
  const wait = waitUntil(watch, never)
  for (const ms of [0.05, 0.5, 1, 3, 12]) {
    const dueNs = watch() + ms * 1e6
    await wait(dueNs)
    assert.ok(watch() >= dueNs, `${ms} ms`)
  }
})

it('lets timers and answers in while it waits', async () => {
  const watch = stopwatch(systemClock)
  let turns = 0
  const ticking = setInterval(() => turns++, 1)
  await waitUntil(watch, never)(watch() + 1_900_000)
  await waitUntil(watch, never)(watch() + 20e6)
  clearInterval(ticking)
  assert.ok(turns > 0)
})

it('gives the event loop a turn now and then to one who is always behind', async () => {
  let ns = 0
  const wait = waitUntil(() => (ns += 400_000), never)
  let turns = 0
  const count = () => void setImmediate(() => void (++turns < 1000 && count()))
  count()
  for (let call = 0; call < 100; call++) await wait(0)
  assert.ok(turns > 10, `${turns}`)
  turns = 1000
})

it('ends at once when the signal has come', async () => {
  const watch = stopwatch(systemClock)
  await waitUntil(watch, AbortSignal.abort('SIGINT'))(watch() + 3600e9)
})

it.run()
