import {type ChildProcess, spawn} from 'node:child_process'
import {readdirSync} from 'node:fs'

/** The n-th of a call that a thread makes once it is watched. */
export interface SystemCall {
  readonly call: string
  readonly when: number
}

/** What changes the disk. A program that starts makes thousands of the others to read its modules. */
export const WRITING_CALLS = [
  'pwrite64',
  'fdatasync',
  'fsync',
  'rename',
  'mkdir',
  'unlink',
  'rmdir',
  'ftruncate',
  'write',
] as const

/** All that a node does to its disk, its callers and its children. */
export const CALLS = [
  ...WRITING_CALLS,
  ...['openat', 'close', 'writev', 'read', 'epoll_pwait', 'epoll_ctl', 'accept4', 'connect', 'fcntl', 'pread64'],
] as const

/** The flags of `strace` that end whoever makes a call. */
export function endingFlags({call, when}: SystemCall): string[] {
  return ['-qq', '-o', '/dev/null', '-e', `trace=${call}`, '-e', `inject=${call}:signal=SIGKILL:when=${when}`]
}

/** Watches all threads that a process has by now. Settles when each is watched, or there is nothing to watch any more. */
export function watchThreads({pid = 0}: ChildProcess, flags: readonly string[]): Promise<ChildProcess> {
  const threads = readdirSync(`/proc/${pid}/task`)
  const strace = spawn('strace', [...flags.filter((flag) => flag !== '-qq'), '-p', threads.join()], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  return new Promise((done, fail) => {
    let said = ''
    strace.stderr.on('data', (data) => {
      said += data
      if (said.split('attached').length > threads.length) done(strace)
    })
    strace.once('error', fail)
    strace.once('close', () => done(strace))
  })
}

/** How often each call was made by the thread that made it most, of a log with the number of the thread before each line. */
export function countCalls(log: string): Map<string, number> {
  const byThread = new Map<string, number>()
  for (const [, thread, call] of log.matchAll(/^(\d+) +(\w+)\(/gm)) {
    const key = `${call} ${thread}`
    byThread.set(key, (byThread.get(key) ?? 0) + 1)
  }
  const most = new Map<string, number>()
  for (const [key, count] of byThread) {
    const [call = ''] = key.split(' ')
    most.set(call, Math.max(most.get(call) ?? 0, count))
  }
  return most
}

/** So many calls out of those that were made: each kind as likely, for the rare ones are those that matter. */
export function drawCalls(made: ReadonlyMap<string, number>, count: number, draw: (below: number) => number) {
  const kinds = [...made].filter(([, most]) => most > 0)
  return Array.from({length: kinds.length === 0 ? 0 : count}, (): SystemCall => {
    const [call, most] = kinds[draw(kinds.length)] ?? ['write', 1]
    return {call, when: 1 + draw(most)}
  })
}
