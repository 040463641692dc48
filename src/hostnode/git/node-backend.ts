import {spawn} from 'node:child_process'
import {Duplex} from 'node:stream'
import {AssayError} from '#error/assay-error'
import type {ProcessTable} from '#process/process-table'
import {signalGroup, stopGroup} from '#process/stop-group'
import type {BackendChild, BackendHost, StartHow} from './backend-host.ts'
import {gitEnvironment} from './git-runner.ts'

/** Facts of the machine that runs children. */
interface Machine {
  readonly cores: number
  readonly processes: ProcessTable
}

/** Starts the git of this machine, found on `path`. */
export function nodeBackend(path: string, home: string, {cores, processes}: Machine): BackendHost {
  const base = gitEnvironment(path, home)
  return {
    cores,
    boot: processes.host().bootIdentity,
    start: (variables, cwd, how) => begin({...base, ...variables}, cwd, how),
    startOf: processes.startOf,
    signal: signalGroup,
    stop: stopGroup,
  }
}

/** `http-backend` as it is, or under a limit on file sizes, so that writes fail with EFBIG; SIGXFSZ, which would end it, is ignored. */
const COMMANDS = {
  free: ['git', 'http-backend'],
  full: ['sh', '-c', 'trap "" XFSZ; ulimit -f 0; exec git http-backend'],
} as const

function begin(env: Record<string, string>, cwd: string, {isFull, hasQuestions}: StartHow): Promise<BackendChild> {
  const [program, ...args] = COMMANDS[isFull ? 'full' : 'free']
  return new Promise((done, fail) => {
    const child = spawn(program, args, {
      cwd,
      env,
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe', hasQuestions ? 'pipe' : 'ignore'],
    })
    const ended = new Promise<number | undefined>((end) => child.once('close', (code) => end(code ?? undefined)))
    child.once('error', (cause) => fail(new AssayError('node_git_missing', 'git could not be started', {cause})))
    child.once('spawn', () => {
      const {pid, stdin: input, stdout: output, stderr: complaints} = child
      const line = child.stdio[3]
      const questions = line instanceof Duplex ? line : undefined
      if (pid !== undefined && input && output && complaints) done({pid, input, output, complaints, questions, ended})
    })
  })
}
