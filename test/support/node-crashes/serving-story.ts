import {mkdirSync, readdirSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import {git, gitOut, gitProcesses, makeRepo, realRefs, recorded} from '../git-client.ts'
import {type Caught, catchHooks} from '../hook-catcher.ts'
import {type NodeEnd, startTestNode, type TestNode} from '../hostnode.ts'
import {hostnodeHere} from '../hostnode-here.ts'
import {tempDir} from '../temp-dir.ts'
import {ClientLedger} from './client-ledger.ts'
import {EventLedger} from './event-ledger.ts'
import {type MixedLoad, writeMixed} from './mixed-load.ts'
import {CALLS, countCalls, endingFlags, type SystemCall, WRITING_CALLS, watchThreads} from './system-calls.ts'

const PAUSE_MS = 20
const MOST_ROUNDS = 3
const MOST_LOOKS = 500
/** One thread for files: the n-th call of it is much the same each time. */
const ENV = {UV_THREADPOOL_SIZE: '1'}

/** Where a node is to end: at a crash point, at a call while it serves, or at one while it starts. */
export type ServingWish =
  | {readonly at: 'point'; readonly wish: string}
  | ({readonly at: 'serving' | 'start'} & SystemCall)

/** A node that is killed while it takes every kind of write, and looked at when it is there again. */
export interface ServingStory extends AsyncDisposable {
  /** How often each call is made while it starts, and in one round of writes. */
  count(): Promise<{readonly start: Map<string, number>; readonly serving: Map<string, number>}>
  /** Whether it was ended there, and what is wrong after its next start. */
  crash(wish: ServingWish): Promise<{readonly isKilled: boolean; readonly faults: string[]}>
}

export async function startServingStory(): Promise<ServingStory> {
  const dir = tempDir()
  const catcher = await catchHooks()
  const flags = ['--allow-hook-target', `127.0.0.1:${catcher.port}`, '--hook-schedule', '0s,10ms,50ms']
  const start = (env: Record<string, string> = {}) => startTestNode({dir: dir.path, flags, env: {...ENV, ...env}})
  const cwd = join(dir.path, 'work')
  mkdirSync(cwd)
  await gitOut(['init', '--quiet', '--initial-branch=main', cwd], {cwd: dir.path})
  const load: MixedLoad = {
    things: new ClientLedger(),
    events: new EventLedger(),
    cwd,
    sinkUrl: `${catcher.url}/sink`,
    tokens: new Map(),
  }
  const first = await start()
  const {id, folder} = await makeRepo(first, 'main')
  load.things.acknowledge('repository main', 'private')
  const hook = {url: `${catcher.url}/all`, secret: 'a secret of eight', events: ['push', 'create', 'delete', 'star']}
  await first.call('POST', '/api/repos/alice/main/hooks', {body: hook})
  load.things.acknowledge(`hook ${hook.url}`, 'on')
  await first.stop()
  let round = 0
  const isAlive = ({child}: TestNode) => child.exitCode === null && child.signalCode === null
  const writeUntilGone = async (node: TestNode): Promise<NodeEnd> => {
    for (let n = 0; n < MOST_ROUNDS && isAlive(node); n++) await writeMixed(node, ++round, load)
    return isAlive(node) ? {...(await node.kill()), signal: null} : node.ended
  }
  const judge = async (): Promise<string[]> => {
    await using node = await start()
    await quiet(node)
    const real = await realRefs(folder)
    const found = await thingsOf(node, real)
    const {refs} = recorded(node, id)
    const children = await leftRunning(node.dataDir)
    const faults = [
      ...load.things.judge(found),
      ...load.events.judge(caughtAt(catcher.caught, '/all'), real),
      ...(await tokenFaults(node, load.tokens)),
      ...(refs.sort().join() === real.sort().join() ? [] : ['the table of refs is not what git has']),
      ...children.map((line) => `left running: ${line}`),
    ]
    const {code} = await node.stop()
    if (code !== 0) faults.push(`the stop ended with ${code}`)
    const {status, stdout} = await hostnodeHere(['verify', '--full', '--data-dir', 'data'], {cwd: dir.path})
    if (status !== 0) faults.push(`verify --full: ${stdout}`)
    const fsck = await git(['fsck', '--full', '--strict'], {cwd: folder})
    if (fsck.code !== 0) faults.push(`git fsck: ${fsck.err}`)
    return faults
  }
  const endedWhileStarting = async (words: readonly string[]) => {
    const ready = join(dir.path, `ready-traced-${process.hrtime.bigint()}.json`)
    await using node = await startTestNode({dir: dir.path, flags, env: ENV, under: words, ready}).catch(() => undefined)
    if (node === undefined) return true
    const isThere = killIfThere(JSON.parse(readFileSync(ready, 'utf8')).pid)
    await node.ended
    return !isThere
  }

  return {
    count: async () => {
      const log = join(dir.path, 'calls.log')
      await endedWhileStarting(['strace', '-f', '-qq', '-o', log, '-e', `trace=${WRITING_CALLS.join()}`])
      const atStart = countCalls(readFileSync(log, 'utf8'))
      const node = await start()
      const strace = await watchThreads(node.child, ['-o', log, '-e', `trace=${CALLS.join()}`])
      await writeMixed(node, ++round, load)
      await node.kill()
      if (strace.exitCode === null) await new Promise((done) => strace.once('close', done))
      await judge()
      return {start: atStart, serving: countCalls(readFileSync(log, 'utf8'))}
    },
    crash: async (wish) => {
      if (wish.at === 'start') {
        const isKilled = await endedWhileStarting(['strace', '-f', ...endingFlags(wish)])
        return {isKilled, faults: await judge()}
      }
      const node = await start(wish.at === 'point' ? {HOSTNODE_CRASH_AT: wish.wish} : {}).catch((error: Error) => {
        // A start passes some of the points, too.
        if (wish.at === 'point' && String(error.cause).includes('SIGKILL')) return undefined
        throw error
      })
      if (node === undefined) return {isKilled: true, faults: await judge()}
      if (wish.at === 'serving') await watchThreads(node.child, endingFlags(wish))
      const {signal} = await writeUntilGone(node)
      return {isKilled: signal === 'SIGKILL', faults: await judge()}
    },
    [Symbol.asyncDispose]: async () => {
      await catcher.close()
      dir[Symbol.dispose]()
    },
  }
}

/** Git that a crash left and that does not end: who gets no more input may take a moment. */
async function leftRunning(dataDir: string): Promise<string[]> {
  const running = () => gitProcesses(dataDir, readdirSync('/proc'))
  for (let tries = 0; tries < MOST_LOOKS && running().length > 0; tries++)
    await new Promise((wake) => setTimeout(wake, PAUSE_MS))
  return running().map((pid) => `${pid} ${readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')}`)
}

const caughtAt = (all: readonly Caught[], path: string) => all.filter((one) => one.path === path)

/** Waits until no delivery is to be attempted any more. */
async function quiet(node: TestNode): Promise<void> {
  const {json} = await node.call('GET', '/api/repos/alice/main/hooks')
  const hooks = Object(json).items as {id: string; active: boolean}[]
  for (const {id} of hooks.filter(({active}) => active))
    for (const status of ['pending', 'retrying'])
      for (;;) {
        const reply = await node.call('GET', `/api/repos/alice/main/hooks/${id}/deliveries?status=${status}&per_page=1`)
        if (Object(reply.json).total_count === 0) break
        await new Promise((wake) => setTimeout(wake, PAUSE_MS))
      }
}

/** What is there, under the names that the client gave. */
async function thingsOf(node: TestNode, real: readonly string[]): Promise<Map<string, string>> {
  const list = async (path: string) => {
    const items: Record<string, never>[] = []
    for (let page = 1; ; page++) {
      const {json} = await node.call('GET', `${path}?per_page=100&page=${page}`)
      const body = Object(json) as {items: Record<string, never>[]; total_pages: number}
      items.push(...body.items)
      if (page >= body.total_pages) return items
    }
  }
  const found = new Map<string, string>()
  for (const one of await list('/api/repos'))
    found.set(`repository ${one['name']}`, one['private'] ? 'private' : 'public')
  for (const one of await list('/api/tokens'))
    if (one['name'] !== 'bootstrap') found.set(`token ${one['name']}`, String(one['scopes']))
  for (const one of await list('/api/user/keys')) found.set(`key ${one['title']}`, String(one['key_type']))
  for (const one of await list('/api/repos/alice/main/hooks'))
    found.set(`hook ${one['url']}`, one['active'] ? 'on' : 'off')
  for (const line of real) found.set(`ref ${line.slice(41)}`, line.slice(0, 40))
  return found
}

/** A token that was given works, one that was taken back does not. Asked once for each. */
async function tokenFaults(node: TestNode, tokens: Map<string, boolean>): Promise<string[]> {
  const faults: string[] = []
  for (const [token, isGood] of tokens) {
    const {status} = await node.call('GET', '/api/user', {token})
    if (status !== (isGood ? 200 : 401)) faults.push(`a token that is ${isGood ? 'good' : 'revoked'} gives ${status}`)
  }
  tokens.clear()
  return faults
}

/** False where it has ended: by the last call that it was to be ended at, perhaps. */
function killIfThere(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
    throw error
  }
}
