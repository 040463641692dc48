import {spawn} from 'node:child_process'
import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import {DatabaseSync} from 'node:sqlite'
import type {TestNode} from './hostnode.ts'

/** How a git command ended. */
export interface GitResult {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

export interface GitCommand {
  readonly cwd: string
  readonly input?: string
  /** Sent with each request; none where absent. */
  readonly token?: string
  readonly env?: Readonly<Record<string, string>>
}

/** The git of this machine as a user runs it, but for everything that this user has set. */
export function git(args: readonly string[], {cwd, token, env, input = ''}: GitCommand): Promise<GitResult> {
  const credentials = token && {
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: 'http.extraHeader',
    GIT_CONFIG_VALUE_0: `Authorization: Bearer ${token}`,
  }
  const who = {NAME: 'Ada', EMAIL: 'ada@example.org'}
  const identity = Object.entries(who).flatMap(([key, value]) => [
    [`GIT_AUTHOR_${key}`, value],
    [`GIT_COMMITTER_${key}`, value],
  ])
  const child = spawn('git', args, {
    cwd,
    env: {
      PATH: process.env['PATH'],
      HOME: cwd,
      LC_ALL: 'C',
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_TERMINAL_PROMPT: '0',
      ...Object.fromEntries(identity),
      ...credentials,
      ...env,
    },
  })
  const said = {out: '', err: ''}
  child.stdout.on('data', (data) => {
    said.out += data
  })
  child.stderr.on('data', (data) => {
    said.err += data
  })
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  return new Promise((done) => child.on('close', (code) => done({code, ...said})))
}

/** Its output. Throws what git said where it did not end with 0. */
export async function gitOut(args: readonly string[], command: GitCommand): Promise<string> {
  const {code, out, err} = await git(args, command)
  if (code !== 0) throw new Error(`git ${args[0]} ended with ${code}: ${err}`)
  return out.trimEnd()
}

/** Makes a repository on a node, and gives its address and the folder that has it. */
export async function makeRepo(node: TestNode, name: string, more: object = {}) {
  const {status, json} = await node.call('POST', '/api/repos', {body: {name, owner: 'alice', ...more}})
  if (status !== 201) throw new Error(`the repository was not made: ${status}`)
  const {id, clone_url: url} = json as Record<string, string>
  return {id: String(id), url: String(url), folder: join(node.dataDir, 'repos', `${id}.git`)}
}

/** What the node recorded of a repository: kinds of events, and where its refs point to. */
export function recorded(node: {readonly dataDir: string}, id: string) {
  const db = new DatabaseSync(join(node.dataDir, 'node.sqlite'), {readOnly: true})
  try {
    const kinds = db.prepare('SELECT kind FROM events WHERE repository_id = ? ORDER BY id').all(id)
    const refs = db.prepare('SELECT name, oid FROM refs WHERE repository_id = ? ORDER BY name').all(id)
    return {kinds: kinds.map(({kind}) => String(kind)), refs: refs.map(({name, oid}) => `${oid} ${name}`)}
  } finally {
    db.close()
  }
}

/** Refs as git reads them from the folder itself. */
export async function realRefs(folder: string): Promise<string[]> {
  const out = await gitOut(['for-each-ref', '--format=%(objectname) %(refname)'], {cwd: folder})
  return out.split('\n').filter(Boolean)
}

/** Processes of git whose variables name a folder: those that a node started for it. Linux alone tells. */
export function gitProcesses(dataDir: string, pids: readonly string[]): string[] {
  return pids.filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`GIT_PROJECT_ROOT=${dataDir}`)
    } catch {
      return false
    }
  })
}
