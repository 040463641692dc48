import {gitIn, refsOf} from './git-backend.ts'
import {postHook, type SecondHook, type SentDelivery} from './hook-post.ts'
import {type SecondState, unix} from './second-state.ts'

interface Sent {
  readonly event: string
  readonly payload: object
  /** Sent whether the hook is active or not. */
  readonly isAsked?: boolean
}

export function send(state: SecondState, hook: SecondHook, {event, payload, isAsked = false}: Sent): void {
  if (state.has('hook-silent')) return
  if (!hook.active && !isAsked && !state.has('hook-inactive-sends')) return
  const id = state.id()
  const delivery: SentDelivery = {
    id,
    event,
    body: JSON.stringify({...payload, sequence: id}),
    status: 'failed',
    status_code: null,
    duration_ms: 0,
    delivered_at: unix(),
  }
  hook.sent.push(delivery)
  post(state, hook, delivery)
}

export function post(state: SecondState, hook: SecondHook, delivery: SentDelivery): void {
  const work = postHook(hook, delivery, state.faults).catch(() => undefined)
  state.background.add(work)
  void work.then(() => state.background.delete(work))
}

/** What a push moved, told to the hooks of its repository. */
export function tellPush(state: SecondState, repo: string, before: ReadonlyMap<string, string>): void {
  const after = refsOf(state.root, repo)
  const names = [...new Set([...before.keys(), ...after.keys()])]
  const moved = names.filter((ref) => before.get(ref) !== after.get(ref))
  const all = [...state.hooks, ...state.ghosts]
  const hooks = all.filter((hook) => hook.repo === repo && hook.events.includes('push'))
  for (const ref of moved) {
    const payload = pushPayload(state, repo, {ref, old: before.get(ref), now: after.get(ref)})
    for (const hook of hooks) send(state, hook, {event: 'push', payload})
    if (state.has('hook-doubled')) for (const hook of hooks) send(state, hook, {event: 'push', payload})
  }
  if (!state.has('push-dropped')) return
  for (const ref of moved) if (after.has(ref)) gitIn(state.root, repo, 'update-ref', '-d', ref)
}

const ZERO = '0'.repeat(40)

interface Move {
  readonly ref: string
  readonly old: string | undefined
  readonly now: string | undefined
}

function pushPayload(state: SecondState, repo: string, {ref, old = ZERO, now = ZERO}: Move): object {
  const {owner} = state
  return {
    action: now === ZERO ? 'deleted' : old === ZERO ? 'created' : 'updated',
    ref,
    before: old,
    after: state.has('hook-other-commit') ? 'c'.repeat(40) : now,
    repository: {name: repo, owner},
    pusher: {name: owner, email: 'amber@example.org'},
    ...(!state.has('hook-bare-body') && {commits: []}),
  }
}
