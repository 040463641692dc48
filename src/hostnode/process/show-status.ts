import {resolve} from 'node:path'
import {parseArgs} from 'node:util'
import {stringify} from 'yaml'
import {isRecord} from '#contract/is-record'
import {AssayError} from '#error/assay-error'
import {EXIT} from '#error/exit'
import {collectReply} from '#net/collect-reply'
import type {HttpClient} from '#net/http-client'
import {AFTER_UNTRUSTED, isUntrusted} from '#net/http-fault'
import {deadline, sleep} from '#random/timers'
import {parsePublicUrl, parseWait} from '../config/setting-values.ts'
import type {NodePorts} from './ports.ts'
import type {NodeSurroundings} from './surroundings.ts'
import {announcementPath} from './write-announcement.ts'

const MOST_BYTES = 1024 * 1024
const ONE_ANSWER_MS = 10_000
const POLL_MS = 1_000
const WANTED_IN_A_ROW = 3
const DEFAULT_NODE = 'http://127.0.0.1:8080'

interface StatusWish {
  readonly url: string
  readonly waitSync: boolean
  readonly timeoutMs: number
  readonly format: 'yaml' | 'json'
}

/** `hostnode status`: prints what a node says of itself. 0; 1 where it is not synced; 3 without an answer in time. */
export async function showStatus(around: NodeSurroundings, ports: NodePorts): Promise<number> {
  const wish = readWish(around, ports)
  const client = ports.http()
  try {
    const status = wish.waitSync ? await waitForSync(wish, client, ports) : await ask(wish.url, client, ports)
    around.out(wish.format === 'json' ? `${JSON.stringify(status)}\n` : stringify(status))
    return status['synced'] === true || !wish.waitSync ? EXIT.ok : EXIT.failed
  } finally {
    await client.close()
  }
}

function readWish({args, cwd}: NodeSurroundings, {files}: NodePorts): StatusWish {
  const options = {
    node: {type: 'string'},
    'data-dir': {type: 'string'},
    'wait-sync': {type: 'boolean', default: false},
    timeout: {type: 'string', default: '600s'},
    format: {type: 'string', default: 'yaml'},
  } as const
  const {values} = parsed(() => parseArgs({args: args.slice(1), options}))
  const timeoutMs = parseWait(values.timeout)
  const {format} = values
  if (timeoutMs === undefined) throw new AssayError('usage', '--timeout must be a time such as 30s or 5m')
  if (format !== 'yaml' && format !== 'json') throw new AssayError('usage', '--format must be yaml or json')
  if (values.node !== undefined && values['data-dir'] !== undefined)
    throw new AssayError('usage', '--node and --data-dir name the same thing: give one of them')
  const dir = values['data-dir']
  const url = dir === undefined ? (values.node ?? DEFAULT_NODE) : servedFrom(resolve(cwd, dir), files.reader)
  const base = parsePublicUrl(url)
  if (base === undefined) throw new AssayError('usage', '--node must be an http or https URL')
  return {url: base, waitSync: values['wait-sync'], timeoutMs, format}
}

function parsed<T>(parse: () => T): T {
  try {
    return parse()
  } catch (error) {
    throw new AssayError('usage', 'status was called with flags that it does not have, or without their values', {
      cause: error,
    })
  }
}

function servedFrom(dataDir: string, reader: NodePorts['files']['reader']): string {
  const path = announcementPath(dataDir)
  if (reader.facts(path) === undefined)
    throw new AssayError('unreachable', 'no node has served that data directory', {hint: HINT})
  const value = documentIn(reader.read(path, MOST_BYTES))
  return isRecord(value) && typeof value['api'] === 'string' ? value['api'] : ''
}

async function ask(url: string, client: HttpClient, {time}: NodePorts): Promise<Readonly<Record<string, unknown>>> {
  const late = () => new AssayError('unreachable', 'the node did not answer in time', {hint: HINT})
  using limit = deadline(time, ONE_ANSWER_MS, late)
  const request = {method: 'GET', url: `${url}/api/node/status`, headers: {}, signal: limit.signal} as const
  const {status, body} = await collectReply(client, request, MOST_BYTES).catch((cause: unknown) => {
    const what = cause instanceof AssayError ? cause.message : 'the node cannot be asked'
    throw new AssayError('unreachable', what, {hint: isUntrusted(cause) ? AFTER_UNTRUSTED : HINT, cause})
  })
  const value = status === 200 ? documentIn(body) : undefined
  if (!isRecord(value))
    throw new AssayError('unreachable', `what answers there is no node: ${status} and no status`, {hint: HINT})
  return value
}

const HINT = 'Look whether the node runs, and give its address with --node.'

/** Undefined where the bytes are no JSON. */
function documentIn(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}

async function waitForSync({url, timeoutMs}: StatusWish, client: HttpClient, ports: NodePorts) {
  const {time} = ports
  const endsMs = time.nowMs() + timeoutMs
  let inARow = 0
  for (;;) {
    const status = await ask(url, client, ports).catch((error) => {
      if (time.nowMs() >= endsMs) throw error
      return undefined
    })
    inARow = status?.['synced'] === true ? inARow + 1 : 0
    if (status !== undefined && (inARow >= WANTED_IN_A_ROW || time.nowMs() >= endsMs)) return status
    await sleep(time, POLL_MS)
  }
}
