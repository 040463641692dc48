/** Every kind of event that webhooks are called for; `ping` is that of test deliveries and cannot be subscribed. */
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

/** One ref that a push moved. The id of zeros stands for a side that is missing. */
export interface MovedRef {
  readonly ref: string
  readonly before: string
  readonly after: string
  /** Whether `before` is no ancestor of `after`. */
  readonly isForced: boolean
}

/** A commit as payloads have it; `timestamp` is ISO 8601. */
export interface PushedCommit {
  readonly id: string
  readonly message: string
  readonly author: {readonly name: string; readonly email: string}
  readonly timestamp: string
}

/** What is told of a push beside the ref. */
export interface PushFacts {
  /** Null where nobody knows: refs that moved without a record of a push. */
  readonly pusher: {readonly name: string; readonly email: string} | null
  /** Newest first; those beyond `MOST_COMMITS` are left out. Undefined: they could not be read, or are more than can be told. */
  readonly commits: readonly PushedCommit[] | undefined
  /** Found out by comparing refs after a crash. */
  readonly reconciled?: boolean
}

/** An event before anybody is told of it: what is about the repository, and when, is added for all alike. */
export interface RaisedEvent {
  /** Made where absent. */
  readonly id?: string
  readonly kind: HookEvent
  readonly payload: Readonly<Record<string, unknown>>
}

export const MOST_COMMITS = 100

/**
 * The events of one moved ref: `push`, and after it `create` or `delete` where a branch or tag came to be or went away; other refs are
 * pushed alone. `sender`: the name of the user, null where nobody knows.
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
