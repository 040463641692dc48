import {randomBytes} from 'node:crypto'
import {mkdirSync, rmSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {git, gitOut, makeRepo} from '../git-client.ts'
import {PAYLOADS} from '../hook-payloads.ts'
import type {ApiRequest, TestNode} from '../hostnode.ts'
import type {SoakSeries} from './judge-soak.ts'

/** A token is good for 5,000 requests an hour. */
const USES = 4_000
const PUSHED_BYTES = 50_000
/** Clones grow with what was pushed: the repository begins anew after so many. */
const PUSHES_EACH = 20
const PAUSE_MS = 20
/** The median of so long is one sample of a latency. */
const WINDOWS = 40

interface Timed {
  readonly atMs: number
  readonly ms: number
}

/** What came of a load. */
export interface LoadResult {
  readonly counts: Readonly<Record<string, number>>
  readonly errors: readonly string[]
  readonly latencies: readonly SoakSeries[]
}

/** Who calls a node as one user for hours: another token before the one is used up. */
class Caller {
  readonly node: TestNode
  #token: string
  #used = 0

  constructor(node: TestNode) {
    this.node = node
    this.#token = node.token
  }

  /** Good for some requests more. */
  async token(requests: number): Promise<string> {
    this.#used += requests
    if (this.#used > USES) {
      this.#used = requests
      const body = {name: `soak-${Date.now()}`, scopes: ['admin']}
      const {json} = await this.node.call('POST', '/api/tokens', {body, token: this.#token})
      this.#token = String(Object(json).token)
    }
    return this.#token
  }

  async want(status: number, method: string, path: string, request: ApiRequest = {}): Promise<unknown> {
    const reply = await this.node.call(method, path, {token: await this.token(1), ...request})
    if (reply.status !== status) throw new Error(`${method} ${path}: ${reply.status} ${reply.text.slice(0, 200)}`)
    return reply.json
  }
}

/** Pushes, clones, calls, webhooks and checks side by side until the signal; `received`: how many deliveries the receiver of `hookUrl` has got. */
export async function loadNode(
  node: TestNode,
  {dir, hookUrl, received}: {readonly dir: string; readonly hookUrl: string; readonly received: () => number},
  signal: AbortSignal,
): Promise<LoadResult> {
  const caller = new Caller(node)
  const times = new Map<string, Timed[]>()
  const errors: string[] = []
  let raised = 0
  const hook = {url: hookUrl, secret: 'a secret of eight', events: ['star']}
  await makeRepo(node, 'calls')
  await caller.want(201, 'POST', '/api/repos/alice/calls/hooks', {body: hook})
  const lane = async (name: string, work: (round: number) => Promise<void>) => {
    const own: Timed[] = []
    times.set(name, own)
    for (let round = 0; !signal.aborted; round++) {
      const atMs = performance.now()
      await work(round).catch((error: unknown) =>
        errors.push(`${name}: ${error instanceof Error ? error.message : error}`),
      )
      own.push({atMs, ms: performance.now() - atMs})
      await new Promise((wake) => setTimeout(wake, PAUSE_MS))
    }
  }
  await Promise.all([
    lane('push and clone', (round) => pushAndClone(caller, dir, round)),
    lane('read', async () => {
      await caller.want(200, 'GET', '/api/repos')
    }),
    lane('write', async (round) => {
      const name = `w-${round}`
      await caller.want(201, 'POST', '/api/repos', {body: {name, owner: 'alice'}})
      const token = Object(await caller.want(201, 'POST', '/api/tokens', {body: {name, scopes: ['repo']}}))
      await caller.want(204, 'DELETE', `/api/tokens/${token.id}`)
      await caller.want(204, 'DELETE', `/api/repos/alice/${name}`)
    }),
    lane('webhook', async () => {
      const body = {owner: 'alice', repo: 'calls', event: 'star', payload: PAYLOADS['star']}
      await caller.want(202, 'POST', '/api/admin/events', {body})
      const wanted = ++raised
      for (let tries = 0; received() < wanted; tries++) {
        if (tries === 1_000) throw new Error('a delivery did not come')
        await new Promise((wake) => setTimeout(wake, PAUSE_MS))
      }
    }),
    lane('check', async () => {
      await caller.want(200, 'GET', '/health/ready', {token: null})
      await caller.want(200, 'GET', '/api/node/status', {token: null})
      await caller.want(401, 'GET', '/api/repos', {token: 'hn_none'}).catch((error: Error) => {
        // Bad credentials are counted by the address, and that is used up after sixty.
        if (!error.message.includes('rate_limited')) throw error
      })
    }),
  ])
  return {
    errors,
    counts: Object.fromEntries([...times].map(([name, all]) => [name, all.length])),
    latencies: [...times].map(([name, all]) => latencySeries(name, all)),
  }
}

async function pushAndClone(caller: Caller, dir: string, round: number): Promise<void> {
  const name = `g-${Math.floor(round / PUSHES_EACH)}`
  const cwd = join(dir, name)
  if (round % PUSHES_EACH === 0) {
    await caller.want(201, 'POST', '/api/repos', {body: {name, owner: 'alice'}})
    mkdirSync(cwd)
    await gitOut(['init', '--quiet', '--initial-branch=main', cwd], {cwd: dir})
  }
  const url = `${caller.node.url}/git/alice/${name}`
  const token = await caller.token(12)
  writeFileSync(join(cwd, 'data.bin'), randomBytes(PUSHED_BYTES))
  await gitOut(['add', '.'], {cwd})
  await gitOut(['commit', '--quiet', `--message=${round}`], {cwd})
  await gitOut(['push', '--quiet', url, 'HEAD:main'], {cwd, token})
  const copy = `${cwd}-clone`
  await gitOut(['clone', '--quiet', '--depth=1', url, copy], {cwd: dir, token})
  const heads = await Promise.all([cwd, copy].map((where) => gitOut(['rev-parse', 'HEAD'], {cwd: where})))
  const {code} = await git(['fsck', '--strict'], {cwd: copy})
  rmSync(copy, {recursive: true})
  if (heads[0] !== heads[1] || code !== 0) throw new Error('the clone is not what was pushed')
  if (round % PUSHES_EACH < PUSHES_EACH - 1) return
  rmSync(cwd, {recursive: true})
  await caller.want(204, 'DELETE', `/api/repos/alice/${name}`)
}

/** Medians of windows of equal length: single calls say more of the machine than of the node. */
function latencySeries(name: string, all: readonly Timed[]): SoakSeries {
  const each = Math.max(1, Math.ceil(all.length / WINDOWS))
  const windows = Array.from({length: Math.floor(all.length / each)}, (_, at) => all.slice(at * each, (at + 1) * each))
  const middle = (some: readonly Timed[]) =>
    some.map(({ms}) => ms).sort((a, b) => a - b)[some.length >> 1] ?? Number.NaN
  return {
    name: `ms of ${name}`,
    atMs: windows.map((some) => some[0]?.atMs ?? Number.NaN),
    values: windows.map(middle),
    allowed: {share: 0.5, least: 10},
  }
}
