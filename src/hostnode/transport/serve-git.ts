import type {FastifyReply, FastifyRequest} from 'fastify'
import {isRecord} from '#contract/is-record'
import {elapsedMs} from '#random/clock'
import {deadline} from '#random/timers'
import {addressKey} from '../api/peer-address.ts'
import type {NodeContext} from '../context/context.ts'
import {type BackendRequest, type GitService, requestType} from '../git/backend-environment.ts'
import {ApiFailure, nothingThere} from '../model/api-failure.ts'
import {tryWrite} from '../store/facts-table.ts'
import {activeRepository} from '../store/repositories-table.ts'
import {type GitCall, gitRepository} from './git-access.ts'
import {type GitOutcome, serveChild} from './serve-child.ts'
import {servePush} from './serve-push.ts'

/** One request of git, let in. */
export interface GitRequest {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly service: GitService
  readonly isAdvertisement: boolean
}

const IDENTITY = 'identity'
/** What git undoes. It would take a body in any other for lines of its protocol. */
const CODINGS: ReadonlySet<string> = new Set([IDENTITY, 'gzip', 'x-gzip'])
const BUSY_RETRY_S = 5
/** Who is not served by then is told to come back. */
const MOST_WAIT_MS = 120_000

/** Answers one request of git by a child of its own. Nothing waits until it is decided whether the caller may. Throws `ApiFailure`. */
export async function serveGit(asked: GitRequest, context: NodeContext): Promise<void> {
  const {request, reply, service, isAdvertisement} = asked
  const {caller, call} = callOf(request, reply)
  const row = gitRepository(call, service, context)
  if (!isAdvertisement) refuseBody(request, service)
  // What the store cannot record must not be moved. It is told before git packs anything, and again before git takes it.
  if (service === 'git-receive-pack') tryWrite(context.store, context.time.nowMs())
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort())
  const {metrics, time, gitWork, store, settings} = context
  // From here on the child is watched, and not the connection.
  request.raw.socket.setTimeout(0)
  using limit = deadline(time, MOST_WAIT_MS, () => new Error('late'))
  using place = await gitWork.slots.take(
    caller.kind === 'token' ? caller.user.id : addressKey(call.address),
    AbortSignal.any([gone.signal, limit.signal]),
  )
  if (place === undefined) {
    metrics.gitOperations.inc({service, outcome: gone.signal.aborted ? 'aborted' : 'busy'})
    throw new ApiFailure('busy', 'too much of git is at work', {retryAfter: BUSY_RETRY_S})
  }
  // It may have been deleted while there was no place.
  if (activeRepository(store, row.id) === undefined) throw nothingThere()
  const startedNs = time.monotonicNs()
  const exchange = {request, reply, row, isAdvertisement, place, gone: gone.signal, backend: backendOf(asked, call)}
  let outcome: GitOutcome = 'failed'
  try {
    const isPush = service === 'git-receive-pack' && !isAdvertisement && caller.kind === 'token'
    outcome = isPush ? await servePush(exchange, caller.user.id, context) : await serveChild(exchange, context)
  } finally {
    metrics.gitOperations.inc({service, outcome})
    metrics.gitDuration.observe({service}, elapsedMs(time, startedNs) / 1000)
    // What is left of the answer is taken in time; after it Node has limits of its own.
    if (!reply.raw.writableFinished) request.raw.socket.setTimeout(settings.idleTimeoutMs)
  }
  if (outcome !== 'ok' && outcome !== 'failed') endEarly(reply, gone.signal.aborted)
}

/** A body that git would not read as what it is. Throws `bad_request`, `unsupported_media_type`. */
function refuseBody({headers}: FastifyRequest, service: GitService): void {
  if (headers['content-type'] !== requestType(service))
    throw new ApiFailure('bad_request', `the body must be ${requestType(service)}`)
  if (!CODINGS.has((headers['content-encoding'] ?? IDENTITY).toLowerCase()))
    throw new ApiFailure('unsupported_media_type', 'the body must be plain or compressed with gzip')
}

/** An answer that is cut off must not look like one that is whole. Throws `timeout` where there is none yet. */
function endEarly(reply: FastifyReply, isGone: boolean): void {
  if (reply.sent || isGone) {
    reply.raw.destroy()
    return
  }
  reply.header('connection', 'close')
  throw new ApiFailure('timeout', 'the request came too slowly')
}

function callOf(request: FastifyRequest, reply: FastifyReply) {
  const {admitted, params} = request
  if (admitted === undefined) throw new Error('git was reached without admission')
  const named = isRecord(params) ? params : {}
  const call: GitCall = {
    ...admitted,
    params: {owner: String(named['owner']), repo: String(named['repo'])},
    setHeader: (name, value) => void reply.header(name, value),
  }
  return {call, caller: admitted.caller}
}

function backendOf({request, service, isAdvertisement}: GitRequest, {caller, address}: GitCall): BackendRequest {
  const {headers} = request
  const user = caller.kind === 'token' ? caller.user : undefined
  return {
    service,
    isAdvertisement,
    address,
    contentEncoding: headers['content-encoding'],
    gitProtocol: textOf(headers['git-protocol']),
    user: user && {name: user.username, email: user.email ?? `${user.username}@${address}`},
    pushRecord: undefined,
  }
}

function textOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(',') : header
}
