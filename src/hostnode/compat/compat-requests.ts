import type {CompatShape} from '../model/compat-names.ts'
import type {NodeStore} from '../store/node-store.ts'
import {pathWithIds} from './compat-ids.ts'

/** A path that no route has. */
const NOWHERE = '/api/-'
const OWN_TOKENS = /^\/api\/tokens(?=[/?]|$)/
const USER_TOKENS = /^\/api\/user\/tokens(?=[/?]|$)/
const REPOSITORY = /^\/api\/repos\/[^/]+\/[^/?]+\/?(?:\?|$)/

/** Our own path for the path of a request, with its query, or one that leads nowhere. */
export function compatPath(url: string, shapes: ReadonlySet<CompatShape>, store: Pick<NodeStore, 'all'>): string {
  const moved = shapes.has('user-tokens-path')
    ? OWN_TOKENS.test(url)
      ? url.replace(OWN_TOKENS, NOWHERE)
      : url.replace(USER_TOKENS, '/api/tokens')
    : url
  return shapes.has('int-ids') ? pathWithIds(moved, store) : moved
}

/** Whether a service of these shapes lacks the operation. */
export function isAbsent(method: string, url: string, shapes: ReadonlySet<CompatShape>): boolean {
  return shapes.has('no-delete') && method === 'DELETE' && REPOSITORY.test(url)
}
