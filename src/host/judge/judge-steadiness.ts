import {timestamp} from '#random/clock'
import {type CheckFinding, failed, passed, skipped, unclear} from '../model/finding.ts'
import type {ProcessLook} from '../model/process-look.ts'

/** Whole seconds, and clocks that are set while nobody looks. */
const ROUNDING_MS = 5000

/** One look at a node held against the look before: whether the same process answers. */
export function judgeSteadiness(before: ProcessLook | undefined, now: ProcessLook): CheckFinding {
  const {instance, startedAtMs, uptimeSeconds, atMs} = now
  const isTold = [instance, startedAtMs, uptimeSeconds].some((value) => value !== undefined)
  if (!isTold && before === undefined) return skipped('capability_absent')
  const started = startedAtMs === undefined ? null : timestamp(startedAtMs)
  const seen = {
    expected: 'the process of the look before',
    observed: {
      started_at: started,
      uptime_seconds: uptimeSeconds ?? null,
      looked_before: before ? timestamp(before.atMs) : null,
    },
  }
  if (before === undefined) return skipped('first_look', seen)
  const isNew = isAnother(before, now)
  if (isNew === undefined) return unclear('the node does not tell any more which process answers', seen)
  if (!isNew) return passed(seen)
  const when = started === null ? `between ${timestamp(before.atMs)} and ${timestamp(atMs)}` : `at ${started}`
  return failed(`it crashed or was restarted: another process answers, started ${when}`, seen)
}

/** By the first of these that both looks tell; undefined where they tell none. */
function isAnother(before: ProcessLook, now: ProcessLook): boolean | undefined {
  if (before.instance !== undefined && now.instance !== undefined) return before.instance !== now.instance
  if (before.startedAtMs !== undefined && now.startedAtMs !== undefined)
    return now.startedAtMs > before.startedAtMs + ROUNDING_MS
  if (before.uptimeSeconds === undefined || now.uptimeSeconds === undefined) return undefined
  return now.uptimeSeconds * 1000 + ROUNDING_MS < before.uptimeSeconds * 1000 + (now.atMs - before.atMs)
}
