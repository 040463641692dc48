import {readList} from '../client/read-list.ts'
import {asText, asTime, readField} from '../model/field.ts'
import {ownerRun} from '../model/own-name.ts'
import {askOwner} from './ask-owner.ts'
import type {CheckContext} from './check.ts'
import {idIn, KEYS_PATH, repositoryIn, repositoryPath} from './repository.ts'

/** Something that a check of this or an earlier run made. */
export interface OurThing {
  readonly kind: 'repository' | 'token' | 'key'
  readonly name: string
  /** Where it is deleted. */
  readonly path: string
  readonly createdAtMs: number | undefined
}

/** What is ours by its name. Repositories of our own user alone: a list may hold what others have. */
export async function listOurs(
  context: CheckContext,
): Promise<{readonly found: readonly OurThing[]; readonly problem?: string | undefined}> {
  const {front, signal, target} = context
  const owner = await askOwner(context)
  if (owner === undefined) return {found: [], problem: 'the host does not say whose token this is'}
  const lists = {
    repository: await readList(front.client, '/api/repos', signal),
    token: await readList(front.client, target.auth.tokens_path, signal),
    key: await readList(front.client, KEYS_PATH, signal),
  }
  const problem = Object.values(lists).find((list) => list.problem !== undefined)?.problem
  const createdOf = (item: unknown) => readField(item, ['created_at'], asTime)?.value
  const repositories = lists.repository.items.flatMap((item): OurThing[] => {
    const one = repositoryIn(item, undefined)
    if (one?.owner !== owner) return []
    return [{kind: 'repository', name: one.name, path: repositoryPath(owner, one.name), createdAtMs: one.createdAtMs}]
  })
  const byId = (kind: 'token' | 'key', path: string) =>
    lists[kind].items.flatMap((item): OurThing[] => {
      const name = readField(item, ['name', 'title'], asText)?.value
      const id = idIn(item)?.value
      if (name === undefined || id === undefined) return []
      return [{kind, name, path: `${path}/${encodeURIComponent(id)}`, createdAtMs: createdOf(item)}]
    })
  const all = [...repositories, ...byId('token', target.auth.tokens_path), ...byId('key', KEYS_PATH)]
  return {found: all.filter(({name}) => ownerRun(name) !== undefined), problem}
}
