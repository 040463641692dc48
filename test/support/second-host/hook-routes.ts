import {type Answer, type Asked, kept, MISSING, REFUSED} from './asked.ts'
import {isForbiddenHook, type SecondHook} from './hook-post.ts'
import type {SecondState} from './second-state.ts'
import {post, send} from './send-deliveries.ts'

const EVENTS = 'push pull_request pull_request_review issues issue_comment release create delete fork star'.split(' ')

export function hooks(state: SecondState, asked: Asked): Answer {
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
