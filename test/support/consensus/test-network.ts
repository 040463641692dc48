import {writeFileSync} from 'node:fs'
import {createServer} from 'node:net'
import {join} from 'node:path'
import {type ApiReply, startTestNode, type TestNode} from '../hostnode.ts'
import {hostnodeHere} from '../hostnode-here.ts'
import {tempDir} from '../temp-dir.ts'

/** Ports below those that systems hand out, so that no other socket gets one by chance in between. */
const FIRST_PORT = 20_000
const PORTS = 12_000

/** What is asked of one of the nodes. */
export interface Standing {
  readonly block_height: number
  readonly block_id: string
  readonly state: string
  readonly synced: boolean
  readonly has_quorum: boolean
  readonly view: number
  readonly leader: string
  readonly is_leader: boolean
}

/** Some `hostnode serve` that agree, each with its folder; a place is empty while its node does not run. */
export interface TestNetwork extends AsyncDisposable {
  readonly file: string
  readonly folder: string
  readonly nodes: (TestNode | undefined)[]
  dir(at: number): string
  start(...places: number[]): Promise<void>
  /** Starts one as another release; with the next `start` it is again what the others are. */
  startAs(program: string, at: number): Promise<void>
  /** Starts one that is to crash by itself, at a crash point such as `consensus.vote.stored:3`, and waits until it did. */
  crash(at: number, point: string): Promise<void>
  kill(...places: number[]): Promise<void>
  status(at: number): Promise<Standing>
  call(at: number, method: string, path: string, body?: unknown): Promise<ApiReply>
}

/** What all nodes of a network have in common. */
export interface NetworkOptions {
  /** More flags of `serve`. */
  readonly flags?: readonly string[]
  /** A release launcher; the newest release where absent. */
  readonly program?: string
}

/** Folders and keys of a network whose nodes do not run yet. */
export async function makeTestNetwork(
  count: number,
  blockTimeMs = 300,
  {flags = [], program}: NetworkOptions = {},
): Promise<TestNetwork> {
  const folder = tempDir()
  const dir = (at: number) => join(folder.path, `v${at + 1}`)
  const validators: {name: string; pubkey: string; weight: number; address: string}[] = []
  for (let at = 0; at < count; at++) {
    const {stdout} = await hostnodeHere(['key', '--data-dir', join(dir(at), 'data')], {cwd: folder.path})
    validators.push({name: `v${at + 1}`, pubkey: stdout.trim(), weight: 1, address: `127.0.0.1:${await freePort()}`})
  }
  const file = join(folder.path, 'network.json')
  writeFileSync(file, JSON.stringify({network: 'test', block_time_ms: blockTimeMs, leader: 'stable', validators}))
  const nodes: (TestNode | undefined)[] = Array.from({length: count}, () => undefined)
  const flagsOf = (at: number) => ['--validators', file, '--peer-addr', validators[at]?.address ?? '', ...flags]
  const live = (at: number): TestNode => nodes[at] ?? missing(at)
  const call = (at: number, method: string, path: string, body?: unknown) =>
    live(at).call(method, path, body === undefined ? {} : {body})
  const startOne = async (at: number, launcher: string | undefined) => {
    nodes[at] = await startTestNode({dir: dir(at), flags: flagsOf(at), ...(launcher && {program: launcher})})
  }
  return {
    file,
    folder: folder.path,
    nodes,
    dir,
    start: async (...places) => {
      await Promise.all(places.map((at) => startOne(at, program)))
    },
    startAs: (launcher, at) => startOne(at, launcher),
    crash: async (at, point) => {
      const options = {dir: dir(at), flags: flagsOf(at), ...(program && {program}), env: {HOSTNODE_CRASH_AT: point}}
      // It may come so far before it serves.
      const signal = await startTestNode(options).then(
        (node) => node.ended.then((end) => end.signal),
        (error: Error) => /SIGKILL/.exec(String(error.cause))?.[0],
      )
      if (signal !== 'SIGKILL') throw new Error(`it did not crash at ${point}`)
    },
    kill: async (...places) => {
      await Promise.all(places.map((at) => live(at).kill()))
      for (const at of places) nodes[at] = undefined
    },
    status: async (at) => (await call(at, 'GET', '/api/consensus/status')).json as Standing,
    call,
    [Symbol.asyncDispose]: async () => {
      for (const node of nodes) await node?.[Symbol.asyncDispose]()
      folder[Symbol.dispose]()
    },
  }
}

/** A port that nobody has at this moment. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST_PORT + Math.floor(Math.random() * PORTS)
    const server = createServer()
    const isFree = await new Promise<boolean>((done) => {
      server.once('error', () => done(false))
      server.listen(port, '127.0.0.1', () => server.close(() => done(true)))
    })
    if (isFree) return port
  }
}

function missing(at: number): never {
  throw new Error(`node ${at} does not run`)
}
