import {askRefs, gitPath} from '../client/ask-refs.ts'
import type {RefList} from '../client/git-refs.ts'
import {type CheckFinding, failed, passed, skipped, unclear} from '../model/finding.ts'
import {askHidden} from './ask-hidden.ts'
import {askHolders} from './ask-holders.ts'
import {type ChangedRef, toldRefs} from './changed-ref.ts'
import type {CheckContext} from './check.ts'
import {fullName} from './repository.ts'
import {LEAST_SAMPLED} from './sample-repositories.ts'

const SHOWN = 5

/** Refs of the repositories that the baseline sampled: equal, or branches that went forward, where users go and at each node. */
export async function checkRefs(context: CheckContext): Promise<CheckFinding> {
  if (context.before === undefined) return skipped('no_baseline')
  return await askHolders(context, {ask: refsAt})
}

async function refsAt(context: CheckContext): Promise<CheckFinding> {
  const {before, front, signal} = context
  if (before === undefined) return skipped('no_baseline')
  const moved: ChangedRef[] = []
  const gone = new Map<string, number>()
  const branches: string[] = []
  const heads = new Map(before.inventory.repos.map((one) => [fullName(one), one.default_branch]))
  for (const [repository, old] of before.refs) {
    const [owner = '', name = ''] = repository.split('/')
    const answer = await askRefs(front.client, gitPath(owner, name), signal)
    if (answer.kind === 'none') {
      gone.set(repository, answer.status)
      continue
    }
    moved.push(...movedRefs(repository, old, answer.list.refs))
    if (before.inventory.writes_fenced) moved.push(...newRefs(repository, old, answer.list.refs))
    if (isOtherHead(heads.get(repository), answer.list)) branches.push(repository)
  }
  const back = before.inventory.writes_fenced ? moved : await notForward(context, moved)
  const unreadable = [...gone].slice(0, SHOWN).map(([name, status]) => `${name} (${status})`)
  const seen = {
    expected: before.inventory.writes_fenced ? 'equal refs' : 'equal refs, or branches that went forward',
    observed: {
      repositories: before.refs.size,
      moved: moved.length,
      lost: back.slice(0, SHOWN),
      unreadable,
      heads: branches,
    },
    fieldPaths: ['info/refs'],
  }
  const [hidden] = gone.keys()
  if (hidden !== undefined)
    return failed(`refs cannot be read: ${unreadable.join(', ')}${await askHidden(context, hidden)}`, seen)
  if (back.length > 0) return failed(toldRefs(back), seen)
  if (branches.length > 0) return failed(`another default branch: ${branches.slice(0, SHOWN).join(', ')}`, seen)
  const least = Math.min(LEAST_SAMPLED, before.inventory.repos.length)
  return before.refs.size < least
    ? unclear(`the baseline sampled the refs of ${before.refs.size} repositories, not of ${least}`, seen)
    : passed(seen)
}

function movedRefs(
  repository: string,
  old: ReadonlyMap<string, string>,
  now: ReadonlyMap<string, string>,
): ChangedRef[] {
  return [...old]
    .filter(([ref, oid]) => now.get(ref) !== oid)
    .map(([ref, from]) => ({repository, ref, from, to: now.get(ref)}))
}

/** A branch that is there is what HEAD names, or HEAD names nothing that can be read. */
function isOtherHead(old: string | null | undefined, {head, refs}: RefList): boolean {
  if (!old) return false
  return head === undefined ? refs.has(`refs/heads/${old}`) : head !== old
}

/** Where nobody wrote nothing new can be. */
function newRefs(repository: string, old: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>): ChangedRef[] {
  return [...now].filter(([ref]) => !old.has(ref)).map(([ref, to]) => ({repository, ref, from: undefined, to}))
}

/** Those of the moved refs that did not simply go forward. */
async function notForward(context: CheckContext, moved: readonly ChangedRef[]): Promise<ChangedRef[]> {
  const {front, workbench, log, entropy} = context
  const back: ChangedRef[] = moved.filter(({to, ref}) => to === undefined || !ref.startsWith('refs/heads/'))
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
      const {code} = await workbench.git(['merge-base', '--is-ancestor', String(one.from), String(one.to)], {
        cwd: folder,
      })
      if (clone.code !== 0 || code !== 0) back.push(one)
    }
  }
  return back
}
