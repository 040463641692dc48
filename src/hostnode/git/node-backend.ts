import {spawn} from 'node:child_process'
import {AssayError} from '#error/assay-error'
import type {ProcessTable} from '#process/process-table'
import {signalGroup} from '#process/signal-group'
import {stopGroup} from '#process/stop-group'
import type {BackendChild, BackendHost} from './backend-host.ts'
import {gitEnvironment} from './git-runner.ts'

/** What a host of children takes of its machine. */
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
    start: (variables, cwd) => begin({...base, ...variables}, cwd),
    startOf: processes.startOf,
    signal: signalGroup,
    stop: stopGroup,
  }
}

function begin(env: Record<string, string>, cwd: string): Promise<BackendChild> {
  return new Promise((done, fail) => {
    const child = spawn('git', ['http-backend'], {cwd, env, detached: true, stdio: ['pipe', 'pipe', 'pipe']})
    const ended = new Promise<number | undefined>((end) => child.once('close', (code) => end(code ?? undefined)))
    child.once('error', (cause) => fail(new AssayError('node_git_missing', 'git could not be started', {cause})))
    child.once('spawn', () => {
      const {pid, stdin: input, stdout: output, stderr: complaints} = child
      if (pid !== undefined) done({pid, input, output, complaints, ended})
    })
  })
}
