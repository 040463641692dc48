import {join} from 'node:path'
import type {FastifyReply, FastifyRequest} from 'fastify'
import type {NodeContext} from '../context/context.ts'
import {type BackendRequest, backendEnvironment} from '../git/backend-environment.ts'
import type {BackendChild} from '../git/backend-host.ts'
import type {CgiHead} from '../git/cgi-head.ts'
import {bootName, childName} from '../git/child-names.ts'
import type {RepositoryRow} from '../model/objects.ts'
import {answerQuestions, feedChild, headOf, keepComplaints} from './child-streams.ts'
import {type ChildWatch, watchChild} from './child-watch.ts'

/** One request of git and who answers it. */
export interface GitExchange {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly row: RepositoryRow
  readonly isAdvertisement: boolean
  readonly backend: BackendRequest
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
  const {row, backend, gone} = exchange
  const {gitWork, repositories} = context
  const {host, places, children} = gitWork
  const done = Promise.withResolvers<void>()
  const folder = repositories.places.folder(row)
  const variables = backendEnvironment(backend, {root: repositories.places.root, folder, hooks: places.hooks})
  const {obstacle} = exchange
  const child = await host.start(variables, repositories.places.root, {
    isFull: context.faults.first('git_enospc') !== undefined,
    hasQuestions: obstacle !== undefined,
  })
  const watch = watchChild(child, {
    host,
    gone,
    time: context.time,
    silentMs: context.settings.idleTimeoutMs,
    waitsForCaller: () => waitsForCaller(child, exchange),
    isWanted: () => gitWork.slots.isWanted,
  })
  answerQuestions(child, () => {
    const found = obstacle?.()
    if (found === undefined) watch.moveRefs()
    return found
  })
  children.add(row.id, () => watch.stop('stopped'), done.promise)
  try {
    const code = exchange.isAdvertisement
      ? await converse(child, exchange, watch, context)
      : await rememberWhile(child, row.id, context, () => converse(child, exchange, watch, context))
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

/** Its body is not there and git would take more of it, or what git said is not taken. */
function waitsForCaller({input}: BackendChild, {request, reply}: GitExchange): boolean {
  return reply.raw.writableNeedDrain || (!request.raw.complete && !input.writableNeedDrain)
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

async function converse(
  child: BackendChild,
  exchange: GitExchange,
  watch: ChildWatch,
  context: NodeContext,
): Promise<number | undefined> {
  const {request, reply, backend, beforeEnd, row} = exchange
  const isPush = backend.pushRecord !== undefined
  if (isPush) context.crashAt('git.receive.started')
  const complaints = keepComplaints(child)
  if (request.headers.expect !== undefined) reply.raw.writeContinue()
  feedChild(request.raw, child, ({length}) => {
    watch.touch(length)
    if (isPush) context.crashAt('git.receive.mid')
  })
  const head = await headOf(child)
  beginAnswer(head, request, reply)
  child.output.on('data', ({length}: Buffer) => watch.touch(length)).pipe(reply.raw, {end: false})
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
