import {writeFileSync} from 'node:fs'
import {createServer, type Server} from 'node:http'
import {join} from 'node:path'
import type {Way} from './way.ts'

/** Obviously no secret, and known as one: its variable says so. */
export const SECRET = ['canary', 'w4ys', '0f', '0thers', 'q7Zk'].join('-')
export const SECRET_NAME = 'ACME_API_KEY'
export const PROVIDER = 'own-module'
/** Each process of others writes its number here. */
export const PIDS = 'pids.txt'

export interface Staged {
  /** Flags that name the provider. */
  readonly flags: readonly string[]
  close(): void
}

const HEAD = `
import {appendFileSync, closeSync, writeSync} from 'node:fs'
import {spawn} from 'node:child_process'
import {Worker} from 'node:worker_threads'
appendFileSync('${PIDS}', process.pid + '\\n')
const SECRET = process.env.${SECRET_NAME} ?? ''
void [closeSync, writeSync, spawn, Worker]
/** Megabytes, however slowly they are taken. */
function pour(fd, megabytes) {
  const piece = Buffer.alloc(65_536, 120)
  for (let left = megabytes * 16; left > 0; ) try { writeSync(fd, piece); left-- } catch (error) { if (error.code !== 'EAGAIN') throw error }
}
`
const LIMITS = `{timeout_seconds: 1, max_elapsed_seconds: null, retry: {max_attempts: 1, backoff_seconds: 0, backoff_multiplier: 1,
  max_backoff_seconds: 0, jitter: 0, max_retry_after_seconds: 0, retryable_status_codes: []}}`
const JOB = `schema_version: 1
name: others
defaults: {timeout: 8s}
steps:
  - {id: health, use: provider.health, with: {providers: [${PROVIDER}]}}
  - {id: eval, use: eval, with: {suite: score-ranking, env: double-integrator, providers: [${PROVIDER}], n: 4}}
`

/** Writes what a way needs into a folder, and starts its server where it is one. */
export async function stageWay(way: Way, folder: string): Promise<Staged> {
  const put = (name: string, text: string) => writeFileSync(join(folder, name), text)
  put('job.yaml', JOB)
  put('profile.json', JSON.stringify({schema_version: 1, name: 'quick', timeout_preset: 'fast'}))
  if (way.kind === 'module') {
    put('own.mjs', moduleText(way))
    return {flags: ['--provider-module', './own.mjs'], close: () => {}}
  }
  const base = {name: PROVIDER, capabilities: ['score']}
  const define = (more: object) =>
    put('providers.json', JSON.stringify({schema_version: 1, providers: [{...base, ...more}]}))
  if (way.kind === 'stdio') {
    put('own.mjs', programText(way))
    define({transport: 'stdio', command: [process.execPath, '{dir}/own.mjs'], env: [SECRET_NAME]})
    return {flags: ['--providers', 'providers.json'], close: () => {}}
  }
  const {server, port} = await serve(way)
  define({transport: 'http', base_url: `http://127.0.0.1:${port}`})
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return {flags: ['--providers', 'providers.json', '--allow-loopback'], close}
}

function moduleText({moment, code}: Way): string {
  const when = (...moments: readonly Way['moment'][]) => (moments.includes(moment) ? code : '')
  return `${HEAD}
${when('import')}
let calls = 0
const good = ({action_candidates}) => ({scores: Array(action_candidates.shape[1]).fill(0).map((_, at) => at), lower_is_better: true})
const limits = ${LIMITS}
const provider = {
  profile: {name: '${PROVIDER}', maturity: 'experimental', capabilities: ['score'], transport: 'in_process', deterministic: true,
    requires: {all_of: [], any_of: []}, optional: [], max_probe_level: 'configured', idempotent: [],
    request_policy: {health: limits, request: limits}},
  descriptor: {observation: 'state'},
  score: async (request, context) => {
    calls++
    if (${moment === 'first call'} || (${moment === 'later call'} && calls === 2)) { ${when('first call', 'later call')} }
    if (${moment === 'timer'} && calls === 1) setTimeout(() => { ${when('timer')} }, 0)
    return good(request)
  },
  probe: async (level) => { ${when('probe')}; return {level, ok: true, detail: 'fine'} },
  ${moment === 'teardown' ? `teardown: async () => { ${code}; return {status: 'ready'} },` : ''}
}
export const assayProvider = {apiVersion: 1, create: () => provider}
`
}

function programText({moment, code}: Way): string {
  return `${HEAD}
import {createInterface} from 'node:readline'
let calls = 0
const say = (value) => writeSync(1, JSON.stringify(value) + '\\n')
${moment === 'import' ? code : ''}
for await (const line of createInterface({input: process.stdin})) {
  const {id, op, input} = JSON.parse(line)
  const reply = (result) => ({v: 1, id, ok: true, result})
  if (op === 'hello' && ${moment === 'probe'}) { ${moment === 'probe' ? code : ''} }
  else if (op === 'hello') say(reply({name: 'o', protocol: 1, capabilities: ['score'], required: {}, descriptor: {}, runtime: {}, model: {id: 'm'}}))
  else if (op === 'health') say(reply({}))
  else if (op === 'score') {
    calls++
    const good = reply({scores: Array(input.action_candidates.shape[1]).fill(0).map((_, at) => at), lower_is_better: true})
    if (${moment === 'first call'} || (${moment === 'later call'} && calls === 2)) { ${moment.endsWith('call') ? code : ''} }
    else say(good)
  }
}
`
}

function serve({code}: Way): Promise<{server: Server; port: number}> {
  const misbehave = new Function('response', 'socket', 'answer', 'SECRET', code)
  const hello = {
    name: 'h',
    protocol: 1,
    capabilities: ['score'],
    required: {},
    descriptor: {},
    runtime: {},
    model: {id: 'm'},
  }
  const server = createServer((request, response) => {
    const answer = (text: string) => response.end(text)
    const good = (result: object) => answer(JSON.stringify({v: 1, id: 'x', ok: true, result}))
    response.setHeader('content-type', 'application/json')
    if (request.url === '/v1/hello') good(hello)
    else if (request.url === '/v1/health') good({})
    else request.resume().on('end', () => misbehave(response, request.socket, answer, SECRET))
  })
  return new Promise((done) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      done({server, port: typeof address === 'object' && address !== null ? address.port : 0})
    })
  })
}
