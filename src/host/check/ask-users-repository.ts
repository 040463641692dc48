import {readList} from '../client/read-list.ts'
import {asTruth, readField} from '../model/field.ts'
import {ownerRun} from '../model/own-name.ts'
import {askOwner} from './ask-owner.ts'
import {type AskedRefusal, asked, clonePath, HIDDEN, hiddenRefusal} from './ask-refusals.ts'
import type {CheckContext, MadeRepository} from './check.ts'
import {fullName, repositoryIn, repositoryPath} from './repository.ts'

/** What these questions are called. */
export const USERS_CLONED = 'cloning a repository of users as nobody'
export const USERS_SEEN = 'a repository of users as nobody'

/**
 * A private repository that was there before, for a new one tells nothing of the rights that old ones have: of the baseline, or where that does not tell which are
 * private, of the list that the token sees. Another one in each run.
 */
export async function findUsersRepository(context: CheckContext): Promise<MadeRepository | undefined> {
  const {before, front, signal, entropy} = context
  // The mark of a baseline is private as well, and as new as that.
  const mark = before?.inventory.sentinels.repository ?? ''
  const isUsers = (one: MadeRepository) => ownerRun(one.name) === undefined && ![one.name, fullName(one)].includes(mark)
  let found: readonly MadeRepository[] =
    before?.inventory.repos.filter((one) => one.private === true && isUsers(one)) ?? []
  if (found.length === 0) {
    const owner = await askOwner(context)
    const {items} = await readList(front.client, '/api/repos', signal)
    const listed = items.flatMap((item) => repositoryIn(item, owner) ?? [])
    found = listed.filter((one) => one.isPrivate === true && isUsers(one))
  }
  return found[Buffer.from(entropy.bytes(4)).readUInt32BE() % Math.max(1, found.length)]
}

/** What nobody is shown of it. `isSparing`: by git alone. One that its owner has opened since is no secret any more. */
export async function usersRefusals(
  context: CheckContext,
  place: MadeRepository,
  isSparing: boolean,
): Promise<AskedRefusal[]> {
  const refusals = [
    await asked(context, USERS_CLONED, HIDDEN, {path: clonePath(place), authorization: null}),
    ...(isSparing ? [] : [await hiddenRefusal(context, USERS_SEEN, place)]),
  ]
  const isShown = refusals.some(({wanted, reply}) => !wanted.includes(reply.status))
  if (isShown && (await isOpen(context, place))) return []
  return refusals.map((one) => ({...one, of: fullName(place)}))
}

async function isOpen({front, signal}: CheckContext, {owner, name}: MadeRepository): Promise<boolean> {
  const {json} = await front.client.ask({path: repositoryPath(owner, name)}, signal)
  return readField(json, ['private'], asTruth)?.value === false
}
