import {isOk} from '../client/host-client.ts'
import {readList} from '../client/read-list.ts'
import {asText, asTime, readField} from '../model/field.ts'
import {type CheckFinding, failed, passed, warned} from '../model/finding.ts'
import {ownerRun} from '../model/own-name.ts'
import {askOwner} from './ask-owner.ts'
import type {Check, CheckContext} from './check.ts'
import {idIn, repositoryIn, repositoryPath} from './repository.ts'

export const LEFTOVER_CHECKS: readonly Check[] = [
  {
    id: 'repo.sweep',
    title: 'Nothing is left of runs that ended without cleaning up',
    mode: 'quick',
    isAsked: ({sweepOlderMs}) => sweepOlderMs !== undefined,
    mutates: true,
    needsToken: true,
    ask: sweep,
  },
]

/** Something that a check of an earlier run made. */
interface Leftover {
  readonly kind: 'repository' | 'token' | 'key'
  readonly name: string
  /** Where it is deleted. */
  readonly path: string
  readonly createdAtMs: number | undefined
}

const SHOWN = 50

/** Removes what is ours by its name, of a run that is over, and old by that name and by what the host says; everything else stays. */
async function sweep(context: CheckContext): Promise<CheckFinding> {
  const {front, signal, keep} = context
  const {found, problem} = await leftovers(context)
  if (problem !== undefined) return failed(problem)
  const removed: string[] = []
  const left: string[] = []
  for (const one of found) {
    // The name first: what stands behind the word token looks like one.
    const label = `${one.name} (${one.kind})`
    const why = whyKept(context, one)
    if (why !== undefined) {
      left.push(`${label}: ${why}`)
      continue
    }
    const reply = await front.client.ask({method: 'DELETE', path: one.path}, signal)
    if (isOk(reply) || reply.status === 404) removed.push(label)
    else left.push(`${label}: deleting is answered ${reply.status}`)
  }
  keep('swept', {schema_version: 1, removed, left})
  const seen = {
    expected: 'what is ours of runs that are over, removed',
    observed: {removed: removed.slice(0, SHOWN), removed_count: removed.length, left: left.slice(0, SHOWN)},
    fieldPaths: ['name', 'title', 'created_at'],
  }
  const refused = left.find((line) => line.includes('deleting is answered'))
  return refused === undefined ? passed(seen) : warned(refused, seen)
}

function whyKept({sweepOlderMs = 0, time, isRunning}: CheckContext, {name, createdAtMs}: Leftover): string | undefined {
  const owner = ownerRun(name)
  if (owner === undefined) return 'not named by us'
  if (isRunning(owner.runId)) return 'its run is under way'
  const bornMs = Math.max(owner.atMs, createdAtMs ?? owner.atMs)
  return time.nowMs() - bornMs < sweepOlderMs ? 'not old enough' : undefined
}

/** Repositories of our own user alone: a list may hold what others have. */
async function leftovers(
  context: CheckContext,
): Promise<{readonly found: readonly Leftover[]; readonly problem?: string | undefined}> {
  const {front, signal, target} = context
  const owner = await askOwner(context)
  if (owner === undefined) return {found: [], problem: 'the host does not say whose token this is'}
  const lists = {
    repository: await readList(front.client, '/api/repos', signal),
    token: await readList(front.client, target.auth.tokens_path, signal),
    key: await readList(front.client, '/api/user/keys', signal),
  }
  const problem = Object.values(lists).find((list) => list.problem !== undefined)?.problem
  const createdOf = (item: unknown) => readField(item, ['created_at'], asTime)?.value
  const repositories = lists.repository.items.flatMap((item): Leftover[] => {
    const one = repositoryIn(item, undefined)
    if (one?.owner !== owner) return []
    return [{kind: 'repository', name: one.name, path: repositoryPath(owner, one.name), createdAtMs: one.createdAtMs}]
  })
  const byId = (kind: 'token' | 'key', path: string) =>
    lists[kind].items.flatMap((item): Leftover[] => {
      const name = readField(item, ['name', 'title'], asText)?.value
      const id = idIn(item)?.value
      if (name === undefined || id === undefined) return []
      return [{kind, name, path: `${path}/${encodeURIComponent(id)}`, createdAtMs: createdOf(item)}]
    })
  const all = [...repositories, ...byId('token', target.auth.tokens_path), ...byId('key', '/api/user/keys')]
  return {found: all.filter(({name}) => ownerRun(name) !== undefined && !name.startsWith(context.prefix)), problem}
}
