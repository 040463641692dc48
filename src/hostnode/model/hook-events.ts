/** Every kind of event that a webhook can subscribe to; `ping`, the kind of test deliveries, cannot be subscribed. */
export const HOOK_EVENTS = [
  'push',
  'pull_request',
  'pull_request_review',
  'issues',
  'issue_comment',
  'release',
  'create',
  'delete',
  'fork',
  'star',
] as const
export type HookEvent = (typeof HOOK_EVENTS)[number]
export type DeliveredEvent = HookEvent | 'ping'

export function isHookEvent(text: string): text is HookEvent {
  return HOOK_EVENTS.some((one) => one === text)
}

/** One ref that a push moved. The id of zeros stands for a missing side. */
export interface MovedRef {
  readonly ref: string
  readonly before: string
  readonly after: string
  /** Whether `before` is no ancestor of `after`. */
  readonly isForced: boolean
}

/** A commit as payloads describe it; `timestamp` is ISO 8601. */
export interface PushedCommit {
  readonly id: string
  readonly message: string
  readonly author: {readonly name: string; readonly email: string}
  readonly timestamp: string
}

/** Facts of a push other than the ref. */
export interface PushFacts {
  /** Null if unknown: the refs moved without a record of a push. */
  readonly pusher: {readonly name: string; readonly email: string} | null
  /** Newest first; those beyond `MOST_COMMITS` are left out. Undefined if they could not be read, or are too many to list. */
  readonly commits: readonly PushedCommit[] | undefined
  /** Found by comparing refs after a crash. */
  readonly reconciled?: boolean
}

/** An event before it is stored: the repository and the time are added to all events in one place. */
export interface RaisedEvent {
  /** Generated if absent. */
  readonly id?: string
  readonly kind: HookEvent
  readonly payload: Readonly<Record<string, unknown>>
}

export const MOST_COMMITS = 100

/**
 * The events of one moved ref: `push`, then `create` or `delete` if a branch or tag appeared or disappeared; other refs only get `push`.
 * `sender`: the name of the user, null if unknown.
 */
export function eventsOfPush(moved: MovedRef, facts: PushFacts, sender: string | null): RaisedEvent[] {
  const {ref, before, after} = moved
  const isNew = isZero(before)
  const isGone = isZero(after)
  const common = {
    action: actionOf(moved),
    ref,
    sender: sender === null ? null : {username: sender},
    ...(facts.reconciled && {reconciled: true}),
  }
  const {pusher, commits} = facts
  const told = {
    commits: commits?.slice(0, MOST_COMMITS) ?? [],
    truncated: commits === undefined || commits.length > MOST_COMMITS,
  }
  const push: RaisedEvent = {kind: 'push', payload: {...common, before, after, pusher, ...told}}
  const [, folder] = /^refs\/(heads|tags)\//.exec(ref) ?? []
  if (folder === undefined || isNew === isGone) return [push]
  const what = {ref_type: folder === 'tags' ? 'tag' : 'branch', sha: isNew ? after : before}
  const change: RaisedEvent = {kind: isNew ? 'create' : 'delete', payload: {...common, ...what}}
  return [push, change]
}

function actionOf({before, after, isForced}: MovedRef): string {
  if (isZero(before)) return 'created'
  if (isZero(after)) return 'deleted'
  return isForced ? 'forced' : 'updated'
}

function isZero(id: string): boolean {
  return /^0+$/.test(id)
}
