import {execFileSync, spawnSync} from 'node:child_process'
import {cpSync, readdirSync, rmSync, writeFileSync} from 'node:fs'
import {join, relative} from 'node:path'
import {DatabaseSync} from 'node:sqlite'
import {HOSTNODE, TOLD} from './built-home.ts'
import {startTestNode} from './hostnode.ts'
import {tempDir} from './temp-dir.ts'

/** A call of `hostnode` that ends by itself. */
export function callHostnode(
  args: readonly string[],
  {cwd, env, program = HOSTNODE}: {cwd: string; env?: Readonly<Record<string, string>>; program?: string},
) {
  const {status, signal, stdout, stderr} = spawnSync(process.execPath, [program, ...args], {
    cwd,
    env: {PATH: process.env['PATH'], ...TOLD, ...env},
    encoding: 'utf8',
  })
  return {status, signal, stdout, stderr}
}

/** What a test does with the database of a node that is stopped, or reads of one that runs. */
export function withDatabase<T>(dataDir: string, work: (db: DatabaseSync) => T, options: {readOnly?: boolean} = {}): T {
  const db = new DatabaseSync(join(dataDir, 'node.sqlite'), options)
  try {
    return work(db)
  } finally {
    db.close()
  }
}

/** Git as a stranger's machine has it. */
export function git(cwd: string, ...args: string[]): string {
  const env = {
    PATH: process.env['PATH'],
    HOME: cwd,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_AUTHOR_NAME: 'a',
    GIT_AUTHOR_EMAIL: 'a@example.org',
    GIT_COMMITTER_NAME: 'a',
    GIT_COMMITTER_EMAIL: 'a@example.org',
  }
  return execFileSync('git', args, {cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe']})
}

/** Commits to a folder of a repository, and notes in the database what it points to now. */
export function fillRepository(dir: string, folder: string, id: string): void {
  const work = join(dir, `work-${id}`)
  git(dir, 'init', '--quiet', '--initial-branch=main', work)
  for (const n of [1, 2, 3]) {
    writeFileSync(join(work, `file-${n}.txt`), `${n} of ${id}\n`.repeat(50 * n))
    git(work, 'add', '.')
    git(work, 'commit', '--quiet', '-m', `change ${n}`)
  }
  git(work, 'tag', '-a', 'v1', '-m', 'one')
  git(work, 'push', '--quiet', folder, 'main', 'v1')
  const refs = git(folder, 'for-each-ref', '--format=%(objectname) %(refname)').trim().split('\n')
  withDatabase(join(dir, 'data'), (db) => {
    const insert = db.prepare('INSERT OR REPLACE INTO refs (repository_id, name, oid) VALUES (?, ?, ?)')
    for (const line of refs) insert.run(id, line.slice(41), line.slice(0, 40))
  })
}

/** By the program that made them. */
const originals = new Map<string, ReturnType<typeof makeDataDir>>()

/** A data directory that a node made and left: three repositories, two with commits, a hook, a token. Made once in a process; each caller gets a copy. */
export async function madeDataDir(program = HOSTNODE) {
  const original = originals.get(program) ?? makeDataDir(program)
  originals.set(program, original)
  const {path: from, made, folders} = await original
  const dir = tempDir()
  cpSync(from, dir.path, {recursive: true, preserveTimestamps: true, verbatimSymlinks: true})
  const moved = folders.map((folder) => join(dir.path, relative(from, folder)))
  return {path: dir.path, dataDir: join(dir.path, 'data'), made, folders: moved, [Symbol.dispose]: dir[Symbol.dispose]}
}

async function makeDataDir(program: string) {
  const dir = tempDir()
  process.once('exit', () => rmSync(dir.path, {recursive: true, force: true}))
  const node = await startTestNode({dir: dir.path, program})
  const made: {id: string; name: string}[] = []
  for (const name of ['one', 'two', 'empty']) {
    const reply = await node.call('POST', '/api/repos', {body: {name, owner: 'alice'}})
    made.push({id: (reply.json as {id: string}).id, name})
  }
  const hook = {url: 'https://example.org/hook', secret: 'a secret of eight'}
  await node.call('POST', '/api/repos/alice/one/hooks', {body: hook})
  await node.stop()
  const repos = join(dir.path, 'data', 'repos')
  const isById = readdirSync(repos).some((name) => name.startsWith('repo_'))
  const folderOf = ({id, name}: {id: string; name: string}) =>
    isById ? join(repos, `${id}.git`) : join(repos, 'alice', `${name}.git`)
  for (const one of made.slice(0, 2)) fillRepository(dir.path, folderOf(one), one.id)
  return {path: dir.path, made, folders: made.map(folderOf)}
}
