import {askRefs, gitPath} from '../client/ask-refs.ts'
import {readList} from '../client/read-list.ts'
import {type CheckFinding, failed, passed, unclear, warned} from '../model/finding.ts'
import {askOwner} from './ask-owner.ts'
import type {Check, CheckContext, MadeRepository} from './check.ts'
import {discardRepository} from './make-things.ts'
import {type ListedRepository, repositoryIn} from './repository.ts'

export const CLEAN_UP_CHECKS: readonly Check[] = [
  {
    id: 'repo.cleanup',
    title: 'A repository is listed until it is deleted, then it is gone, and nothing of ours is left',
    mode: 'standard',
    mutates: true,
    needsToken: true,
    ask: checkCleanUp,
  },
]

/** Not that something went wrong: there is no such operation. Source: RFC 9110, 15.5.6 and 15.6.2. */
const ABSENT = new Set([405, 501])

async function checkCleanUp(context: CheckContext): Promise<CheckFinding> {
  const {notes, front, signal} = context
  const {repository} = notes
  if (repository === undefined) return unclear('there is no repository of ours to delete')
  const listed = await isListed(context, repository)
  const removed = await discardRepository(context, repository)
  const listedAfter = await isListed(context, repository)
  const again = await discardRepository(context, repository)
  const refs = await askRefs(front.client, gitPath(repository.owner, repository.name), signal)
  const observed = {
    listed,
    removed,
    listed_after: listedAfter,
    again,
    refs: refs.kind === 'refs' ? 'still there' : refs.status,
  }
  for (const rest of notes.residue) {
    const [owner = '', name = ''] = rest.split('/')
    await discardRepository(context, {owner, name})
  }
  const left = notes.residue.size
  const seen = {
    expected: 'listed, 2xx, then 404 for it and for git and no longer listed',
    observed: {...observed, residue: [...notes.residue]},
  }
  if (ABSENT.has(removed))
    return warned(`the host deletes no repositories (${removed}), and ${left} of ours are left`, seen)
  if (removed < 200 || removed > 299) return failed(`deleting is answered ${removed}`, seen)
  if (listed === false) return failed('the list did not have the repository while it was there', seen)
  if (listedAfter) return failed('the list still has the repository', seen)
  if (again !== 404) return failed(`deleting it again is answered ${again}`, seen)
  if (refs.kind === 'refs' || refs.status !== 404) return failed('git still finds the repository', seen)
  return left > 0 ? warned(`${left} repositories of ours are left`, seen) : passed(seen)
}

/** Whether the list of the moment has it; undefined where nobody can say that the list is whole. */
async function isListed(context: CheckContext, repository: MadeRepository): Promise<boolean | undefined> {
  const list = await readList(context.front.client, '/api/repos', context.signal)
  const owner = await askOwner(context)
  if (list.items.some((item) => isOne(repositoryIn(item, owner), repository))) return true
  return list.problem === undefined && list.doubt === undefined ? false : undefined
}

const isOne = (listed: ListedRepository | undefined, {owner, name}: MadeRepository) =>
  listed?.owner === owner && listed.name === name
