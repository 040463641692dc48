import type {NodeAccountFacts} from '#contract/generated/types'
import {authorizationOf} from '../client/authorization.ts'
import {isOk} from '../client/host-client.ts'
import {readList} from '../client/read-list.ts'
import {asText, readField} from '../model/field.ts'
import {type CheckFinding, failed, passed, skipped, warned} from '../model/finding.ts'
import {ownerRun} from '../model/own-name.ts'
import {type AccountKind, accountFacts, changedAccounts} from './account-facts.ts'
import {askHolders} from './ask-holders.ts'
import {askOwner} from './ask-owner.ts'
import {askSentinelHook, type SentinelTrial} from './ask-sentinel-hook.ts'
import type {CheckContext} from './check.ts'
import {hooksPath, idIn, KEYS_PATH, type ListedRepository, userIn} from './repository.ts'

/** Tokens, keys and webhooks are those of before and may do what they did, where users go and at each node; the token and the webhook that the baseline left still do what they did. */
export async function checkAccounts(context: CheckContext): Promise<CheckFinding> {
  if (context.before === undefined) return skipped('no_baseline')
  return await askHolders(context, {ask: accountsAt})
}

/** What the baseline left was left where users go, and is tried there. */
async function accountsAt(context: CheckContext, isNode: boolean): Promise<CheckFinding> {
  const {before} = context
  if (before === undefined) return skipped('no_baseline')
  const {inventory} = before
  const {counts, lists, accounts, problems} = await readAccounts(context, inventory.repos)
  const {token_id, hook_id, repository} = inventory.sentinels
  const missing = [
    ...(token_id !== null && !lists.tokens.has(token_id) ? ['the token that the baseline left'] : []),
    ...(hook_id !== null && !lists.hooks.has(hook_id) ? ['the webhook that the baseline left'] : []),
  ]
  const wanted = Object.entries(inventory.counts).filter(([, count]) => count !== null)
  const isOther = (was: number | null, now: number | null) => (before.isInUse ? was !== 0 && now === 0 : now !== was)
  const others = wanted.filter(([kind, was]) => isOther(was, counts[kind as keyof AccountCounts])).map(([kind]) => kind)
  const changed = changedAccounts(inventory.accounts ?? [], accounts)
  const observed: Record<string, unknown> = {
    ...counts,
    missing,
    changed: changed.slice(0, MOST_KEPT),
    changed_count: changed.length,
    sentinel: repository,
  }
  const seen = {
    expected: `${wanted.map(([kind, count]) => `${count} ${kind}`).join(', ')}; each as it was; an old token works, an old webhook delivers`,
    observed,
    fieldPaths: ['id'],
  }
  if (wanted.length === 0) return skipped('no_baseline', seen)
  const [fault] = [
    ...problems,
    ...named('gone: ', missing),
    ...named('another number of ', others),
    ...named('not as it was: ', inventory.writes_fenced ? changed : []),
  ]
  if (fault !== undefined) return failed(fault, seen)
  const tried = isNode ? [] : await trySentinels(context, observed)
  const broken = tried.find(({state}) => state === 'broken')
  if (broken !== undefined) return failed(broken.said, seen)
  const untried = tried.filter(({state}) => state === 'untried').map(({said}) => said)
  const doubts = [
    // Whose writes were not held back may have changed it themselves. What was seen comes before what was not tried: a summary has room for the beginning.
    ...named('changed by the upgrade or by its owner: ', changed),
    ...named('counted alone: ', untried),
  ]
  return doubts.length > 0 ? warned(doubts.join('; '), seen) : passed(seen)
}

async function trySentinels(context: CheckContext, observed: Record<string, unknown>): Promise<SentinelTrial[]> {
  const [token, hook] = [await askOldToken(context), await askSentinelHook(context)]
  // A key that names a token would have its sentence masked as one.
  observed['old_access'] = token.said
  observed['old_webhook'] = hook.said
  return [token, hook]
}

/** Most changes that are listed in a sentence, and in the record. */
const [MOST_TOLD, MOST_KEPT] = [5, 50]

/** A sentence about what is in a list; none where nothing is. */
function named(what: string, list: readonly string[]): string[] {
  const more = list.length > MOST_TOLD ? [`${list.length - MOST_TOLD} more`] : []
  return list.length === 0 ? [] : [what + [...list.slice(0, MOST_TOLD), ...more].join('; ')]
}

async function askOldToken({before, vault, front, notes, signal, target}: CheckContext): Promise<SentinelTrial> {
  const id = before?.inventory.sentinels.token_id ?? null
  if (id === null) return {state: 'untried', said: 'the baseline left no token'}
  const token = await vault.find(`token:${id}`)
  if (token === undefined) return {state: 'untried', said: 'no keyring here has the old token'}
  notes.secrets.add(token)
  const authorization = authorizationOf(target.auth.scheme, token, notes.owner)
  const reply = await front.open.ask({path: '/api/user', authorization}, signal)
  if (!isOk(reply)) return {state: 'broken', said: `the old token is answered ${reply.status}`}
  return userIn(reply.json)?.value === notes.owner
    ? {state: 'works', said: 'works'}
    : {state: 'broken', said: 'the old token leads to another user'}
}

export type AccountCounts = Readonly<Record<'tokens' | 'keys' | 'hooks', number | null>>

/** How many tokens, keys and webhooks there are, their ids, and what each may and does. What checks made, or left, does not count. */
export async function readAccounts(
  context: CheckContext,
  repositories: readonly Pick<ListedRepository, 'owner' | 'name'>[],
) {
  const {front, target, signal} = context
  await askOwner(context)
  const problems: string[] = []
  const accounts: NodeAccountFacts[] = []
  const read = async (kind: AccountKind, path: string) => {
    const {items, problem, doubt} = await readList(front.client, path, signal)
    if (problem !== undefined || doubt !== undefined) problems.push(`${path}: ${problem ?? doubt}`)
    const own = items.filter((item) => ownerRun(readField(item, ['name', 'title'], asText)?.value ?? '') === undefined)
    const found = own.flatMap((item) => {
      const id = idIn(item)?.value
      return id === undefined ? [] : [accountFacts(kind, id, item)]
    })
    if (found.length < own.length) problems.push(`${path}: entries have no id`)
    accounts.push(...found)
    return new Set(found.map(({id}) => id))
  }
  const tokens = await read('token', target.auth.tokens_path)
  const keys = await read('key', KEYS_PATH)
  const hooks = new Set<string>()
  for (const {owner: of, name} of repositories) for (const id of await read('hook', hooksPath(of, name))) hooks.add(id)
  const counts: AccountCounts = {tokens: tokens.size, keys: keys.size, hooks: hooks.size}
  return {counts, lists: {tokens, keys, hooks}, accounts, problems}
}
