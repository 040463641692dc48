import {userView} from '../model/objects.ts'
import {holdsScope} from '../model/scopes.ts'
import {limitOf} from './limits.ts'
import type {RouteGroup} from './routes.ts'
import {signedIn} from './signed-in.ts'

/** The user of the caller's token, and what remains of the caller's rate limit. */
export const accountRoutes: RouteGroup = ({limiter}) => [
  {
    method: 'GET',
    url: '/api/user',
    access: {needs: 'any'},
    answer: (call) => {
      const {user, token} = signedIn(call)
      return userView(user, holdsScope(token.scopes, 'user:read'))
    },
  },
  {
    method: 'GET',
    url: '/api/rate_limit',
    access: {needs: 'any', anonymous: true, unlimited: true},
    answer: ({caller, address}) => {
      const {key, limit} = limitOf(caller, address)
      return limiter.look(key, limit)
    },
  },
]
