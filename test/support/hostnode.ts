import {type ChildProcess, spawn} from 'node:child_process'
import {existsSync, readFileSync, rmSync} from 'node:fs'
import {join} from 'node:path'
import {isRecord} from '#contract/is-record'
import {HOSTNODE, TOLD} from './built-home.ts'
import {tempDir} from './temp-dir.ts'

export interface NodeOptions {
  /** More flags of `serve`, after those of every test. */
  readonly flags?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** Of an earlier node: its data are there. A new one where absent, removed at the end. */
  readonly dir?: string
  /** Another program that takes the same flags, such as a release launcher. */
  readonly program?: string
  /** The words of a program that starts it, such as a tracer; `child` is that one then. */
  readonly under?: readonly string[]
  /** Where it says that it serves; a file of its own where absent. */
  readonly ready?: string
  /** Ports of the API and of metrics; with them all is called the same at each start, so that its configuration is the same. */
  readonly ports?: readonly [api: number, metrics: number]
}

/** How a node ended, with its log. */
export interface NodeEnd {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

export interface ApiReply {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** Undefined where there is none. */
  readonly json: unknown
}

export interface ApiRequest {
  /** The first user's where absent; null: none. */
  readonly token?: string | null
  /** Sent as JSON. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** A running `hostnode serve` of its own process, with user `alice` and an admin token. */
export interface TestNode extends AsyncDisposable {
  readonly dir: string
  readonly dataDir: string
  readonly url: string
  readonly metricsUrl: string
  readonly token: string
  readonly child: ChildProcess
  readonly ended: Promise<NodeEnd>
  /** All lines of the log so far. */
  log(): Record<string, unknown>[]
  /** `call('GET', '/api/user')`. */
  call(method: string, path: string, request?: ApiRequest): Promise<ApiReply>
  /** SIGTERM, and its end. */
  stop(): Promise<NodeEnd>
  /** SIGKILL, and its end; the data stay. */
  kill(): Promise<NodeEnd>
}

/** Starts a node that was never there, or one that goes on with `dir`. Throws with what it said where it ends before it serves. */
export async function startTestNode(options: NodeOptions = {}): Promise<TestNode> {
  const own = options.dir === undefined ? tempDir() : undefined
  const dir = options.dir ?? own?.path ?? ''
  const name = options.ports === undefined ? `ready-${process.hrtime.bigint()}.json` : 'ready.json'
  const ready = options.ready ?? join(dir, name)
  rmSync(ready, {force: true})
  const [apiPort, metricsPort] = options.ports ?? [0, 0]
  const flags = ['--data-dir', join(dir, 'data'), '--ready-file', ready]
  const addresses = ['--api-addr', `127.0.0.1:${apiPort}`, '--metrics-addr', `127.0.0.1:${metricsPort}`]
  const first = ['--bootstrap-user', 'alice', '--bootstrap-token-file', join(dir, 'token')]
  const args = [options.program ?? HOSTNODE, 'serve', ...flags, ...addresses, ...first, ...(options.flags ?? [])]
  const [program = '', ...words] = [...(options.under ?? []), process.execPath, ...args]
  const child = spawn(program, words, {
    cwd: dir,
    env: {PATH: process.env['PATH'], ...TOLD, ...options.env},
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = {text: ''}
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data) => {
      said.text += data
    })
  const ended = new Promise<NodeEnd>((done) => child.on('close', (code, signal) => done({code, signal})))
  try {
    await served(ready, ended)
  } catch (error) {
    child.kill('SIGKILL')
    await ended
    own?.[Symbol.dispose]()
    throw new Error(`the node did not serve: ${said.text}`, {cause: error})
  }
  const {api, metrics} = JSON.parse(readFileSync(ready, 'utf8'))
  const token = readFileSync(join(dir, 'token'), 'utf8').trim()
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal)
    return ended
  }
  return {
    dir,
    dataDir: join(dir, 'data'),
    url: api,
    metricsUrl: metrics,
    token,
    child,
    ended,
    log: () => said.text.split('\n').flatMap(logLine),
    call: (method, path, request) => callApi(api, {method, path, token, ...request}),
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    [Symbol.asyncDispose]: async () => {
      await end('SIGKILL')
      own?.[Symbol.dispose]()
    },
  }
}

/** Waits for the file that a node writes when it serves, and no longer than its process is there. */
export async function served(file: string, ended: Promise<NodeEnd>): Promise<void> {
  let end: NodeEnd | undefined
  void ended.then((one) => {
    end = one
  })
  while (!existsSync(file)) {
    if (end !== undefined) throw new Error(`it ended with ${end.code ?? end.signal}`)
    await new Promise((wake) => setTimeout(wake, 20))
  }
}

function logLine(line: string): Record<string, unknown>[] {
  if (!line.startsWith('{')) return []
  const value: unknown = JSON.parse(line)
  return isRecord(value) ? [value] : []
}

type FullRequest = ApiRequest & {readonly method: string; readonly path: string}

async function callApi(url: string, {method, path, token, body, headers}: FullRequest): Promise<ApiReply> {
  const reply = await fetch(`${url}${path}`, {
    method,
    headers: {
      ...(token && {authorization: `Bearer ${token}`}),
      ...(body !== undefined && {'content-type': 'application/json'}),
      ...headers,
    },
    ...(body !== undefined && {body: JSON.stringify(body)}),
    redirect: 'manual',
  })
  const text = await reply.text()
  const isJson = reply.headers.get('content-type')?.startsWith('application/json') && text !== ''
  return {status: reply.status, headers: reply.headers, text, json: isJson ? JSON.parse(text) : undefined}
}
