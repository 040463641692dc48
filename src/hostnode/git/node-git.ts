import {execFile} from 'node:child_process'
import {type GitEnd, type GitRunner, gitEnvironment} from './git-runner.ts'

const MOST_OUTPUT_BYTES = 1024 * 1024

/** Runs the git of this machine, found on `path`. */
export function nodeGit(path: string, home: string): GitRunner {
  const env = gitEnvironment(path, home)
  return {
    run: (args, {cwd, timeoutMs, mostBytes: maxBuffer = MOST_OUTPUT_BYTES, input = ''}) =>
      new Promise<GitEnd>((done) => {
        const options = {cwd, env, timeout: timeoutMs, killSignal: 'SIGKILL' as const, maxBuffer}
        const child = execFile('git', [...args], options, (error, stdout, stderr) => {
          const code = error === null ? 0 : typeof error.code === 'number' ? error.code : undefined
          done({code, stdout, stderr, isMissing: child.pid === undefined})
        })
        // A git that stops reading early does not need the rest of its input.
        child.stdin?.on('error', () => undefined)
        child.stdin?.end(input)
      }),
  }
}
