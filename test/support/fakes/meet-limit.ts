import {setTimeout as sleep} from 'node:timers/promises'
import type {FakeClock} from './fake-clock.ts'

/** What a server says beside the fault may arrive first; where it comes later, the call ends the same. */
const ON_THE_WAY_MS = 30

export interface Meeting {
  /** The clock of the caller, so that no slow machine reaches a limit by itself. */
  readonly clock: FakeClock
  readonly limitMs: number
  /** The call is where its limit should meet it. */
  isDue(): boolean
}

/** What a call comes to whose limit passes once it is due. */
export async function meetLimit<T>(start: () => Promise<T>, {clock, limitMs, isDue}: Meeting): Promise<T> {
  const call = start()
  let isOver = false
  const end = () => {
    isOver = true
  }
  call.then(end, end)
  while (!isOver && !isDue()) await sleep(2)
  await sleep(ON_THE_WAY_MS)
  clock.tick(limitMs)
  return await call
}
