import type {Job, JobStep} from '#contract/generated/types'
import type {VerdictState} from '#error/exit'
import {worstVerdict} from '#error/exit'
import type {PlannedJobItem} from './plan-job.ts'

/** What became of the items so far; an item without a verdict has not ended. */
export interface JobState {
  readonly ended: ReadonlyMap<string, VerdictState>
  readonly running: ReadonlySet<string>
}

export type Decision =
  | {readonly kind: 'start' | 'wait'; readonly item: PlannedJobItem}
  | {readonly kind: 'skip'; readonly item: PlannedJobItem; readonly reason: string}

/** What to do with every item that is neither running nor ended, in plan order. */
export function decide(items: readonly PlannedJobItem[], job: Job, state: JobState): Decision[] {
  const verdicts = stepVerdicts(items, state)
  let lanes = freeLanes(items, job, state)
  const open = items.filter((item) => !state.ended.has(item.item_id) && !state.running.has(item.item_id))
  return open.map((item): Decision => {
    const ready = readiness(item.step, verdicts)
    if (ready !== 'ready') return ready === 'wait' ? {kind: 'wait', item} : {kind: 'skip', item, reason: ready}
    const next = lanes && takeLane(item, lanes)
    if (!next) return {kind: 'wait', item}
    lanes = next
    return {kind: 'start', item}
  })
}

/** Worst verdict of each step whose items have all ended; `undefined` while one is open. */
export function stepVerdicts(
  items: readonly PlannedJobItem[],
  state: Pick<JobState, 'ended'>,
): Map<string, VerdictState | undefined> {
  const byStep = Map.groupBy(items, (item) => item.step_id)
  return new Map(
    [...byStep].map(([id, own]) => {
      const ended = own.flatMap((item) => state.ended.get(item.item_id) ?? [])
      return [id, ended.length === own.length ? worstVerdict(ended) : undefined]
    }),
  )
}

/** `ready`, `wait`, or why the step is skipped. */
function readiness(step: JobStep, verdicts: ReadonlyMap<string, VerdictState | undefined>): string {
  const needs = step.needs ?? []
  if (needs.some((need) => verdicts.get(need) === undefined)) return 'wait'
  const failed = needs.find((need) => verdicts.get(need) !== 'pass')
  switch (step.when ?? 'success') {
    case 'always':
      return 'ready'
    case 'failure':
      return failed === undefined ? 'no_need_failed' : 'ready'
    case 'success':
      return failed === undefined ? 'ready' : `need_failed:${failed}`
  }
}

/** How many items may run side by side. */
export function lanesOf({concurrency}: Pick<Job, 'concurrency'>): number {
  return concurrency?.total ?? 1
}

interface Lanes {
  readonly total: number
  readonly providers: Readonly<Record<string, number>>
  readonly isIdle: boolean
}

/** `undefined` while an exclusive item runs: nothing may run beside it. */
function freeLanes(items: readonly PlannedJobItem[], job: Job, state: JobState): Lanes | undefined {
  const running = items.filter((item) => state.running.has(item.item_id))
  if (running.some((item) => item.exclusive)) return undefined
  const providers = {...job.concurrency?.providers}
  for (const item of running)
    for (const name of item.provider_identity) if (name in providers) providers[name] = (providers[name] ?? 0) - 1
  return {total: lanesOf(job) - running.length, providers, isIdle: running.length === 0}
}

function takeLane(item: PlannedJobItem, lanes: Lanes): Lanes | undefined {
  if (lanes.total < 1 || (item.exclusive && !lanes.isIdle)) return undefined
  const limited = item.provider_identity.filter((name) => name in lanes.providers)
  if (limited.some((name) => (lanes.providers[name] ?? 0) < 1)) return undefined
  const providers = {...lanes.providers}
  for (const name of limited) providers[name] = (providers[name] ?? 0) - 1
  return {total: item.exclusive ? 0 : lanes.total - 1, providers, isIdle: false}
}
