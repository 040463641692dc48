import {type Answer, type Asked, kept, MISSING, REFUSED} from './asked.ts'
import {type SecondState, type SecondToken, unix} from './second-state.ts'

/** The token that somebody made before any baseline. */
export const OLDER = 'older'

export function tokens(state: SecondState, {method, parts, body}: Asked): Answer {
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

export function keys(state: SecondState, {method, parts, body}: Asked): Answer {
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
