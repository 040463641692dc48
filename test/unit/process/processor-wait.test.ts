import {spawn} from 'node:child_process'
import {once} from 'node:events'
import {availableParallelism} from 'node:os'
import * as assert from 'uvu/assert'
import {realTime} from '#benchmark/session/real-time'
import {processorWaitNs} from '#process/node-processor-wait'
import {systemClock} from '#random/system-clock'
import {spec} from '../../support/spec.ts'

const it = spec('waiting for a processor')

it('a thread that must share its processors has waited longer than before, and what it waited counts as its own time', async () => {
  if (process.platform !== 'linux') return
  const spin = 'process.send(0); for (;;);'
  const others = Array.from({length: 2 * availableParallelism()}, () =>
    spawn(process.execPath, ['-e', spin], {stdio: ['ignore', 'ignore', 'ignore', 'ipc']}),
  )
  try {
    for (const other of others) await once(other, 'message')
    const before = processorWaitNs()
    const work = () => {
      let sum = 0
      for (let round = 0; round < 1e7; round++) sum = (sum + round * round) % 1_000_003
      return sum
    }
    // As long as it takes to be interrupted: with so many others that is soon.
    while (processorWaitNs() === before) work()
    assert.ok(processorWaitNs() > before)
  } finally {
    for (const other of others) other.kill('SIGKILL')
  }
})

it('time without a processor is added to that of the event loop', () => {
  const still = realTime(systemClock, () => 0)
  const waiting = realTime(systemClock, () => 5e9)
  assert.ok(waiting.busy() >= still.busy() + 4e9)
})

it.run()
