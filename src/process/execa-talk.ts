import {execa} from 'execa'
import type {ChildEnd} from './children.ts'
import type {StartTalk} from './talk.ts'

/** Talks with a Node program through execa, in messages of the structured clone kind. What it prints goes nowhere. */
export function execaTalk(program: string): StartTalk {
  return async ({env, cwd}) => {
    const child = execa(process.execPath, [program], {
      cwd,
      env,
      extendEnv: false,
      ipc: true,
      serialization: 'advanced',
      stdin: 'ignore',
      stdout: 'ignore',
      stderr: 'ignore',
      buffer: false,
      reject: false,
      // An interrupt of the terminal reaches the whole group: this one is told by message, so that it can end in order.
      detached: process.platform !== 'win32',
    })
    const heard = child.getEachMessage()
    let sent: Promise<unknown> = Promise.resolve()
    return {
      say: (message) => {
        sent = sent.then(() => child.sendMessage(message as never)).catch(() => undefined)
      },
      hear: async () => (await heard.next().catch(() => undefined))?.value,
      end: async (graceMs) => {
        const timer = setTimeout(() => child.kill('SIGKILL'), graceMs)
        const {exitCode, signal} = await child
        clearTimeout(timer)
        return endOf(exitCode, signal)
      },
    }
  }
}

function endOf(code: number | undefined, signal: string | undefined): ChildEnd {
  if (code !== undefined) return {kind: 'exited', code}
  return signal === undefined ? {kind: 'missing'} : {kind: 'signalled', signal}
}
