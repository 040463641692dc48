import type {Job, JobStep} from '#contract/generated/types'
import type {VerdictState} from '#error/exit'
import {worstVerdict} from '#error/exit'
import type {PlannedJobItem} from './plan-job.ts'

/** What an item came to, for those that need it. `not_needed`: its `when` did not apply, which is no failure. */
export type ItemEnd = VerdictState | 'not_needed'

/** What became of the items so far; an item without an end has not ended. */
export interface JobState {
  readonly ended: ReadonlyMap<string, ItemEnd>
  readonly running: ReadonlySet<string>
}

export type Decision =
  | {readonly kind: 'start' | 'wait'; readonly item: PlannedJobItem}
  | {readonly kind: 'skip'; readonly item: PlannedJobItem; readonly reason: string}

/** What to do with every item that is neither running nor ended, in plan order. */
export function decide(items: readonly PlannedJobItem[], job: Job, state: JobState): Decision[] {
  const ends = stepEnds(items, state)
  let lanes = freeLanes(items, job, state)
  const open = items.filter((item) => !state.ended.has(item.item_id) && !state.running.has(item.item_id))
  return open.map((item): Decision => {
    const ready = readiness(item.step, ends)
    if (ready !== 'ready') return ready === 'wait' ? {kind: 'wait', item} : {kind: 'skip', item, reason: ready}
    const next = lanes && takeLane(item, lanes)
    if (!next) return {kind: 'wait', item}
    lanes = next
    return {kind: 'start', item}
  })
}

/** Worst end of each step whose items have all ended; `undefined` while one is open. */
export function stepEnds(
  items: readonly PlannedJobItem[],
  state: Pick<JobState, 'ended'>,
): Map<string, ItemEnd | undefined> {
  const byStep = Map.groupBy(items, (item) => item.step_id)
  return new Map(
    [...byStep].map(([id, own]) => {
      const ended = own.flatMap((item) => state.ended.get(item.item_id) ?? [])
      const verdicts = ended.filter((end) => end !== 'not_needed')
      return [id, ended.length === own.length ? (worstVerdict(verdicts) ?? 'not_needed') : undefined]
    }),
  )
}

/** `ready`, `wait`, or why the step is skipped. */
export function readiness(step: JobStep, ends: ReadonlyMap<string, ItemEnd | undefined>): string {
  const needs = step.needs ?? []
  if (needs.some((need) => ends.get(need) === undefined)) return 'wait'
  const skipped = needs.find((need) => ends.get(need) === 'not_needed')
  const failed = needs.find((need) => ends.get(need) !== 'pass' && ends.get(need) !== 'not_needed')
  switch (step.when ?? 'success') {
    case 'always':
      return 'ready'
    case 'failure':
      return failed === undefined ? NO_NEED_FAILED : 'ready'
    case 'success':
      if (failed !== undefined) return `need_failed:${failed}`
      return skipped === undefined ? 'ready' : `${NEED_SKIPPED}${skipped}`
  }
}

const NO_NEED_FAILED = 'no_need_failed'
const NEED_SKIPPED = 'need_skipped:'

/** Whether an item was skipped for this reason because nothing went wrong: no ground for any verdict. */
export function isExpectedSkip(reason: string): boolean {
  return reason === NO_NEED_FAILED || reason.startsWith(NEED_SKIPPED)
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
