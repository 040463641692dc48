import {createServer} from 'node:http'
import type {AddressInfo} from 'node:net'
import {record} from '#contract/json'
import {AssayError} from '#error/assay-error'
import {analytic} from '#provider/adapter/analytic/analytic'
import {plainJson, readTensors} from '#provider/external/message'

const HELLO = {
  name: 'exact',
  protocol: 1,
  capabilities: ['predict', 'predict_batch', 'score'],
  descriptor: {lower_is_better: true, parallel_safe: true, action_types: ['control', 'move_to', 'noop']},
  required: {observation: 1, goal: 1},
  runtime: {},
  model: {id: 'exact'},
}
const SLOTS: Readonly<Record<string, 'predict' | 'predictBatch' | 'score'>> = {
  predict: 'predict',
  predict_batch: 'predictBatch',
  score: 'score',
}

/** The exact rules behind external process protocol 1, each answer after a moment. */
export async function exactReply(line: string): Promise<object | undefined> {
  const {id, op, input} = JSON.parse(line)
  if (op === 'cancel' || op === 'shutdown') return undefined
  const head = {v: 1, id}
  if (op === 'hello') return {...head, ok: true, result: HELLO}
  const slot = analytic[SLOTS[op] ?? 'score'] as (request: unknown, context: unknown) => unknown
  await new Promise((resolve) => setTimeout(resolve, Math.random()))
  try {
    const result = SLOTS[op] ? await slot(record(readTensors(input)), {}) : {}
    return {...head, ok: true, result: plainJson(result)}
  } catch (error) {
    const [code, message] = error instanceof AssayError ? ['invalid_input', error.message] : ['upstream_error', 'no']
    return {...head, ok: false, error: {code, message, retryable: false}}
  }
}

/** A server of them. */
export async function startExactServer() {
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece)
    const op = request.url?.replace('/v1/', '')
    const text = pieces.length > 0 ? Buffer.concat(pieces).toString() : JSON.stringify({id: op, op})
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(await exactReply(text)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
