import {askRefs, gitPath} from '../client/ask-refs.ts'
import {readList} from '../client/read-list.ts'
import {asText, readField} from '../model/field.ts'
import {type CheckFinding, failed, passed, skipped, unclear} from '../model/finding.ts'
import {askOwner} from './ask-owner.ts'
import type {Check, CheckContext} from './check.ts'
import {fullName, idIn, type ListedRepository, repositoryIn} from './repository.ts'

export const DATA_CHECKS: readonly Check[] = [
  {
    id: 'data.repos',
    title: 'Every repository of the baseline is listed',
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

async function checkRepositories(context: CheckContext): Promise<CheckFinding> {
  const {before, front, signal} = context
  if (before === undefined) return skipped('no_baseline')
  const owner = await askOwner(context)
  const list = await readList(front.client, '/api/repos', signal)
  const found = list.items.flatMap((item) => repositoryIn(item, owner) ?? [])
  const there = new Set(found.map(fullName))
  const lost = before.inventory.repos.map(fullName).filter((name) => !there.has(name))
  const seen = {
    expected: `${before.inventory.repos.length} repositories of the baseline`,
    observed: {listed: there.size, pages: list.pages, lost: lost.slice(0, SHOWN), lost_count: lost.length},
    fieldPaths: [...list.fieldPaths, ...(found[0]?.fieldPaths ?? [])],
  }
  if (list.problem !== undefined) return failed(list.problem, seen)
  if (list.doubt !== undefined) return unclear(list.doubt, seen)
  if (list.duplicates > 0) return unclear('the pages repeat entries, so others may be missing', seen)
  return lost.length > 0 ? failed(`${lost.length} of the baseline are not listed`, seen) : passed(seen)
}

/** Where a ref is now, for one that moved. */
interface MovedRef {
  readonly repository: string
  readonly ref: string
  readonly from: string
  readonly to: string | undefined
}

async function checkRefs(context: CheckContext): Promise<CheckFinding> {
  const {before, front, signal} = context
  if (before === undefined) return skipped('no_baseline')
  const moved: MovedRef[] = []
  const gone: string[] = []
  const branches: string[] = []
  const heads = new Map(before.inventory.repos.map((one) => [fullName(one), one.default_branch]))
  for (const [repository, old] of before.refs) {
    const [owner = '', name = ''] = repository.split('/')
    const answer = await askRefs(front.client, gitPath(owner, name), signal)
    if (answer.kind === 'none') {
      gone.push(`${repository} (${answer.status})`)
      continue
    }
    moved.push(...movedRefs(repository, old, answer.list.refs))
    const head = heads.get(repository)
    if (head && answer.list.head !== undefined && answer.list.head !== head) branches.push(repository)
  }
  const back = before.inventory.writes_fenced ? moved : await notForward(context, moved)
  const seen = {
    expected: before.inventory.writes_fenced ? 'equal refs' : 'equal refs, or branches that went forward',
    observed: {
      repositories: before.refs.size,
      moved: moved.length,
      lost: back.slice(0, SHOWN),
      unreadable: gone.slice(0, SHOWN),
      heads: branches,
    },
    fieldPaths: ['info/refs'],
  }
  if (gone.length > 0) return failed(`refs cannot be read: ${gone.slice(0, SHOWN).join(', ')}`, seen)
  if (back.length > 0) return failed(`${back.length} refs were lost or moved back`, seen)
  if (branches.length > 0) return failed(`another default branch: ${branches.slice(0, SHOWN).join(', ')}`, seen)
  return before.refs.size === 0 && before.inventory.repos.length > 0
    ? unclear('the baseline sampled no refs', seen)
    : passed(seen)
}

function movedRefs(repository: string, old: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>): MovedRef[] {
  return [...old]
    .filter(([ref, oid]) => now.get(ref) !== oid)
    .map(([ref, from]) => ({repository, ref, from, to: now.get(ref)}))
}

/** Those of the moved refs that did not simply go forward. */
async function notForward(context: CheckContext, moved: readonly MovedRef[]): Promise<MovedRef[]> {
  const {front, workbench, log, entropy} = context
  const back: MovedRef[] = moved.filter(({to, ref}) => to === undefined || !ref.startsWith('refs/heads/'))
  const rest = Map.groupBy(
    moved.filter((one) => !back.includes(one)),
    ({repository}) => repository,
  )
  for (const [repository, refs] of rest) {
    const [owner = '', name = ''] = repository.split('/')
    const folder = `refs-${Buffer.from(entropy.bytes(4)).toString('hex')}`
    const clone = await workbench.git([
      'clone',
      '--quiet',
      '--bare',
      '--',
      front.client.baseUrl + gitPath(owner, name),
      folder,
    ])
    log('data.refs', clone.output)
    for (const one of refs) {
      const {code} = await workbench.git(['merge-base', '--is-ancestor', one.from, String(one.to)], {cwd: folder})
      if (clone.code !== 0 || code !== 0) back.push(one)
    }
  }
  return back
}

async function checkAccounts(context: CheckContext): Promise<CheckFinding> {
  const {before, notes} = context
  if (before === undefined) return skipped('no_baseline')
  const {inventory} = before
  const {counts, lists, problems, owner} = await countAccounts(context, inventory.repos)
  const {token_id, hook_id, repository} = inventory.sentinels
  const missing = [
    ...(token_id !== null && !lists.tokens.has(token_id) ? ['the token that the baseline left'] : []),
    ...(hook_id !== null && !lists.hooks.has(hook_id) ? ['the webhook that the baseline left'] : []),
  ]
  const wanted = Object.entries(inventory.counts).filter(([, count]) => count !== null)
  const fewer = wanted.filter(([kind, count]) => counts[kind as keyof typeof counts] !== count).map(([kind]) => kind)
  const seen = {
    expected: wanted.map(([kind, count]) => `${count} ${kind}`).join(', '),
    observed: {...counts, missing, sentinel: repository, user: owner === notes.owner},
    fieldPaths: ['id'],
  }
  if (wanted.length === 0) return skipped('no_baseline', seen)
  if (problems.length > 0) return failed(problems[0] ?? '', seen)
  if (missing.length > 0) return failed(`gone: ${missing.join(', ')}`, seen)
  return fewer.length > 0 ? failed(`another number of ${fewer.join(', ')}`, seen) : passed(seen)
}

export type AccountCounts = Readonly<Record<'tokens' | 'keys' | 'hooks', number | null>>

/** How many tokens, keys and webhooks there are, and their ids; null where a list cannot be read. What we made ourselves for a check does not count. */
export async function countAccounts(
  context: CheckContext,
  repositories: readonly Pick<ListedRepository, 'owner' | 'name'>[],
) {
  const {front, target, signal} = context
  const owner = await askOwner(context)
  const problems: string[] = []
  const read = async (path: string) => {
    const {items, problem, doubt} = await readList(front.client, path, signal)
    if (problem !== undefined || doubt !== undefined) problems.push(`${path}: ${problem ?? doubt}`)
    const own = items.filter(
      (item) => !(readField(item, ['name', 'title'], asText)?.value ?? '').startsWith(context.prefix),
    )
    return new Set(own.flatMap((item) => idIn(item)?.value ?? []))
  }
  const tokens = await read(target.auth.tokens_path)
  const keys = await read('/api/user/keys')
  const hooks = new Set<string>()
  for (const {owner: of, name} of repositories) for (const id of await read(hooksPath(of, name))) hooks.add(id)
  const counts: AccountCounts = {tokens: tokens.size, keys: keys.size, hooks: hooks.size}
  return {counts, lists: {tokens, keys, hooks}, problems, owner}
}

export const repositoryPath = (owner: string, name: string): string =>
  `/api/repos/${encodeURIComponent(owner)}/${encodeURIComponent(name)}`

export const hooksPath = (owner: string, name: string): string => `${repositoryPath(owner, name)}/hooks`

/** Repositories that are looked through object by object. */
const MOST_CHECKED = 20

async function checkObjects(context: CheckContext): Promise<CheckFinding> {
  const {front, signal, workbench, log} = context
  const owner = await askOwner(context)
  const list = await readList(front.client, '/api/repos', signal)
  if (list.problem !== undefined) return failed(list.problem)
  const all = list.items
    .flatMap((item) => repositoryIn(item, owner) ?? [])
    .filter(({name}) => !name.startsWith(context.prefix))
  const faults: string[] = []
  for (const [at, one] of all.slice(0, MOST_CHECKED).entries()) {
    const folder = `fsck-${at}`
    const clone = await workbench.git([
      'clone',
      '--quiet',
      '--mirror',
      '--',
      front.client.baseUrl + gitPath(one.owner, one.name),
      folder,
    ])
    const fsck = clone.code === 0 ? await workbench.git(['fsck', '--full', '--strict'], {cwd: folder}) : clone
    log('data.fsck', `${fullName(one)}: ${fsck.output}`)
    if (fsck.code !== 0) faults.push(fullName(one))
  }
  const seen = {
    expected: 'exit 0 of git fsck',
    observed: {checked: Math.min(all.length, MOST_CHECKED), of: all.length, faults: faults.slice(0, SHOWN)},
  }
  if (all.length === 0) return skipped('capability_absent', seen)
  return faults.length > 0 ? failed(`faults in ${faults.slice(0, SHOWN).join(', ')}`, seen) : passed(seen)
}
