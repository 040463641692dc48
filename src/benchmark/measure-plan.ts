import type {Progress} from '#report/progress'
import type {Trial} from '#run/trial'
import type {Work} from './benchmark-outcome.ts'
import type {Executed} from './execution.ts'
import type {ItemEnd, PlannedItem} from './ledger.ts'
import {loadOf} from './load.ts'
import {turnsOf} from './measure-order.ts'
import {measureTurn, type TurnPorts} from './measure-turn.ts'
import {openGroups, passOver} from './record-trace.ts'
import {rowOf} from './row.ts'
import type {RepeatFacts} from './row-facts.ts'
import {type RunPlan, SAMPLES} from './run-plan.ts'
import type {OpenSession} from './session.ts'

export interface MeasurePlanPorts {
  readonly openSession: OpenSession
  readonly progress: Progress
}

/**
 * Every item in every repeat, each repeat of a provider in a session of its own; a later repeat goes the other way round, so that what
 * changes slowly hits all alike (ABBA). An abort leaves the rest as not run; what was measured is kept.
 */
export async function measurePlan(
  plan: RunPlan,
  trial: Trial,
  ports: MeasurePlanPorts,
  signal: AbortSignal,
): Promise<Work> {
  const samples = await trial.lines(SAMPLES, 'samples', 'result')
  await openGroups(plan, trial)
  const measured = new Map<PlannedItem, RepeatFacts[]>(plan.items.map((item) => [item, []]))
  const turnPorts: TurnPorts = {...ports, trial, samples, take: (item, facts) => measured.get(item)?.push(facts)}
  let cost: Work['cost']
  try {
    for (const turn of turnsOf(plan)) {
      if (signal.aborted) break
      const turnCost = await measureTurn(turn, plan, turnPorts, signal)
      cost ??= turnCost
    }
  } finally {
    await samples.flush()
  }
  const ends: ItemEnd[] = []
  const executed: Executed[] = []
  for (const [item, repeats] of measured) {
    if (repeats.length === 0 || cost === undefined) {
      ends.push({...item, outcome: await passOver(item, plan, trial, signal)})
      continue
    }
    const unreachable = repeats.reduce((sum, {store}) => sum + store.unreachable, 0)
    const done = {row: rowOf({item, load: loadOf(item, plan.settings), repeats, cost}), unreachable, repeats}
    executed.push(done)
    ends.push({...item, outcome: 'run'})
  }
  return {ends, executed, ...(cost && {cost})}
}
