import {isOk} from '../client/host-client.ts'
import {type CheckFinding, failed, passed, warned} from '../model/finding.ts'
import {ownerRun} from '../model/own-name.ts'
import type {Check, CheckContext} from './check.ts'
import {listOurs, type OurThing} from './list-ours.ts'

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

const SHOWN = 50

/** Removes what is ours by its name, of a run that is over, and old by that name and by what the host says; everything else stays. */
async function sweep(context: CheckContext): Promise<CheckFinding> {
  const {front, signal, keep} = context
  const {found: ours, problem} = await listOurs(context)
  if (problem !== undefined) return failed(problem)
  const found = ours.filter(({name}) => !name.startsWith(context.prefix))
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

function whyKept({sweepOlderMs = 0, time, isRunning}: CheckContext, {name, createdAtMs}: OurThing): string | undefined {
  const owner = ownerRun(name)
  if (owner === undefined) return 'not named by us'
  if (isRunning(owner.runId)) return 'its run is under way'
  const bornMs = Math.max(owner.atMs, createdAtMs ?? owner.atMs)
  return time.nowMs() - bornMs < sweepOlderMs ? 'not old enough' : undefined
}
