import {type Answer, type Asked, kept, MISSING, REFUSED} from './asked.ts'
import {createBare, removeBare} from './git-backend.ts'
import {type SecondRepo, type SecondState, unix} from './second-state.ts'

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

export function repos(state: SecondState, {method, parts, body}: Asked): Answer {
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
