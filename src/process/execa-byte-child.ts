import {execa} from 'execa'
import type {ByteEnd, RunForBytes} from './byte-child.ts'
import {endWithUs, signalGroup} from './stop-group.ts'

/** Most bytes of standard error; a child that writes more is ended. */
const MOST_SAID_BYTES = 64 * 1024
const SAID_BYTES = 4096

/** Programs through execa. */
export const execaByteChild: RunForBytes = async ({argv, cwd, mostBytes, deadlineMs}, signal) => {
  signal.throwIfAborted()
  const [program, ...args] = argv
  const child = execa(program, args, {
    cwd,
    env: {},
    extendEnv: false,
    stdin: 'ignore',
    encoding: 'buffer',
    maxBuffer: {stdout: mostBytes, stderr: MOST_SAID_BYTES},
    stripFinalNewline: false,
    timeout: deadlineMs,
    killSignal: 'SIGKILL',
    cancelSignal: signal,
    reject: false,
    detached: process.platform !== 'win32',
  })
  const hasEnded = endWithUs(child.pid)
  // What the program started may hold its output open, past every deadline.
  child.nodeChildProcess.once('exit', () => child.pid !== undefined && signalGroup(child.pid, 'SIGKILL'))
  const result = await child
  hasEnded()
  signal.throwIfAborted()
  const {stdout, stderr} = result
  return {kind: kindOf(result), output: stdout, said: Buffer.from(stderr.subarray(0, SAID_BYTES)).toString()}
}

interface Result {
  readonly failed: boolean
  readonly timedOut: boolean
  readonly isMaxBuffer: boolean
  readonly exitCode?: number
  readonly signal?: string
}

function kindOf({failed, timedOut, isMaxBuffer, exitCode, signal}: Result): ByteEnd['kind'] {
  if (timedOut) return 'late'
  if (isMaxBuffer) return 'flooded'
  if (!failed) return 'done'
  if (exitCode !== undefined) return 'failed'
  return signal === undefined ? 'missing' : 'crashed'
}
