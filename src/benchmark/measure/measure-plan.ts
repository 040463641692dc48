import type {RuleOutcome} from '#contract/generated/types'
import type {HostClassification} from '#process/host-facts'
import type {Progress} from '#report/progress'
import type {Trial} from '#run/trial'
import {calibrationOf} from '../calibration/calibration.ts'
import {CALIBRATION} from '../calibration/load-calibration.ts'
import {type RunPlan, SAMPLES} from '../plan/run-plan.ts'
import {concernsItem, failedTimes, measurementOf, toldAgain, type Work} from '../result/benchmark-outcome.ts'
import type {Executed} from '../result/execution.ts'
import type {ItemEnd, PlannedItem} from '../result/ledger.ts'
import {openGroups, passOver} from '../result/record-trace.ts'
import {rowOf} from '../result/row.ts'
import type {RepeatFacts} from '../result/row-facts.ts'
import {LostProcess} from '../session/lost-process.ts'
import type {OpenSession} from '../session/session.ts'
import {loadOf} from './load.ts'
import {type Turn, turnsOf} from './measure-order.ts'
import {measureTurn, type TurnPorts} from './measure-turn.ts'
import {timingOf} from './timing.ts'

export interface MeasurePlanPorts {
  readonly openSession: OpenSession
  readonly progress: Progress
  readonly host: Pick<HostClassification, 'measuredOn'>
}

/**
 * Every item in every repeat, each repeat of a provider in a session of its own; a later repeat goes the other way round, so that what
 * changes slowly hits all alike (ABBA). A rule of times that fails has its items measured once more, and both are pooled. An abort leaves
 * the rest as not run; what was measured is kept.
 */
export async function measurePlan(
  plan: RunPlan,
  trial: Trial,
  ports: MeasurePlanPorts,
  signal: AbortSignal,
): Promise<Work> {
  const samples = await trial.lines(SAMPLES, 'samples', 'result')
  await openGroups(plan, trial)
  const measured: Measured = new Map(plan.items.map((item) => [item, []]))
  const begun = new Set<PlannedItem>()
  const lost: LostProcess[] = []
  const turnPorts: TurnPorts = {
    ...ports,
    trial,
    samples,
    begin: (item) => void begun.add(item),
    take: (item, facts) => measured.get(item)?.push(facts),
  }
  let cost: Work['cost']
  const keepLost = (error: unknown) => {
    if (!(error instanceof LostProcess)) throw error
    lost.push(error)
    return undefined
  }
  const measureAll = async (turns: readonly Turn[]) => {
    for (const turn of turns) {
      if (signal.aborted) break
      const turnCost = await measureTurn(turn, plan, turnPorts, signal).catch(keepLost)
      cost ??= turnCost
    }
  }
  const measureOnce = async () => {
    await measureAll(turnsOf(plan))
    const work = workOf(plan, measured, cost)
    const doubted = plan.settings.isCalibration ? [] : failedTimes(plan, work, ports.host, signal)
    const items = plan.items.filter((item) => doubted.some((rule) => concernsItem(rule, item)))
    if (items.length === 0) return work
    await measureAll(turnsOf({items, settings: plan.settings}).map(later(plan.settings.repeats)))
    return {...workOf(plan, measured, cost), again: doubted.map(toldAgain)}
  }
  const work = await measureOnce().finally(() => samples.flush())
  const ends: ItemEnd[] = []
  for (const [item, repeats] of measured) {
    const isLost = repeats.length === 0 && lost.some(({facts}) => facts.provider === item.provider)
    const isOver = repeats.length > 0 || begun.has(item)
    const passed = isOver ? undefined : await passOver(item, plan, trial, signal)
    ends.push({...item, isLost, outcome: repeats.length > 0 ? 'run' : (passed ?? 'not-run')})
  }
  const whole = {...work, ends, lost: lost.map(lostRule)}
  return plan.settings.isCalibration && !signal.aborted ? await withCalibration(plan, whole, trial, ports) : whole
}

type Measured = Map<PlannedItem, RepeatFacts[]>

function workOf(plan: RunPlan, measured: Measured, cost: Work['cost']): Work {
  const executed: Executed[] = []
  for (const [item, repeats] of measured) {
    if (repeats.length === 0 || cost === undefined) continue
    const unreachable = repeats.reduce((sum, {store}) => sum + store.unreachable, 0)
    executed.push({row: rowOf({item, load: loadOf(item, plan.settings), repeats, cost}), unreachable, repeats})
  }
  return {ends: [], executed, ...(cost && {cost})}
}

function lostRule({facts, message}: LostProcess): RuleOutcome {
  const {provider = '*'} = facts
  const frame = {severity: 'gate', state: 'unavailable', metric: 'lost_processes', threshold: 'estimate <= 0'} as const
  return {...frame, id: `process:${provider}`, select: provider, estimate: 1, n: 1, reason: message}
}

const later =
  (repeats: number) =>
  (turn: Turn): Turn => ({...turn, repeat: turn.repeat + repeats})

async function withCalibration(plan: RunPlan, work: Work, trial: Trial, {host}: MeasurePlanPorts): Promise<Work> {
  const {gate} = measurementOf(plan, work)
  const calibration = calibrationOf(timingOf({...work, gate}, host), plan.oldBudgets)
  await trial.write({path: CALIBRATION, label: 'calibration', kind: 'result', content: {json: calibration}})
  return {...work, calibration}
}
