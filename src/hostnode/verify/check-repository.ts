import {join} from 'node:path'
import {AssayError} from '#error/assay-error'
import type {FileReader} from '#path/files'
import type {GitRunner} from '../git/git-runner.ts'
import {readRefs} from '../git/read-refs.ts'
import type {RefTable} from '../git/refs.ts'
import type {RepositoryRow} from '../model/objects.ts'
import {wrongPeels} from './check-peeled.ts'
import type {DataFinding, FindingCode} from './findings.ts'

const FSCK_LIMIT_MS = 3_600_000
const MOST_BYTES = 64 * 1024 * 1024
const MOST_HEAD_BYTES = 4096
/** A damaged pack makes git complain of each object in it. */
const MOST_FINDINGS = 100

/** One repository to look at. */
export interface RepositoryCheck {
  readonly row: RepositoryRow
  readonly folder: string
  /** What the table of refs has: read anew each time, for a running node moves on. */
  readonly known: () => RefTable
  readonly reader: FileReader
  readonly git: GitRunner
}

/** Folder, HEAD and refs; `full`: every object as well. */
export async function checkRepository(check: RepositoryCheck, full: boolean): Promise<DataFinding[]> {
  const {row, folder, reader} = check
  if (reader.facts(folder)?.kind !== 'directory')
    return [finding(row, 'directory_missing', 'the folder of a repository is not there')]
  const found = [...checkHead(check), ...(await checkRefs(check))]
  return full ? [...found, ...(await checkObjects(check)), ...(await checkPeeled(check))] : found
}

function checkHead({row, folder, reader}: RepositoryCheck): DataFinding[] {
  const path = join(folder, 'HEAD')
  const facts = reader.facts(path)
  const isRead = facts?.kind === 'file' && facts.sizeBytes <= MOST_HEAD_BYTES
  const text = isRead ? Buffer.from(reader.read(path)).toString('latin1') : ''
  const [, branch] = /^ref: refs\/heads\/([^\0-\x20\x7f]+)\n$/.exec(text) ?? []
  if (branch === undefined) return [finding(row, 'head_wrong', 'HEAD names no branch')]
  if (row.default_branch === undefined || row.default_branch === branch) return []
  return [finding(row, 'head_wrong', 'HEAD names another branch than the default one', `refs/heads/${branch}`)]
}

async function checkRefs({row, folder, known, git}: RepositoryCheck): Promise<DataFinding[]> {
  const table = known()
  const real = await readRefs(folder, git).catch((error: unknown) => {
    if (error instanceof AssayError) return undefined
    throw error
  })
  if (real === undefined) return [finding(row, 'git_damaged', 'git does not take the folder for a repository')]
  const names = [...new Set([...table.keys(), ...real.keys()])].sort()
  return names
    .filter((name) => table.get(name) !== real.get(name))
    .slice(0, MOST_FINDINGS)
    .map((name) => finding(row, 'refs_differ', refMessage(table.get(name), real.get(name)), name))
}

function refMessage(known: string | undefined, real: string | undefined): string {
  return `a ref is ${real ?? 'not there'}, and was recorded as ${known ?? 'not there'}`
}

/** Git itself reads every object and each link between them. */
async function checkObjects({row, folder, git}: RepositoryCheck): Promise<DataFinding[]> {
  const args = ['--git-dir=.', 'fsck', '--full', '--strict', '--no-dangling', '--no-progress']
  const {code, stdout, stderr} = await git.run(args, {cwd: folder, timeoutMs: FSCK_LIMIT_MS, mostBytes: MOST_BYTES})
  const lines = `${stderr}\n${stdout}`.split('\n').filter((line) => /^(error|fatal|missing|broken|bad)/.test(line))
  const told = lines.slice(0, MOST_FINDINGS)
  if (code === 0) return []
  if (told.length === 0) return [finding(row, 'git_damaged', `git fsck ended with ${code ?? 'a signal'}`)]
  return told.map((line) => finding(row, 'git_damaged', line, /\b[0-9a-f]{40}\b/.exec(line)?.[0] ?? null))
}

async function checkPeeled({row, folder, git}: RepositoryCheck): Promise<DataFinding[]> {
  const wrong = await wrongPeels(folder, git)
  if (wrong === undefined) return [finding(row, 'git_damaged', 'git cannot tell where the tags lead')]
  return wrong
    .slice(0, MOST_FINDINGS)
    .map(({ref, said, real}) =>
      finding(row, 'git_damaged', `packed-refs leads a tag to ${said}, and it leads to ${real}`, ref),
    )
}

function finding(
  {owner, name}: RepositoryRow,
  code: FindingCode,
  message: string,
  object: string | null = null,
): DataFinding {
  return {code, repo: `${owner}/${name}`, object, message}
}
