import type {NodeInventory, NodeInventoryRepository, NodeSentinels} from '#contract/generated/types'
import {digestOf} from '#digest/canonical-json'
import {AssayError} from '#error/assay-error'
import {timestamp} from '#random/clock'
import {askOwner} from '../check/ask-owner.ts'
import type {CheckContext, HeldData} from '../check/check.ts'
import {readAccounts} from '../check/check-accounts.ts'
import {listAll, uncounted} from '../check/list-all.ts'
import {fullName, type ListedRepository, repositoryIn} from '../check/repository.ts'
import {sampleRepositories} from '../check/sample-repositories.ts'
import {askRefs, gitPath} from '../client/ask-refs.ts'
import {digestOfRefs} from '../client/git-refs.ts'
import {ownerRun} from '../model/own-name.ts'

/** What users have on the host: repositories with their refs, and tokens, keys and webhooks. Throws `host_unfit` as `readHeld` does, and where accounts cannot be counted. */
export async function makeInventory(
  context: CheckContext,
  sentinels: NodeSentinels,
  isFenced: boolean,
): Promise<HeldData> {
  const {held, problems} = await readHeld(context, sentinels, isFenced)
  if (problems.length > 0) throw uncounted(problems[0] ?? '')
  return held
}

/** Reads what users have, and why accounts could not be counted, where they could not. Throws `host_unfit` for a list that cannot be read to its end, or that has less than the service says it holds. */
export async function readHeld(
  context: CheckContext,
  sentinels: NodeSentinels,
  isFenced: boolean,
): Promise<{readonly held: HeldData; readonly problems: readonly string[]}> {
  const listed = await listedRepositories(context)
  const refs = new Map<string, ReadonlyMap<string, string>>()
  const sampled = new Set(sampleRepositories(listed).map(fullName))
  const repos: NodeInventoryRepository[] = []
  for (const one of listed) {
    const {owner, name, defaultBranch = null} = one
    const answer = sampled.has(fullName(one))
      ? await askRefs(context.front.client, gitPath(owner, name), context.signal)
      : undefined
    const list = answer?.kind === 'refs' ? answer.list : undefined
    if (list) refs.set(fullName(one), list.refs)
    repos.push({
      owner,
      name,
      default_branch: list?.head ?? defaultBranch,
      ...(one.isPrivate !== undefined && {private: one.isPrivate}),
      refs_sha256: list ? digestOfRefs(list) : null,
      ref_count: list ? list.refs.size : null,
    })
  }
  const {problems, ...found} = await readAccounts(context, listed)
  const {counts, accounts} = problems.length > 0 ? UNCOUNTED : found
  const taken_at = timestamp(context.time.nowMs())
  const body = {schema_version: 1 as const, taken_at, writes_fenced: isFenced, repos, counts, accounts, sentinels}
  return {held: {inventory: sealInventory(body), refs}, problems}
}

const UNCOUNTED = {counts: {tokens: null, keys: null, hooks: null}, accounts: []}

/** With a digest of what was found, whenever that was. */
export function sealInventory(inventory: Omit<NodeInventory, 'sha256'>): NodeInventory {
  const {schema_version: _, taken_at: __, sha256: ___, ...body} = {sha256: undefined, ...inventory}
  return {...inventory, sha256: digestOf(body)}
}

async function listedRepositories(context: CheckContext): Promise<ListedRepository[]> {
  const owner = await askOwner(context)
  const {list, unfit} = await listAll(context)
  if (unfit !== undefined) throw unfit
  const found = list.items.flatMap((item) => repositoryIn(item, owner) ?? [])
  if (found.length < list.items.length) throw new AssayError('host_unfit', 'repositories without a name are listed')
  // What a check left is taken away by a sweep: it is nobody's data.
  return found.filter(({name}) => ownerRun(name) === undefined)
}
