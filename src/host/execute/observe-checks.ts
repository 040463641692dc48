import type {NodeCheckRecord} from '#contract/generated/types'
import {elapsedMs} from '#random/clock'
import {sleep} from '#random/timers'
import type {LineLog, RunRecorder} from '#run/run-recorder'
import type {CheckContext} from '../check/check.ts'
import {foldRounds} from '../judge/fold-rounds.ts'
import {askCheck} from './ask-check.ts'
import type {ObservedCourse} from './check-wishes.ts'
import {SERIES_FILE} from './host-files.ts'
import {mustRun, type NodeCheckPlan} from './plan-check.ts'

/**
 * Asks all checks of the plan again and again, keeps a line of every look, and settles with one record a check. The first round is always asked. An interrupt
 * ends the looks; what they came to by then is told.
 */
export async function observeChecks(
  plan: NodeCheckPlan,
  course: ObservedCourse,
  {context, trial}: {readonly context: CheckContext; readonly trial: RunRecorder},
): Promise<ReadonlyMap<string, NodeCheckRecord>> {
  const {signal} = context
  const looks = new Map<string, NodeCheckRecord[]>()
  const series = await trial.lines(SERIES_FILE, 'series', 'result')
  try {
    await look(plan, course, {context, series, looks})
  } catch (error) {
    if (!signal.aborted) throw error
    await series.flush()
  }
  return new Map([...looks].flatMap(([id, all]) => [[id, foldRounds(all)] as const]).filter(isFolded))
}

async function look(
  plan: NodeCheckPlan,
  course: ObservedCourse,
  {
    context,
    series,
    looks,
  }: {readonly context: CheckContext; readonly series: LineLog; readonly looks: Map<string, NodeCheckRecord[]>},
): Promise<void> {
  const {time, signal} = context
  const begun = time.monotonicNs()
  for (let round = 1; ; round++) {
    for (const check of plan.checks) {
      const terms = {isRequired: mustRun(plan, check), isSwitchedOff: plan.skip.has(check.id)}
      const record = await askCheck(check, context, terms)
      const {id, status, reason, started_at, duration_ms} = record
      const own = looks.get(id) ?? []
      own.push(record)
      looks.set(id, own)
      series.append({round, check: id, status, reason, started_at, duration_ms})
    }
    await series.flush()
    const next = round * course.everyMs
    if (next >= course.forMs) break
    const left = next - elapsedMs(time, begun)
    if (left > 0) await sleep(time, left, signal)
    if (elapsedMs(time, begun) >= course.forMs) break
  }
}

const isFolded = (entry: readonly [string, NodeCheckRecord | undefined]): entry is [string, NodeCheckRecord] =>
  entry[1] !== undefined
