import {unauthorized} from '../api/admission.ts'
import {countRequest, limitOf} from '../api/limits.ts'
import {ownRepository, readableRepository} from '../api/repository-routes.ts'
import type {ApiCall} from '../api/routes.ts'
import {mayUse} from '../api/signed-in.ts'
import type {NodeContext} from '../context/context.ts'
import type {GitService} from '../git/backend-environment.ts'
import {ApiFailure} from '../model/api-failure.ts'
import type {RepositoryRow} from '../model/objects.ts'

/** Who asks git for what. */
export type GitCall = Pick<ApiCall, 'caller' | 'address' | 'params' | 'setHeader'>

/**
 * The repository of a request if the caller may do with it what the service does. Whoever has no credentials is told to bring some, whatever is there, and is
 * counted only where there is no need: git always asks without first. Throws `ApiFailure`.
 */
export function gitRepository(call: GitCall, service: GitService, context: NodeContext): RepositoryRow {
  const {caller, address} = call
  const isPush = service === 'git-receive-pack'
  const asked = {caller, params: {...call.params, repo: (call.params['repo'] ?? '').replace(/\.git$/, '')}}
  if (caller.kind === 'token') {
    if (isPush && !mayUse(caller, 'repo')) throw new ApiFailure('forbidden', 'the token lacks the scope repo')
    return isPush ? ownRepository(asked, context) : readableRepository(asked, context)
  }
  const row = isPush ? undefined : publicRepository(asked, context)
  if (row === undefined) throw unauthorized('/git')
  countRequest(context, limitOf(caller, address), call.setHeader)
  return row
}

function publicRepository(asked: Pick<ApiCall, 'caller' | 'params'>, context: NodeContext): RepositoryRow | undefined {
  try {
    return readableRepository(asked, context)
  } catch (error) {
    if (error instanceof ApiFailure) return undefined
    throw error
  }
}
