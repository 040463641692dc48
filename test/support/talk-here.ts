import {composeMeasuring} from '#cli/compose-measuring'
import type {StartTalk} from '#process/talk'
import {systemClock} from '#random/system-clock'
import {deadline} from '#random/timers'
import {mailbox} from './fakes/mailbox.ts'

/** The real measuring side in this process, for tests in which it is not the point that it is another. */
export const talkHere: StartTalk = async ({env, cwd}) => {
  const answers = mailbox()
  const {take, ended} = await composeMeasuring({env, cwd}, answers.put)
  const isEnded = ended.then(() => true)
  void isEnded.then(answers.close)
  return {
    say: (order) => take(structuredClone(order)),
    hear: answers.take,
    end: async (graceMs) => {
      // A wait that is over holds nobody: the process of the test file would end five seconds later.
      using late = deadline(systemClock, graceMs, () => undefined)
      const isLate = new Promise<false>((done) => late.signal.addEventListener('abort', () => done(false)))
      if (await Promise.race([isEnded, isLate])) return {kind: 'exited', code: 0}
      // Who was killed says nothing more.
      answers.close()
      return {kind: 'signalled', signal: 'SIGKILL'}
    },
  }
}
