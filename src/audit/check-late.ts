import {job as jobContract} from '#contract/generated/job'
import type {Job, JobItem, Verdict} from '#contract/generated/types'
import {issuesOf} from '#contract/parse'
import {lateReason, timeLimitMs} from '#job/step-states'
import {TIMING} from '#run/layout'
import type {AuditSubject} from './audit.ts'
import {JOB_INPUT, stepIdOf} from './expect-job.ts'
import {readJson} from './recorded-facts.ts'
import {firstDifference} from './same-document.ts'

/** How much earlier than asked the timer of a system may fire. */
const EARLY_MS = 5

/**
 * The contradiction of a step that claims to have exceeded its time limit, judged by its words, by the limit that the job set and by its
 * duration; undefined if there is none. The step was broken off, so it stored nothing else to judge by.
 */
export function lateFault(
  {run, isRenamed = false}: Pick<AuditSubject, 'run' | 'isRenamed'>,
  item: JobItem,
  {state, exit}: Pick<Verdict, 'state' | 'exit'>,
): string | undefined {
  const name = stepIdOf(item)
  const isToldLate = isRenamed || firstDifference(exit.reason, lateReason(name)) === undefined
  if (state !== 'unavailable' || !isToldLate) return 'has a result that no step writes'
  const told = readJson(run.text(JOB_INPUT))
  const took = tookMs(readJson(run.text(TIMING)), item)
  // An invalid job is reported where it is judged again; a bundle may lack both.
  if (issuesOf(jobContract, told) !== undefined) return undefined
  const job = told as Job
  const step = job.steps.find(({id}) => id === item.step_id)
  const limitMs = step && timeLimitMs(step, job)
  if (limitMs === undefined) return 'ran past a timeout, and the job sets none'
  return took !== undefined && took + EARLY_MS < limitMs
    ? `ran past its timeout of ${limitMs} ms, and took ${took} ms`
    : undefined
}

function tookMs(timing: unknown, {item_id: id}: JobItem): number | undefined {
  const {items} = (timing ?? {}) as {items?: readonly {item_id: string; duration_ms: number}[]}
  return items?.find((one) => one.item_id === id)?.duration_ms
}
