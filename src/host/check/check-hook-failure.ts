import {sha256} from '#digest/sha256'
import {sleep} from '#random/timers'
import {isOk} from '../client/host-client.ts'
import type {Received} from '../client/inbox.ts'
import {type CheckFinding, failed, passed} from '../model/finding.ts'
import type {CheckContext} from './check.ts'
import {
  awaited,
  DELIVERED_WITHIN_MS,
  type HookScene,
  headerOf,
  historyOf,
  makeHook,
  pushCommit,
  pushesIn,
  type ToldDelivery,
  unmadeHook,
} from './make-hook-scene.ts'
import {hooksPath, idIn} from './repository.ts'

const QUIET_MS = 5000
/** Failed for now, or for good where nothing is sent again. */
const FAILED = /^(failed|retrying|pending)$/

/** Failed deliveries, sending again, and a webhook that is switched off. */
export async function checkHookFailure(context: CheckContext, scene: HookScene): Promise<CheckFinding> {
  const {front, signal} = context
  const {inbox, repository} = scene
  const made = await makeHook(context, scene, scene.url)
  const id = idIn(made.json)?.value
  if (!isOk(made) || id === undefined) return unmadeHook(context, made)
  const path = `${hooksPath(repository.owner, repository.name)}/${encodeURIComponent(id)}`
  inbox.answer = 500
  const push = await pushCommit(context, repository, 'hook.failure')
  if (push.fault !== undefined) return failed(push.fault)
  const first = await awaited(context, inbox)
  if (first === undefined) return failed('no delivery came within 10 s')
  const told = await historyOf(context, {repository, hook: id}, ({status_code}) => status_code === 500)
  const observed: Record<string, unknown> = {history: told ?? null}
  const seen = {
    expected:
      'failed with 500; the same bytes again; nothing while switched off; failed without an answer; nothing after its end',
    observed,
    fieldPaths: ['status', 'status_code', 'error'],
  }
  if (told === undefined || !FAILED.test(told.status) || told.status_code !== 500)
    return failed('a delivery that was answered 500 is not told as failed', seen)
  inbox.answer = 200
  const again = await sentAgain(context, scene, {path, delivery: told.id, first})
  observed['again'] = again
  if (again !== undefined) return failed(again, seen)
  await front.client.ask({method: 'PATCH', path, body: {active: false, events: ['push']}}, signal)
  const before = inbox.received.length
  const second = await pushCommit(context, repository, 'hook.failure')
  if (second.fault !== undefined) return failed(second.fault, seen)
  const noise = await awaited(context, inbox, {from: before, withinMs: QUIET_MS})
  observed['while_off'] = noise === undefined ? 0 : 1
  if (noise !== undefined) return failed('a webhook that is switched off got a delivery', seen)
  await front.client.ask({method: 'PATCH', path, body: {active: true, events: ['push']}}, signal)
  const silent = await unanswered(context, scene, id)
  observed['unanswered'] = silent.told ?? null
  if (silent.fault !== undefined) return failed(silent.fault, seen)
  const outlived = await outlivedFault(context, scene, path)
  observed['after_its_end'] = outlived ?? null
  return outlived === undefined ? passed(seen) : failed(outlived, seen)
}

/** A webhook that was deleted sends no push that came after its end; what it had begun before may still be tried. */
async function outlivedFault(context: CheckContext, {inbox, repository}: HookScene, path: string) {
  inbox.answer = 200
  const {status} = await context.front.client.ask({method: 'DELETE', path}, context.signal)
  if (status < 200 || status > 299) return `deleting a webhook is answered ${status}`
  const push = await pushCommit(context, repository, 'hook.failure')
  if (push.fault !== undefined) return push.fault
  const isOfIt = (one: Received) => pushesIn(context, [one], push.commit).length > 0
  const late = await awaited(context, inbox, {isWanted: isOfIt, withinMs: QUIET_MS})
  return late === undefined ? undefined : 'a webhook that was deleted got a delivery'
}

/** Ten seconds for an answer, and some until the history has it. */
const SILENCE_MS = 25_000

/** A receiver that takes a delivery and never answers: that delivery must not be told as a success, nor wait for ever. */
async function unanswered(context: CheckContext, {inbox, repository}: HookScene, hook: string) {
  inbox.answer = 'silence'
  const before = inbox.received.length
  const pushed = await pushCommit(context, repository, 'hook.failure')
  if (pushed.fault !== undefined) return {fault: pushed.fault}
  const isPush = ({headers}: Received) => headers[headerOf(context, 'event')] === 'push'
  if ((await awaited(context, inbox, {from: before, isWanted: isPush})) === undefined)
    return {fault: 'a webhook that is switched on again got nothing'}
  // The one that was answered 500 keeps its status code: this one has none.
  const isOver = ({status, status_code, error}: ToldDelivery) =>
    status_code === null && (error !== null || status === 'failed' || status === 'retrying')
  const told = await historyOf(context, {repository, hook, withinMs: SILENCE_MS}, isOver)
  return told !== undefined && isOver(told)
    ? {told}
    : {told, fault: 'a delivery that was never answered is not told as failed'}
}

interface Resent {
  readonly path: string
  readonly delivery: string
  readonly first: Received
}

async function sentAgain(
  context: CheckContext,
  {inbox}: HookScene,
  {path, delivery, first}: Resent,
): Promise<string | undefined> {
  const {front, signal, time, pauseMs} = context
  const before = inbox.received.length
  let status = 0
  // A host that still tries by itself may refuse for a while.
  for (const begun = time.nowMs(); time.nowMs() - begun < DELIVERED_WITHIN_MS; ) {
    const reply = await front.client.ask(
      {method: 'POST', path: `${path}/deliveries/${encodeURIComponent(delivery)}/redeliver`},
      signal,
    )
    status = reply.status
    if (status !== 409) break
    if (inbox.received.length > before) break
    await sleep(time, pauseMs, signal)
  }
  const second = await awaited(context, inbox, {from: before})
  if (second === undefined) return `nothing was sent again (answered ${status})`
  if (sha256(second.body) !== sha256(first.body)) return 'other bytes were sent again'
  const header = headerOf(context, 'delivery')
  return second.headers[header] === first.headers[header] ? undefined : 'the delivery was sent again under another id'
}
