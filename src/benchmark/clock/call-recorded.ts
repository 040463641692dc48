import {record} from '#contract/json'
import {AssayError} from '#error/assay-error'
import type {Descriptor} from '#provider/model/descriptor'
import {generateRules, transferRules} from '#provider/operation/media-rules'
import {type OperationRules, RunMemory} from '#provider/operation/operation-rules'
import {policyRules} from '#provider/operation/policy-rules'
import {predictRules} from '#provider/operation/predict-rules'
import {scoreRules} from '#provider/operation/score-rules'
import {embedRules, reasonRules} from '#provider/operation/text-rules'
import {Action} from '#world/model/action'
import type {LibraryCall} from '../model/library.ts'
import type {Operation} from '../model/operation.ts'
import {type RecordedUse, type Recordings, repliesIn} from '../model/recordings.ts'
import {chooseRequests} from '../model/requests.ts'

const DESCRIPTOR: Descriptor = {action_types: ['move_to', 'control']}
const utf8 = new TextDecoder('utf-8', {fatal: true})

/** A call that sends nothing: it does all that a real call does before its request leaves, then takes the recorded replies instead of an answer. */
export function dryCall(check: LibraryCall, operation: Operation, recordings: Recordings): LibraryCall {
  const take = recordedCall('parse', operation, recordings)
  return async (id, signal, seq) => {
    await check(id, signal, seq)
    return await take(id, signal, seq)
  }
}

/** One timed call that takes all recorded replies of the operation, one after the other. Throws the error with which a wrong reply is refused. */
export function recordedCall(
  use: Exclude<RecordedUse, 'dry'>,
  operation: Operation,
  recordings: Recordings,
): LibraryCall {
  const recording = recordings[operation]
  if (recording === undefined) throw new AssayError('bug', `there is no recording of ${operation}`)
  const replies = repliesIn(recording)
  if (use === 'bare') return async () => replies.map((bytes) => JSON.parse(utf8.decode(bytes)))
  const answers = replies.map((bytes, episode) => answerOf(operation, bytes, episode))
  return async () => answers.map((check) => check())
}

/** Parses and checks one reply, as an answer to the request it was recorded for. */
function answerOf(operation: Operation, bytes: Uint8Array, episode: number): () => unknown {
  const requests = chooseRequests({environment: {id: 'two-room', episode}})
  const facts = {origin: {provider: 'recorded', metadata: {}}, latencyMs: 0, memory: new RunMemory()}
  const through = <Request, Result>(rules: OperationRules<Request, Result>, request: Request) => {
    const sent = rules.checkRequest(request, DESCRIPTOR)
    return () => rules.checkAnswer(parsed(bytes), sent, facts)
  }
  switch (operation) {
    case 'predict':
      return through(predictRules, requests.predict)
    case 'score':
      return through(scoreRules, requests.score as never)
    case 'policy':
      return through(
        policyRules(() => [Action.noop()]),
        requests.policy,
      )
    case 'embed':
      return through(embedRules, requests.embed)
    case 'reason':
      return through(reasonRules, requests.reason)
    case 'generate':
      return through(generateRules, requests.generate)
    case 'transfer':
      return through(transferRules, requests.transfer)
    default:
      throw new AssayError('bug', `a reply to ${operation} cannot be recorded`)
  }
}

/** Decodes a reply, turning the base64 bytes of a clip back into bytes. */
function parsed(bytes: Uint8Array): unknown {
  const body: unknown = JSON.parse(utf8.decode(bytes))
  const base64 = record(body)?.['bytes_base64']
  return typeof base64 === 'string' ? {...record(body), bytes: Buffer.from(base64, 'base64')} : body
}
