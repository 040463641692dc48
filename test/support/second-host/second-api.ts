import {createBare, gitIn, refsOf, removeBare} from './git-backend.ts'
import {isForbiddenHook, postHook, type SecondHook, type SentDelivery} from './hook-post.ts'
import {type SecondRepo, type SecondState, type SecondToken, unix} from './second-state.ts'

/** A request as the routes see it: path parts after `/api/`, who asks, and the JSON body. */
export interface Asked {
  readonly method: string
  readonly parts: readonly string[]
  readonly query: URLSearchParams
  readonly token: SecondToken | undefined
  readonly body: Record<string, unknown>
}

export interface Answer {
  readonly status: number
  readonly json?: unknown
  readonly text?: string
  readonly type?: string
  readonly list?: readonly unknown[]
}

const REFUSED = (status: number, code: string): Answer => ({
  status,
  json: {error: {code, message: `the request is ${code}`}},
})
const MISSING = REFUSED(404, 'missing')
/** The token that somebody made before any baseline. */
export const OLDER = 'older'
const EVENTS = 'push pull_request pull_request_review issues issue_comment release create delete fork star'.split(' ')

export function answerApi(state: SecondState, asked: Asked): Answer {
  const {token, parts} = asked
  const [first = '', second] = parts
  if (token === undefined) return REFUSED(401, 'unknown caller')
  if (!mayDo(state, asked, token)) return REFUSED(403, 'beyond the scopes')
  if (first === 'user' && second === undefined) return {status: 200, json: {id: 7, login: state.owner}}
  if (first === 'user' && second === 'tokens') return tokens(state, asked)
  if (first === 'user' && second === 'keys') return keys(state, asked)
  if (first !== 'repos') return MISSING
  if (parts.length <= 3) return repos(state, asked)
  return hooks(state, asked)
}

function mayDo(state: SecondState, {method, parts}: Asked, {scopes}: SecondToken): boolean {
  if (scopes.includes('admin') || method === 'GET' || state.has('read-writes')) return true
  if (parts[1] === 'tokens' && state.has('reader-makes-tokens')) return true
  return scopes.includes(parts[0] === 'user' ? 'user' : 'repo')
}

function tokens(state: SecondState, {method, parts, body}: Asked): Answer {
  const id = Number(parts[2])
  const shown = ({value, isRevoked: _, used, ...token}: SecondToken) => ({
    ...token,
    scopes: (state.has('scopes-widen') ? ['admin'] : token.scopes).map((scope) => scope.replace(':', '_')),
    ...(state.has('end-forgotten') && {expires_at: null}),
    ...(token.name === OLDER && state.has('scopes-grow') && {scopes: ['user_read', 'repo']}),
    ...(token.name === OLDER && state.has('token-replaced') && {id: 9999}),
    last_used_at: used > 0 ? unix() : null,
    ...(state.has('token-listed') && {token: value}),
  })
  if (method === 'GET')
    return {
      status: 200,
      list: state.tokens
        .filter(({isRevoked}) => !isRevoked)
        .filter(kept(state, 'token-lost'))
        .map(shown),
    }
  if (method === 'POST') {
    const expires = typeof body['expires_at'] === 'string' ? Date.parse(body['expires_at']) / 1000 : null
    if (Number.isNaN(expires) || typeof body['name'] !== 'string') return REFUSED(422, 'malformed')
    const made = state.addToken(
      body['name'],
      (body['scopes'] as string[]).map((scope) => scope.replace('_', ':')),
      expires,
    )
    return {status: 201, json: {...shown(made), token: made.value}}
  }
  const token = state.tokens.find((one) => one.id === id && !one.isRevoked)
  if (method !== 'DELETE' || token === undefined) return MISSING
  token.isRevoked = true
  return {status: 200, json: {}}
}

/** The oldest of several is gone. */
function kept(state: SecondState, fault: 'token-lost' | 'hook-lost' | 'repo-lost') {
  return (_: unknown, at: number, all: readonly unknown[]) => !(state.has(fault) && at === 0 && all.length > 0)
}

function keys(state: SecondState, {method, parts, body}: Asked): Answer {
  const {key, title} = body
  if (method === 'GET') {
    const isOther = state.has('key-other') || state.has('key-replaced')
    const all = isOther ? state.keys.map((one) => ({...one, key: 'ssh-ed25519 AAAA'})) : state.keys
    return {status: 200, list: state.has('key-forgotten') ? [] : all}
  }
  if (method === 'POST') {
    if (typeof key !== 'string' || !/^(ssh|ecdsa)-\S+ \S{40,}/.test(key)) return REFUSED(422, 'malformed')
    if (state.keys.some((one) => one.key === key) && !state.has('key-twice')) return REFUSED(422, 'taken')
    const made = {id: state.id(), title: String(title), key}
    state.keys.push(made)
    return {status: 201, json: made}
  }
  const at = state.keys.findIndex(({id}) => id === Number(parts[2]))
  if (method !== 'DELETE' || at < 0) return MISSING
  state.keys.splice(at, 1)
  return {status: 204}
}

const shownRepo =
  (state: SecondState) =>
  ({id, name, created_at}: SecondRepo) => ({
    id,
    full_name: `${state.owner}/${name}`,
    name,
    owner: state.owner,
    private: !state.has('repo-opened'),
    created_at,
  })

