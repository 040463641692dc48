import {join} from 'node:path'
import type {FastifyReply, FastifyRequest} from 'fastify'
import type {NodeContext} from '../context/context.ts'
import {type BackendRequest, backendEnvironment} from '../git/backend-environment.ts'
import type {BackendChild} from '../git/backend-host.ts'
import type {CgiHead} from '../git/cgi-head.ts'
import {bootName, childName} from '../git/child-names.ts'
import type {GitPlace} from '../git/git-slots.ts'
import type {RepositoryRow} from '../model/objects.ts'
import {answerQuestions, type BodyFeed, bodyFeed, headOf, keepComplaints} from './child-streams.ts'
import {type ChildWatch, watchChild} from './child-watch.ts'

/** One request of git and who answers it. */
export interface GitExchange {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly row: RepositoryRow
  readonly isAdvertisement: boolean
  readonly backend: BackendRequest
  /** Among the children. It is lent while the caller is waited for. */
  readonly place: GitPlace
  /** Aborted when the caller hangs up. */
  readonly gone: AbortSignal
  /** What keeps a push from moving, asked when all of it has come and nothing of it has moved. */
  readonly obstacle?: () => string | undefined
  /** Between the end of the child and that of the answer. */
  readonly beforeEnd?: () => Promise<void>
}

/** How one came to its end: `silent` where nothing moved either way for a minute, `slow` where others waited, `stopped` by us. */
export type GitOutcome = 'ok' | 'failed' | 'aborted' | 'silent' | 'slow' | 'stopped'

/** Of its headers these are handed on. */
const HANDED_ON = new Set(['content-type', 'cache-control', 'expires', 'pragma'])

/** Runs `git http-backend` for one request; when it settles none of its group is left. Throws `node_git`, and what the disk says. */
export async function serveChild(exchange: GitExchange, context: NodeContext): Promise<GitOutcome> {
  const {row, backend, gone, place, obstacle} = exchange
  const {gitWork, repositories} = context
  const {host, places, children} = gitWork
  const done = Promise.withResolvers<void>()
  const folder = repositories.places.folder(row)
  const variables = backendEnvironment(backend, {root: repositories.places.root, folder, hooks: places.hooks})
  const child = await host.start(variables, repositories.places.root, {
    isFull: context.faults.first('git_enospc') !== undefined,
    hasQuestions: obstacle !== undefined,
  })
  const feed = bodyFeed(exchange.request.raw, child, place)
  const waitsForCaller = () => exchange.reply.raw.writableNeedDrain || feed.isEmpty()
  let movesRefs = false
  const watch = watchChild(child, {
    host,
    gone,
    time: context.time,
    silentMs: context.settings.idleTimeoutMs,
    waitsForCaller,
    waitsForPlace: () => place.isAwaited,
    isWanted: () => gitWork.slots.isWanted,
  })
  answerQuestions(child, () => {
    const found = obstacle?.()
    if (found === undefined) {
      movesRefs = true
      watch.moveRefs()
      // Whether its body has an end or not: it works.
      void place.back()
    }
    return found
  })
  place.mayLend(
    () => !movesRefs && waitsForCaller(),
    () => watch.stop('slow'),
  )
  children.add(row.id, () => watch.stop('stopped'), done.promise)
  try {
    const code = exchange.isAdvertisement
      ? await converse({child, exchange, watch, feed}, context)
      : await rememberWhile(child, row.id, context, () => converse({child, exchange, watch, feed}, context))
    return watch.reason() ?? (code === 0 ? 'ok' : 'failed')
  } catch (error) {
    const reason = watch.reason()
    // Of what we ended ourselves, and of who has hung up, the failure is the consequence.
    if (reason !== undefined && reason !== 'stopped') return reason
    if (exchange.reply.sent) return reason ?? 'failed'
    throw error
  } finally {
    await watch.end()
    done.resolve()
  }
}

/** A file tells of a child while it has a request: a crash of ours leaves it alive. */
async function rememberWhile<T>(
  {pid}: BackendChild,
  repositoryId: string,
  {gitWork, repositories}: NodeContext,
  work: () => Promise<T>,
): Promise<T> {
  const {host, places} = gitWork
  const started = host.startOf(pid) ?? 'ended'
  const path = join(places.children, childName({repositoryId, pid, started, boot: bootName(host.boot)}))
  const {writer} = repositories.files
  const file = await writer.open(path, 'new', {private: true})
  await file.close()
  try {
    return await work()
  } finally {
    await writer.remove(path)
  }
}

/** One exchange under way. */
interface Conversation {
  readonly child: BackendChild
  readonly exchange: GitExchange
  readonly watch: ChildWatch
  readonly feed: BodyFeed
}

async function converse(
  {child, exchange, watch, feed}: Conversation,
  context: NodeContext,
): Promise<number | undefined> {
  const {request, reply, backend, beforeEnd, row, place} = exchange
  const isPush = backend.pushRecord !== undefined
  if (isPush) context.crashAt('git.receive.started')
  const complaints = keepComplaints(child)
  if (request.headers.expect !== undefined) reply.raw.writeContinue()
  request.raw.on('data', ({length}: Buffer) => {
    watch.touch(length)
    if (isPush) context.crashAt('git.receive.mid')
  })
  feed.begin()
  const head = await headOf(child)
  beginAnswer(head, request, reply)
  child.output.on('data', ({length}: Buffer) => watch.touch(length)).pipe(reply.raw, {end: false})
  // What git says is not taken as fast as it comes: others may go first. It goes on when it is, and counts again as soon as there is room.
  child.output.on('pause', () => place.offer())
  reply.raw.on('drain', () => void place.back())
  const code = await child.ended
  if (complaints.text !== '' || code !== 0)
    context.log.write('warn', 'git complained', {
      request_id: request.id,
      repository_id: row.id,
      code: code ?? null,
      complaint: complaints.text,
    })
  await beforeEnd?.()
  if (watch.reason() === undefined) reply.raw.end()
  return code
}

function beginAnswer({status, headers, rest}: CgiHead, request: FastifyRequest, reply: FastifyReply): void {
  const handedOn = headers.filter(([name]) => HANDED_ON.has(name))
  for (const [name, value] of handedOn) reply.header(name, value)
  // What is left of a body that git did not want is not read to its end.
  if (!request.raw.complete) reply.header('connection', 'close')
  reply.hijack()
  const sent = Object.entries(reply.getHeaders()).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as const],
  )
  reply.raw.writeHead(status, Object.fromEntries(sent))
  if (rest.length > 0) reply.raw.write(rest)
}
