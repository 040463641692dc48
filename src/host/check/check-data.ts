import type {NodeInventoryRepository} from '#contract/generated/types'
import {readList} from '../client/read-list.ts'
import {type CheckFinding, failed, passed, skipped, unclear, warned} from '../model/finding.ts'
import {askHidden} from './ask-hidden.ts'
import {askHolders} from './ask-holders.ts'
import {askOwner} from './ask-owner.ts'
import type {Check, CheckContext} from './check.ts'
import {checkAccounts} from './check-accounts.ts'
import {checkObjects} from './check-objects.ts'
import {checkRefs} from './check-refs.ts'
import {fullName, type ListedRepository, repositoryIn} from './repository.ts'

export const DATA_CHECKS: readonly Check[] = [
  {
    id: 'data.repos',
    title: 'Every repository of the baseline is listed, and private where it was',
    mode: 'quick',
    isCritical: true,
    needsToken: true,
    ask: checkRepositories,
  },
  {
    id: 'data.refs',
    title: 'Every ref of the baseline points where it did',
    mode: 'standard',
    isCritical: true,
    needsToken: true,
    ask: checkRefs,
  },
  {
    id: 'data.accounts',
    title: 'Tokens, keys and webhooks are those of the baseline',
    mode: 'standard',
    isCritical: true,
    needsToken: true,
    ask: checkAccounts,
  },
  {
    id: 'data.fsck',
    title: 'git finds nothing wrong with the objects',
    mode: 'full',
    isCritical: true,
    needsToken: true,
    ask: checkObjects,
  },
]

const SHOWN = 5

/** Every repository of the baseline is on a page of the list, where users go and at each node. */
export async function checkRepositories(context: CheckContext): Promise<CheckFinding> {
  if (context.before === undefined) return skipped('no_baseline')
  return await askHolders(context, {ask: repositoriesAt})
}

async function repositoriesAt(context: CheckContext): Promise<CheckFinding> {
  const {before, front, signal} = context
  if (before === undefined) return skipped('no_baseline')
  const owner = await askOwner(context)
  const list = await readList(front.client, '/api/repos', signal)
  const found = list.items.flatMap((item) => repositoryIn(item, owner) ?? [])
  const there = new Map(found.map((one) => [fullName(one), one]))
  const lost = before.inventory.repos.map(fullName).filter((name) => !there.has(name))
  const opened = before.inventory.repos.filter((one) => isOtherwiseSeen(one, there.get(fullName(one)))).map(fullName)
  const seen = {
    expected: `${before.inventory.repos.length} repositories of the baseline`,
    observed: {
      listed: there.size,
      pages: list.pages,
      lost: lost.slice(0, SHOWN),
      lost_count: lost.length,
      opened: opened.slice(0, SHOWN),
    },
    fieldPaths: [...list.fieldPaths, ...(found[0]?.fieldPaths ?? [])],
  }
  if (list.problem !== undefined) return failed(list.problem, seen)
  if (list.doubt !== undefined) return unclear(list.doubt, seen)
  if (list.duplicates > 0) return unclear('the pages repeat entries, so others may be missing', seen)
  const [gone] = lost
  if (gone !== undefined)
    return failed(`${lost.length} of the baseline are not listed${await askHidden(context, gone)}`, seen)
  if (opened.length > 0) return failed(`${opened.length} are seen by others than before`, seen)
  return before.inventory.repos.length > 0
    ? passed(seen)
    : warned('the baseline has no repository, so nothing was compared', seen)
}

/** Private before and not now, or the other way round; told once, it must be told again. */
function isOtherwiseSeen(old: NodeInventoryRepository, now: ListedRepository | undefined): boolean {
  return now !== undefined && typeof old.private === 'boolean' && now.isPrivate !== old.private
}
