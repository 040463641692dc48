import type {NodeContext} from '../context/context.ts'
import type {GitRunner} from '../git/git-runner.ts'
import type {PlannedChange} from '../git/ref-changes.ts'
import {type RefTable, ZERO_ID} from '../git/refs.ts'
import {eventsOfPush, MOST_COMMITS, type PushedCommit, type RaisedEvent} from '../model/hook-events.ts'
import {userById} from '../store/users-table.ts'
import {COMMIT_FORMAT, parseCommits} from './commit-lines.ts'

/** Of one push that moves thousands of refs, so many are told with their commits: each costs a process. */
const MOST_WITH_COMMITS = 50
const LIMIT_MS = 30_000
const MOST_LOG_BYTES = 4 * 1024 * 1024

/** What the changes are of. */
interface Subject {
  /** Absolute. */
  readonly folder: string
  /** Before the first of the changes. */
  readonly known: RefTable
}

/** What subscribers are told of changes: a push for each, and a branch or tag made or deleted. */
export async function collectEvents(
  changes: readonly PlannedChange[],
  subject: Subject,
  context: Pick<NodeContext, 'store' | 'repositories'>,
): Promise<RaisedEvent[]> {
  const told = new Set<string>()
  const events: RaisedEvent[] = []
  for (const [at, change] of changes.entries()) {
    const {push} = change
    const isFirst = push !== undefined && !told.has(push.id)
    if (push !== undefined) told.add(push.id)
    const [first, ...more] = await eventsOf(change, at < MOST_WITH_COMMITS, subject, context)
    if (first !== undefined) events.push({...first, ...(isFirst && {id: push.id})}, ...more)
  }
  return events
}

async function eventsOf(
  change: PlannedChange,
  withCommits: boolean,
  subject: Subject,
  {store, repositories}: Pick<NodeContext, 'store' | 'repositories'>,
): Promise<RaisedEvent[]> {
  const {push} = change
  const commits = withCommits ? await newCommits(change, subject, repositories.git) : undefined
  const isForced = !(await isAhead(change, subject.folder, repositories.git))
  const user = push && userById(store, push.userId)
  const pusher = user === undefined ? null : {name: user.username, email: user.email ?? ''}
  return eventsOfPush({...change, isForced}, {pusher, commits, reconciled: push === undefined}, user?.username ?? null)
}

/** Whether what was there is still led to; so it is where nothing was, or nothing is. */
async function isAhead({before, after}: PlannedChange, cwd: string, git: GitRunner): Promise<boolean> {
  if (before === ZERO_ID || after === ZERO_ID) return true
  const {code} = await git.run(['merge-base', '--is-ancestor', before, after], {cwd, timeoutMs: LIMIT_MS})
  return code === 0
}

/** Newest first, one more than can be told. Of a new ref: what no ref led to before. */
async function newCommits(
  {before, after}: PlannedChange,
  {folder: cwd, known}: Subject,
  git: GitRunner,
): Promise<PushedCommit[] | undefined> {
  if (after === ZERO_ID) return []
  const not = before === ZERO_ID ? new Set(known.values()) : [before]
  const input = [after, ...[...not].map((id) => `^${id}`), ''].join('\n')
  const args = ['log', `--max-count=${MOST_COMMITS + 1}`, `--format=${COMMIT_FORMAT}`, '--ignore-missing', '--stdin']
  const {code, stdout} = await git.run(args, {cwd, timeoutMs: LIMIT_MS, mostBytes: MOST_LOG_BYTES, input})
  return code === 0 ? parseCommits(stdout) : undefined
}
