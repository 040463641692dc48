import type {CompatShape} from '../model/compat-names.ts'
import type {NodeStore} from '../store/node-store.ts'
import {pathWithIds} from './compat-ids.ts'

/** Where a path of ours is nothing. */
const NOWHERE = '/api/-'
const OWN_TOKENS = /^\/api\/tokens(?=[/?]|$)/
const USER_TOKENS = /^\/api\/user\/tokens(?=[/?]|$)/
const REPOSITORY = /^\/api\/repos\/[^/]+\/[^/?]+\/?(?:\?|$)/

/** The path that a request means, with its query: one of ours, or one that leads nowhere. */
export function compatPath(url: string, shapes: ReadonlySet<CompatShape>, store: Pick<NodeStore, 'all'>): string {
  const moved = shapes.has('user-tokens-path')
    ? OWN_TOKENS.test(url)
      ? url.replace(OWN_TOKENS, NOWHERE)
      : url.replace(USER_TOKENS, '/api/tokens')
    : url
  return shapes.has('int-ids') ? pathWithIds(moved, store) : moved
}

/** Whether such a service has no such operation. */
export function isAbsent(method: string, url: string, shapes: ReadonlySet<CompatShape>): boolean {
  return shapes.has('no-delete') && method === 'DELETE' && REPOSITORY.test(url)
}
