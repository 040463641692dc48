import {conductTalk} from '#benchmark/session/conduct-talk'
import {localSessions} from '#benchmark/session/open-session'
import type {ChildEnd} from '#process/children'
import type {StartTalk} from '#process/talk'
import {fakeClock} from './fake-clock.ts'
import {fakeLibrary, type ScriptedCall} from './fake-library.ts'
import {mailbox} from './mailbox.ts'
import {blindVitals} from './no-vitals.ts'
import {virtualTime} from './virtual-time.ts'

type Script = (call: number) => ScriptedCall

/**
 * Both ends of a talk in this process, with copies for messages as between two. `started` counts processes; after `diesAfter` answers
 * one is gone.
 */
export function memoryTalk(script: Script = () => ({}), diesAfter = Number.POSITIVE_INFINITY) {
  const state = {started: 0, said: [] as string[]}
  const startTalk: StartTalk = async () => {
    state.started++
    const clock = fakeClock()
    const answers = mailbox()
    let told = 0
    const open = fakeLibrary(script, clock).open
    const child = conductTalk(
      (answer) => {
        if (++told <= diesAfter) answers.put(answer)
        if (told >= diesAfter) answers.close()
      },
      () => localSessions({...virtualTime(clock), watchVitals: blindVitals, recordings: {}, openLibrary: open}),
      clock,
    )
    void child.ended.then(answers.close)
    return {
      say: (order) => {
        state.said.push((order as {kind: string}).kind)
        child.take(structuredClone(order))
      },
      hear: answers.take,
      end: async (): Promise<ChildEnd> =>
        told >= diesAfter ? {kind: 'signalled', signal: 'SIGKILL'} : {kind: 'exited', code: 0},
    }
  }
  return {startTalk, state}
}