/** All there are, unless a cache stands in front of them that misses what is new, or keeps what is gone. */
function listedRepos(state: SecondState): readonly SecondRepo[] {
  if (state.has('list-stale')) return state.repos.filter(({created_at}) => created_at === 1)
  if (state.has('list-keeps')) return [...state.repos, ...state.gone]
  return state.repos.filter(kept(state, 'repo-lost'))
}

function repos(state: SecondState, {method, parts, body}: Asked): Answer {
  const shown = shownRepo(state)
  if (method === 'GET' && parts.length === 1)
    return state.has('list-html')
      ? {status: 200, text: '<html>soon</html>', type: 'text/html'}
      : {status: 200, list: listedRepos(state).map(shown)}
  if (method === 'POST' && parts.length === 1) return makeRepo(state, body)
  const at = state.repos.findIndex(({name}) => name === parts[2])
  const [found] = state.repos.slice(at, at + 1)
  if (method === 'GET' && at >= 0 && found) return {status: 200, json: shown(found)}
  if (method !== 'DELETE' || at < 0) return MISSING
  if (!state.has('delete-keeps')) {
    state.gone.push(...state.repos.splice(at, 1))
    state.hooks.splice(0, state.hooks.length, ...state.hooks.filter(({repo}) => repo !== parts[2]))
    removeBare(state.root, parts[2] ?? '')
  }
  return {status: 204}
}

function makeRepo(state: SecondState, body: Asked['body']): Answer {
  const name = String(body['name'])
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/.test(name) || body['owner'] !== state.owner) return REFUSED(422, 'malformed')
  if (state.repos.some((one) => one.name === name)) return REFUSED(409, 'taken')
  createBare(state.root, name)
  const made = {id: state.id(), name, created_at: unix()}
  state.repos.push(made)
  return {status: 201, json: shownRepo(state)(made)}
}

function hooks(state: SecondState, asked: Asked): Answer {
  const {method, parts} = asked
  const [, , repo = '', , hookId, what] = parts
  if (!state.repos.some(({name}) => name === repo) || parts[3] !== 'hooks') return MISSING
  const own = state.hooks.filter((hook) => hook.repo === repo)
  if (hookId === undefined && method === 'GET')
    return {status: 200, list: own.filter(kept(state, 'hook-lost')).map(listedHook(state))}
  if (hookId === undefined) return makeHook(state, repo, asked.body)
  const hook = own.find(({id}) => id === Number(hookId))
  if (hook === undefined) return MISSING
  return what === undefined ? changeHook(state, hook, asked) : useHook(state, hook, parts)
}

const shownHook = ({id, url, events, active}: SecondHook) => ({id, url, events, active})

const listedHook = (state: SecondState) => (hook: SecondHook) => ({
  ...shownHook(hook),
  ...(state.has('hook-secret-listed') && {secret: hook.secret}),
  ...(state.has('hook-other-url') && {url: 'https://elsewhere.example/'}),
  ...(state.has('hook-events-fewer') && {events: ['fork']}),
  ...(state.has('hook-off') && {active: false}),
})

function makeHook(state: SecondState, repo: string, {url, secret, events, active}: Asked['body']): Answer {
  const isKnown = Array.isArray(events) && events.every((one) => EVENTS.includes(one))
  const isForbidden = isForbiddenHook(String(url), state.options.hookTargets ?? []) && !state.has('hook-everywhere')
  if (!isKnown || isForbidden) return REFUSED(422, 'malformed')
  const hook = {
    id: state.id(),
    repo,
    url: String(url),
    secret: String(secret),
    events,
    active: active !== false,
    sent: [],
  }
  state.hooks.push(hook)
  if (state.has('hook-everywhere')) send(state, hook, {event: 'ping', payload: {action: 'ping'}, isAsked: true})
  return {status: 201, json: shownHook(hook)}
}

function changeHook(state: SecondState, hook: SecondHook, {method, body}: Asked): Answer {
  if (method === 'PATCH') {
    if (typeof body['active'] === 'boolean') hook.active = body['active']
    return {status: 200, json: shownHook(hook)}
  }
  if (method !== 'DELETE') return MISSING
  // One that outlives its end is in no list, and goes on sending.
  if (state.has('hook-outlives')) state.ghosts.push(hook)
  state.hooks.splice(state.hooks.indexOf(hook), 1)
  return {status: 204}
}

function useHook(state: SecondState, hook: SecondHook, [, , repo, , , what, deliveryId]: readonly string[]): Answer {
  if (what === 'test') {
    const payload = {action: 'ping', repository: {name: repo, owner: state.owner}}
    send(state, hook, {event: 'ping', payload, isAsked: true})
    return {status: 202, json: {}}
  }
  if (what !== 'deliveries') return MISSING
  if (deliveryId === undefined)
    return {status: 200, json: {items: hook.sent.toReversed().map(({body: _, ...delivery}) => delivery)}}
  const delivery = hook.sent.find(({id}) => id === Number(deliveryId))
  if (delivery === undefined) return MISSING
  const isOther = state.has('hook-redeliver-differs')
  const again = isOther ? {...delivery, id: state.id(), body: `${delivery.body} `} : delivery
  if (isOther) hook.sent.push(again)
  post(state, hook, again)
  return {status: 202, json: {}}
}

interface Sent {
  readonly event: string
  readonly payload: object
  /** Sent whether the hook is active or not. */
  readonly isAsked?: boolean
}

function send(state: SecondState, hook: SecondHook, {event, payload, isAsked = false}: Sent): void {
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

function post(state: SecondState, hook: SecondHook, delivery: SentDelivery): void {
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
