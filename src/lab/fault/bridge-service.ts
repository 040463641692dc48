import {record} from '#contract/json'
import {ProviderError} from '#error/provider-error'
import {mock} from '#provider/adapter/mock/mock'
import {plainJson, readTensors} from '#provider/external/message'
import {FIXTURE_HEADER} from '#provider/transport/http/answered'
import type {ServiceReply} from './bent-reply.ts'
import type {SeenRequest} from './fault-step.ts'

/** A request of external process protocol 1 as it was read. */
export interface BridgeRequest {
  readonly id: string
  readonly op: string
  readonly input?: unknown
}

/** A reply of it, before it is written. */
export interface BridgeReply {
  readonly v: 1
  readonly id: string
  readonly ok: boolean
  readonly result?: unknown
  readonly error?: {readonly code: string; readonly message: string; readonly retryable: boolean}
}

const SLOTS: Readonly<Record<string, keyof typeof mock>> = {
  predict: 'predict',
  predict_batch: 'predictBatch',
  score: 'score',
  policy: 'policy',
  embed: 'embed',
  reason: 'reason',
  generate: 'generate',
  transfer: 'transfer',
}
const HELLO = {
  name: 'fixture',
  protocol: 1,
  capabilities: mock.profile.capabilities,
  descriptor: {lower_is_better: true, parallel_safe: true},
  required: {goal: 0},
  runtime: {},
}

/** A bridge whose model is the mock's: every answer follows from request and seed. Undefined where the protocol wants none. */
export function bridgeReply({id, op, input}: BridgeRequest, seed: number): BridgeReply | undefined {
  if (op === 'cancel' || op === 'shutdown') return undefined
  try {
    return {v: 1, id, ok: true, result: plainJson(resultOf(op, input, seed))}
  } catch (error) {
    const message = error instanceof Error ? error.message : 'unknown'
    return {v: 1, id, ok: false, error: {code: 'invalid_input', message, retryable: false}}
  }
}

/** What the bridge answers over HTTP: GET for hello and health, POST for the rest. */
export function bridgeHttpReply({method, path, body}: SeenRequest, seed: number): ServiceReply {
  const op = path.replace(/^\/v1\//, '')
  const isRead = op === 'hello' || op === 'health'
  if (!path.startsWith('/v1/') || (method === 'GET') !== isRead) return {status: 404, json: {detail: 'Not Found'}}
  const request = isRead ? {id: op, op} : readBridgeRequest(body)
  if (request === undefined) return {status: 400, json: {detail: 'no request of protocol 1'}}
  return {status: 200, json: bridgeReply(request, seed), headers: {[FIXTURE_HEADER]: 'contract'}}
}

/** Undefined for a line that is no request. */
export function readBridgeRequest(text: string): BridgeRequest | undefined {
  try {
    const {id, op, input} = record(JSON.parse(text)) ?? {}
    return typeof id === 'string' && typeof op === 'string' ? {id, op, input} : undefined
  } catch {
    return undefined
  }
}

function resultOf(op: string, input: unknown, seed: number): unknown {
  if (op === 'hello') return {...HELLO, model: {id: `fixture-${seed}`}}
  if (op === 'health' || op === 'reset') return {}
  const answer = mock[SLOTS[op] ?? 'profile']
  if (typeof answer !== 'function') throw new ProviderError('not_implemented', `there is no ${op} here`)
  const request = record(readTensors(input)) ?? {}
  const seeded = op === 'policy' ? {...request, info: {...record(request['info']), seed}} : request
  const result = (answer as (request: unknown) => unknown)(seeded)
  return {...record(result), metadata: {evidence_class: 'contract-fixture'}}
}
