import {type Answer, type Asked, MISSING, REFUSED} from './asked.ts'
import {hooks} from './hook-routes.ts'
import {repos} from './repo-routes.ts'
import type {SecondState, SecondToken} from './second-state.ts'
import {keys, tokens} from './token-routes.ts'

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
