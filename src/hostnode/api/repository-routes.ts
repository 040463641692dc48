import type {NodeContext} from '../context/context.ts'
import {createRepository} from '../git/create-repository.ts'
import {removeRepository, removeTrash} from '../git/remove-repository.ts'
import {ApiFailure, nothingThere} from '../model/api-failure.ts'
import {BodyFields} from '../model/body-fields.ts'
import {isObjectName, nameKey} from '../model/object-names.ts'
import {type RepositoryRow, repositoryView} from '../model/objects.ts'
import {DEFAULT_BRANCH_SCHEMA} from '../model/release.ts'
import {Readings} from '../store/readings.ts'
import {countVisible, repositoryByName, visibleRepositories} from '../store/repositories-table.ts'
import {isTaken} from '../store/store-faults.ts'
import {answerKnownList, type ToldList} from './lists.ts'
import type {ApiCall, RouteGroup} from './routes.ts'
import {mayUse, signedIn} from './signed-in.ts'

const MOST_NAME = 100

/** Repositories as objects of the API; their contents are served by the transport. */
export const repositoryRoutes: RouteGroup = (context) => {
  const told = new Readings<ToldList>(context.store)
  return [
    {
      method: 'GET',
      url: '/api/repos',
      access: {needs: 'repo:read', anonymous: true},
      answer: (call) => listRepositories(call, context, told),
    },
    {
      method: 'POST',
      url: '/api/repos',
      access: {needs: 'repo'},
      status: 201,
      answer: (call) => makeRepository(call, context),
    },
    {
      method: 'GET',
      url: '/api/repos/:owner/:repo',
      access: {needs: 'repo:read', anonymous: true},
      answer: (call) => repositoryView(readableRepository(call, context), context.publicUrl),
    },
    {
      method: 'DELETE',
      url: '/api/repos/:owner/:repo',
      access: {needs: 'repo'},
      answer: (call) => deleteRepository(call, context),
    },
  ]
}

/** The repository of a path if the caller may read it. Throws `not_found` otherwise, so that nobody learns of private repositories. */
export function readableRepository(call: Pick<ApiCall, 'caller' | 'params'>, context: NodeContext): RepositoryRow {
  const row = namedRepository(call, context)
  if (row !== undefined && (!row.private || (isOwn(call, row) && mayUse(call.caller, 'repo:read')))) return row
  throw nothingThere()
}

/** The repository of a path if it belongs to the caller. Throws `not_found`; `forbidden` if the caller may read but not change it. */
export function ownRepository(call: Pick<ApiCall, 'caller' | 'params'>, context: NodeContext): RepositoryRow {
  const row = readableRepository(call, context)
  if (isOwn(call, row)) return row
  throw new ApiFailure('forbidden', 'the repository is of somebody else')
}

function namedRepository({params}: Pick<ApiCall, 'params'>, {store}: NodeContext): RepositoryRow | undefined {
  const {owner = '', repo = ''} = params
  return isObjectName(owner) && isObjectName(repo) ? repositoryByName(store, owner, repo) : undefined
}

/** Whether a repository belongs to the caller; to an administrator they all do. */
function isOwn({caller}: Pick<ApiCall, 'caller'>, {owner}: RepositoryRow): boolean {
  if (caller.kind === 'anonymous') return false
  return mayUse(caller, 'admin') || nameKey(caller.user.username) === nameKey(owner)
}

function listRepositories(call: ApiCall, context: NodeContext, told: Readings<ToldList>): unknown {
  const {caller} = call
  const query = {
    userId: caller.kind === 'token' && mayUse(caller, 'repo:read') ? caller.user.id : undefined,
    all: mayUse(caller, 'admin'),
    owner: call.query['owner'],
  }
  return answerKnownList(call, context, {
    told,
    who: `${query.all} ${query.userId}`,
    rows: (page) => visibleRepositories(context.store, query, page),
    count: () => countVisible(context.store, query),
    view: (row) => repositoryView(row, context.publicUrl),
  })
}

function makeRepository(call: ApiCall, context: NodeContext): Promise<unknown> {
  const {user} = signedIn(call)
  const fields = new BodyFields(call.body)
  const name = fields.text('name', {most: MOST_NAME})
  const owner = fields.text('owner', {most: MOST_NAME})
  const isPrivate = fields.has('private') ? fields.flag('private') : true
  if (name !== undefined && !isObjectName(name)) fields.refuse('name', 'invalid', 'is no name of a repository')
  if (owner !== undefined && !isObjectName(owner)) fields.refuse('owner', 'invalid', 'is no name of a user')
  fields.done()
  if (nameKey(owner ?? '') !== nameKey(user.username)) throw new ApiFailure('forbidden', 'the owner must be yourself')
  const row: RepositoryRow = {
    id: context.ids.next('repo'),
    owner: user.username,
    name: name ?? '',
    private: isPrivate ?? true,
    ...(context.release.schemaVersion >= DEFAULT_BRANCH_SCHEMA && {default_branch: 'main'}),
    state: 'creating',
    created_at: context.time.nowMs(),
    pushed_at: null,
  }
  return createRepository(row, user.id, context.repositories).then(
    () => repositoryView(row, context.publicUrl),
    (error) => {
      throw isTaken(error) ? new ApiFailure('conflict', 'the owner has a repository of that name') : error
    },
  )
}

/** Deletes a repository. Its files are removed after the response; a restart removes what a crash leaves behind. */
function deleteRepository(call: ApiCall, context: NodeContext): Promise<undefined> {
  const row = ownRepository(call, context)
  return removeRepository(row, context.repositories).then(() => {
    removeTrash(row.id, context.repositories).catch((error) => {
      context.repositories.halves.add(row.id)
      context.log.failure('a deleted repository is left', error)
    })
    return undefined
  })
}
