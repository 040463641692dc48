import {record} from '#contract/json'
import {sha256} from '#digest/sha256'
import {bentEnvelope} from './bent-envelope.ts'
import type {ServiceReply} from './bent-reply.ts'
import {type BridgeReply, bridgeHttpReply} from './bridge-service.ts'
import type {FaultStep, SeenRequest} from './fault-step.ts'
import {SEED} from './fault-table.ts'

/** A model server without its faults. `base` is where it listens. */
export type ModelService = (request: SeenRequest, base: string) => ServiceReply

/** `bend`: how this service itself puts a fault; undefined where any server would put it so. */
export interface HttpFaultService {
  readonly answer: ModelService
  bend?(step: FaultStep, good: ServiceReply): ServiceReply | undefined
}

/** Services that are played over HTTP. */
export type HttpServiceName = 'cosmos' | 'cosmos-policy' | 'runway' | 'bridge'

/** Equal seeds give equal answers, other seeds others. */
export function httpService(name: HttpServiceName, seed: number): HttpFaultService {
  switch (name) {
    case 'cosmos':
      return {answer: cosmosService(seed)}
    case 'cosmos-policy':
      return {answer: cosmosPolicyService('arrays', seed)}
    case 'runway':
      return {answer: runwayService({seed})}
    case 'bridge':
      return {answer: (request) => bridgeHttpReply(request, seed), bend: bentBridge}
  }
}

/** Errors inside the protocol come with status 200; what HTTP itself can say, it says. */
function bentBridge({fault, options = {}}: FaultStep, good: ServiceReply): ServiceReply | undefined {
  const isOfHttp = ['unauthorized', 'rate_limit', 'busy', 'unavailable_then_ok', 'echo_secret'].includes(fault)
  const text = isOfHttp ? undefined : bentEnvelope(fault, good.json as BridgeReply, options)
  return text === undefined ? undefined : {...good, bytes: Buffer.from(text)}
}

const NOT_FOUND: ServiceReply = {status: 404, json: {detail: 'Not Found'}}
const ROWS = 50
const COLUMNS = 14

/** An MP4 of whole boxes with nothing to see in it, and a text that makes it another one. */
export function tinyMp4(text: string): Uint8Array {
  const type = Buffer.from('\0\0\0\x14ftypisom\0\0\0\x01isom', 'latin1')
  const movie = Buffer.from('\0\0\0\x08moov', 'latin1')
  return Buffer.concat([type, movie, Buffer.from(`\0\0\0\x28mdat${sha256(text).slice(7, 39)}`, 'latin1')])
}

/** Cosmos behind NIM: ready, described, and one clip a prompt. */
export function cosmosService(serverSeed = SEED): ModelService {
  return ({method, path, body}) => {
    if (path === '/v1/health/ready') return {status: 200, json: {object: 'health.response', status: 'ready'}}
    if (path === '/v1/metadata') return {status: 200, json: {modelInfo: [{shortName: 'cosmos-predict1-7b-text2world'}]}}
    if (path === '/v1/version') return {status: 200, json: {release: '1.0.0', api: '1.0.0'}}
    if (path !== '/v1/infer' || method !== 'POST') return NOT_FOUND
    const {prompt, seed} = fieldsOf(body)
    if (typeof prompt !== 'string') return {status: 422, json: {detail: 'prompt is required'}}
    const clip = Buffer.from(tinyMp4(`${serverSeed}|${prompt}|${String(seed)}`)).toString('base64')
    return {status: 200, json: {b64_video: clip, seed, upsampled_prompt: prompt}}
  }
}

/** Cosmos Policy: a chunk of actions that follows from the observation, in lists or as json_numpy rows. */
export function cosmosPolicyService(form: 'lists' | 'arrays' = 'lists', seed = SEED): ModelService {
  return ({method, path, body}) => {
    if (path === '/openapi.json') return {status: 200, json: {openapi: '3.1.0', paths: {'/act': {post: {}}}}}
    if (path !== '/act') return NOT_FOUND
    if (method !== 'POST') return {status: 405, json: {detail: 'Method Not Allowed'}}
    const fields = fieldsOf(body)
    const primary = record(fields['primary_image'])
    if (primary?.['dtype'] !== '|u1' || !Array.isArray(primary['shape'])) return {status: 200, json: 'error'}
    const first = Number.parseInt(sha256(`${seed}|${body}`).slice(7, 9), 16) / 256
    const rows = Array.from({length: ROWS}, (_, row) =>
      Array.from({length: COLUMNS}, (_, axis) => first + row * 0.01 + axis),
    )
    const actions = form === 'lists' ? rows : rows.map(rowOfNumpy)
    const all = fields['return_all_query_results'] === true ? {all_actions: [actions]} : {}
    return {status: 200, json: {actions, value_prediction: 0.5, ...all}}
  }
}

/** Runway: a task that is over at the second look, and its clip. `credits` it costs, `balance` of the account. */
export function runwayService({credits = 25, balance = 1000, seed = SEED} = {}): ModelService {
  const looks = new Map<string, number>()
  return ({method, path, headers, body}, base) => {
    if (path.startsWith('/artifact/')) return {status: 200, bytes: tinyMp4(path), mediaType: 'video/mp4'}
    if (!/^Bearer \S+$/.test(String(headers['authorization']))) return {status: 401, json: {error: 'no key'}}
    if (headers['x-runway-version'] !== '2024-11-06') return {status: 400, json: {error: 'no version'}}
    if (path === '/v1/organization') return {status: 200, json: {creditBalance: balance, tier: {}, usage: {}}}
    if (method === 'POST' && /^\/v1\/(text|image|video)_to_video$/.test(path)) {
      const id = sha256(`${seed}|${path}|${body}`).slice(7, 39)
      looks.set(id, 0)
      return {status: 200, json: {id, estimatedCost: {credits}}}
    }
    return taskReply({method, path}, looks, base)
  }
}

function taskReply(
  {method, path}: Pick<SeenRequest, 'method' | 'path'>,
  looks: Map<string, number>,
  base: string,
): ServiceReply {
  const id = /^\/v1\/tasks\/([0-9a-f]{32})$/.exec(path)?.[1] ?? ''
  const seen = looks.get(id)
  if (seen === undefined) return {status: 404, json: {error: 'no such task'}}
  if (method === 'DELETE') return {status: 204}
  looks.set(id, seen + 1)
  const isOver = seen > 0
  const output = isOver ? {output: [`${base}/artifact/${id}.mp4`]} : {}
  return {status: 200, json: {id, status: isOver ? 'SUCCEEDED' : 'RUNNING', ...output}}
}

function fieldsOf(body: SeenRequest['body']): Readonly<Record<string, unknown>> {
  try {
    return record(JSON.parse(body)) ?? {}
  } catch {
    return {}
  }
}

function rowOfNumpy(row: readonly number[]): object {
  const bytes = new Uint8Array(new Float64Array(row).buffer)
  return {__numpy__: Buffer.from(bytes).toString('base64'), dtype: '<f8', shape: [row.length]}
}
