import type {NodeContext} from '../context/context.ts'
import {accountRoutes} from './account-routes.ts'
import {adminRoutes} from './admin-routes.ts'
import {consensusRoutes} from './consensus-routes.ts'
import {eventRoutes} from './event-routes.ts'
import {hookRoutes} from './hook-routes.ts'
import {keyRoutes} from './key-routes.ts'
import {repositoryRoutes} from './repository-routes.ts'
import type {NodeRoute, RouteGroup} from './routes.ts'
import {tokenRoutes} from './token-routes.ts'

/** All groups of routes: a group is registered by its line here. */
const GROUPS: readonly RouteGroup[] = [
  accountRoutes,
  tokenRoutes,
  keyRoutes,
  repositoryRoutes,
  hookRoutes,
  eventRoutes,
  adminRoutes,
  consensusRoutes,
]

export function apiRoutes(context: NodeContext): NodeRoute[] {
  return GROUPS.flatMap((group) => group(context))
}
