import {AssayError} from '#error/assay-error'
import type {GitRunner} from './git-runner.ts'
import type {RefTable} from './refs.ts'

const LIMIT_MS = 60_000
/** Enough for some hundred thousand refs. */
const MOST_BYTES = 64 * 1024 * 1024

/** All refs of a repository as git reads them. Throws `node_git`. */
export async function readRefs(folder: string, git: GitRunner): Promise<RefTable> {
  const args = ['for-each-ref', '--format=%(objectname) %(refname)']
  const {code, stdout} = await git.run(args, {cwd: folder, timeoutMs: LIMIT_MS, mostBytes: MOST_BYTES})
  if (code !== 0) throw new AssayError('node_git', 'the refs of a repository could not be read')
  return new Map(
    stdout
      .split('\n')
      .filter(Boolean)
      .map((line): [string, string] => [line.slice(line.indexOf(' ') + 1), line.slice(0, line.indexOf(' '))]),
  )
}
