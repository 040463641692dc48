import {sleep} from '#random/timers'
import {hostAnswerText} from '../client/answer-text.ts'
import {gitPath} from '../client/ask-refs.ts'
import type {HostReply} from '../client/host-client.ts'
import type {Inbox, Received} from '../client/inbox.ts'
import {readList} from '../client/read-list.ts'
import {asCount, asText, readField} from '../model/field.ts'
import {type CheckFinding, failed, skipped} from '../model/finding.ts'
import {payloadOf} from '../receiver/event-payload.ts'
import type {CheckContext, MadeRepository} from './check.ts'
import {gitFailure} from './git-failure.ts'
import {discardRepository, makeRepository} from './make-things.ts'
import {hooksPath, idIn} from './repository.ts'

/** A receiver and a repository for one check. */
export interface HookScene {
  readonly inbox: Inbox
  /** How the host reaches the receiver. */
  readonly url: string
  readonly repository: MadeRepository
  readonly secret: string
}

/** Gives a check its receiver and repository, and takes both away again. */
export async function withInbox(
  context: CheckContext,
  ask: (context: CheckContext, scene: HookScene) => Promise<CheckFinding>,
): Promise<CheckFinding> {
  const {target, openInbox, entropy, notes} = context
  const {receiver} = target.checks
  const isHere = target.profile.environment === 'embedded'
  if (receiver === undefined && !isHere) return skipped('receiver_unreachable')
  await using inbox = await openInbox(receiver?.listen ?? '127.0.0.1:0')
  const made = await makeRepository(context)
  if (made.kind === 'refused') return failed(`a repository could not be made: ${made.why}`)
  const secret = Buffer.from(entropy.bytes(24)).toString('hex')
  notes.secrets.add(secret)
  try {
    return await ask(context, {
      inbox,
      url: receiver?.public_url ?? `http://${inbox.address}/hook`,
      repository: made.thing,
      secret,
    })
  } finally {
    await discardRepository(context, made.thing)
  }
}

export async function makeHook({front, signal}: CheckContext, {repository, secret}: HookScene, url: string) {
  const body = {url, secret, events: ['push'], active: true}
  return await front.client.ask({method: 'POST', path: hooksPath(repository.owner, repository.name), body}, signal)
}

/**
 * Why there is no webhook. A host that refuses an address of this machine, which nobody told it of, guards itself; a receiver that the
 * target names must be let through.
 */
export function unmadeHook({target}: CheckContext, made: HostReply): CheckFinding {
  if (made.status === 422 && target.checks.receiver === undefined) return skipped('receiver_unreachable')
  return failed(`a webhook could not be made: ${hostAnswerText(made)}`)
}

/** A delivery that takes longer is none. */
export const DELIVERED_WITHIN_MS = 10_000

export const headerOf = ({target}: CheckContext, name: 'event' | 'delivery' | 'signature-256') =>
  `x-${target.expect.brand.toLowerCase()}-${name}`

/** A commit that was pushed, or what git could not do. */
type Pushed = {readonly commit: string; readonly fault?: undefined} | {readonly fault: string}

export async function pushCommit(
  {front, workbench, log, entropy}: CheckContext,
  {owner, name}: MadeRepository,
  check: string,
): Promise<Pushed> {
  const folder = `hook-${Buffer.from(entropy.bytes(4)).toString('hex')}`
  const calls: readonly (readonly [string[], string | undefined])[] = [
    [['clone', '--quiet', '--', front.client.baseUrl + gitPath(owner, name), folder], undefined],
    [['commit', '--quiet', '--allow-empty', '-m', 'delivered'], folder],
    [['push', '--quiet', 'origin', 'HEAD'], folder],
    [['rev-parse', 'HEAD'], folder],
  ]
  let said = ''
  for (const [args, cwd] of calls) {
    const {code, output} = await workbench.git(args, cwd === undefined ? {} : {cwd})
    log(check, `$ git ${args.join(' ')}\n${output}`)
    if (code !== 0) return {fault: gitFailure(args, {code, output})}
    said = output
  }
  return {commit: said.trim()}
}

/** Which request is waited for: not one of the first `from`, and not longer than `withinMs`. */
interface Awaited {
  readonly isWanted?: (one: Received) => boolean
  readonly from?: number
  readonly withinMs?: number
}

/** The first request that is wanted, as soon as it is there. */
export async function awaited(
  {time, signal, pauseMs}: CheckContext,
  inbox: Inbox,
  {isWanted = () => true, from = 0, withinMs = DELIVERED_WITHIN_MS}: Awaited = {},
): Promise<Received | undefined> {
  for (const begun = time.nowMs(); ; ) {
    const found = inbox.received.slice(from).find(isWanted)
    if (found !== undefined || time.nowMs() - begun > withinMs) return found
    await sleep(time, pauseMs, signal)
  }
}

/** Deliveries that tell of the push of one commit. */
export function pushesIn(context: CheckContext, received: readonly Received[], commit: string): Received[] {
  return received.filter(({headers, body}) => {
    if (headers[headerOf(context, 'event')] !== 'push') return false
    const payload = payloadOf(body)
    return 'value' in payload && readField(payload.value, ['after'], asText)?.value === commit
  })
}

/** A delivery as the history tells it. */
export interface ToldDelivery {
  readonly id: string
  readonly status: string
  readonly status_code: number | null
  readonly error: string | null
}

/** Whose history is read. `withinMs`: how long a delivery is waited for. */
interface Recorded {
  readonly repository: MadeRepository
  readonly hook: string
  readonly withinMs?: number
}

/** The newest delivery in the history, waited for until it is as wanted; else as it was last; undefined where the history cannot be read. */
export async function historyOf(
  context: CheckContext,
  {repository, hook, withinMs = DELIVERED_WITHIN_MS}: Recorded,
  isWanted: (told: ToldDelivery) => boolean,
): Promise<ToldDelivery | undefined> {
  const {front, time, signal, pauseMs} = context
  const path = `${hooksPath(repository.owner, repository.name)}/${encodeURIComponent(hook)}/deliveries`
  for (const begun = time.nowMs(); ; ) {
    const {items} = await readList(front.client, path, signal)
    const told = items.flatMap((item): ToldDelivery[] => {
      const [id, status] = [idIn(item)?.value, readField(item, ['status'], asText)?.value]
      if (id === undefined || status === undefined) return []
      const code = readField(item, ['status_code'], asCount)?.value ?? null
      return [{id, status, status_code: code, error: readField(item, ['error'], asText)?.value ?? null}]
    })
    const found = told.find(isWanted)
    if (found !== undefined || time.nowMs() - begun > withinMs) return found ?? told[0]
    await sleep(time, pauseMs, signal)
  }
}
