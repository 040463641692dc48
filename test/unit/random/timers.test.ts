import * as assert from 'uvu/assert'
import {elapsedMs} from '#random/clock'
import {systemClock, timeOf} from '#random/system-clock'
import {deadline, LONGEST_MS, sleep} from '#random/timers'
import {fakeClock} from '../../support/fakes/fake-clock.ts'
import {spec} from '../../support/spec.ts'

const it = spec('timers')

it('a deadline aborts with its reason when it is over, and not once it is disposed', () => {
  const clock = fakeClock()
  const met = deadline(clock, 100, () => 'met')
  const missed = deadline(clock, 100, () => 'missed')
  met[Symbol.dispose]()
  clock.tick(99)
  assert.not.ok(missed.signal.aborted)
  clock.tick(1)
  assert.equal([met.signal.aborted, missed.signal.reason], [false, 'missed'])
})

it('a sleep ends with its time, or with the reason of the signal and then sets no timer off', async () => {
  const clock = fakeClock()
  await clock.through(sleep(clock, 86_400_000))
  assert.is(elapsedMs(clock, 0n), 86_400_000)
  const control = new AbortController()
  const slept = sleep(clock, 100, control.signal).catch((reason: unknown) => reason)
  control.abort('enough')
  assert.is(await slept, 'enough')
  assert.is(await sleep(clock, 100, control.signal).catch((reason: unknown) => reason), 'enough')
  assert.is(await clock.through(Promise.resolve('nothing is set')), 'nothing is set')
})

it('timers of a test run in their order, each at its time, again where they are to', () => {
  const clock = fakeClock()
  const seen: string[] = []
  const note = (name: string) => () => seen.push(`${name} ${elapsedMs(clock, 0n)}`)
  clock.after(30, note('late'))
  clock.after(10, note('early'))
  clock.after(20, note('never'))()
  const stop = clock.every(25, note('again'))
  clock.tick(60)
  stop()
  clock.tick(60)
  assert.equal(seen, ['early 10', 'again 25', 'late 30', 'again 50'])
})

it('the timers of this machine run, are called off, and do not overflow into running at once', async () => {
  let ran = 0
  systemClock.after(0, () => ran++)()
  systemClock.every(1, () => ran++)()
  const cancel = systemClock.after(LONGEST_MS * 2, () => ran++)
  await sleep(systemClock, 5)
  cancel()
  assert.is(ran, 0)
  const stop = systemClock.every(1, () => ran++)
  await sleep(systemClock, 20)
  stop()
  assert.ok(ran > 0)
})

it("a caller's clock that only reads goes with the timers of this machine, and one that has timers with its own", async () => {
  const own = fakeClock()
  let ran = 0
  timeOf(own).after(1_000, () => ran++)
  timeOf(own).every(1_000, () => ran++)
  own.tick(1_000)
  assert.is(ran, 2)
  const {nowMs, monotonicNs} = own
  const reading = timeOf({nowMs, monotonicNs})
  await sleep(reading, 1)
  reading.every(1, () => undefined)()
  assert.equal([reading.nowMs(), reading.monotonicNs()], [own.nowMs(), own.monotonicNs()])
})

it.run()
