import type {GitRunner} from '../git/git-runner.ts'

const LIMIT_MS = 600_000
const MOST_BYTES = 64 * 1024 * 1024
const PEELED = '^{}'

/** A tag of which `packed-refs` says that it leads elsewhere. */
export interface WrongPeel {
  readonly ref: string
  readonly said: string
  readonly real: string
}

/**
 * Annotated tags whose commit, as `packed-refs` remembers it, is another than the tag's own. `git fsck` does not look, and clients are told the remembered one.
 * Undefined where git cannot tell.
 */
export async function wrongPeels(folder: string, git: GitRunner): Promise<WrongPeel[] | undefined> {
  const options = {cwd: folder, timeoutMs: LIMIT_MS, mostBytes: MOST_BYTES}
  const shown = await git.run(['--git-dir=.', 'show-ref', '--dereference'], options)
  const lines = shown.stdout
    .split('\n')
    .map((line) => ({oid: line.slice(0, line.indexOf(' ')), name: line.slice(line.indexOf(' ') + 1)}))
  const oids = new Map(lines.map(({oid, name}) => [name, oid]))
  const peeled = lines
    .filter(({name}) => name.endsWith(PEELED))
    .map(({oid, name}) => ({said: oid, ref: name.slice(0, -PEELED.length)}))
  if (peeled.length === 0) return shown.stderr === '' ? [] : undefined
  const input = peeled.map(({ref}) => `${oids.get(ref)}${PEELED}\n`).join('')
  const {code, stdout} = await git.run(['--git-dir=.', 'cat-file', '--batch-check=%(objectname)'], {...options, input})
  if (code !== 0) return undefined
  const real = stdout.split('\n')
  return peeled.flatMap((one, at) => (one.said === real[at] ? [] : [{...one, real: real[at] ?? ''}]))
}
