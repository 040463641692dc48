import type {HostClassification} from '#process/host-facts'
import type {Progress} from '#report/progress'
import type {RunRecorder} from '#run/run-recorder'
import {calibrateBudgets} from '../calibration/calibration.ts'
import {CALIBRATION} from '../calibration/load-calibration.ts'
import type {Executed} from '../judge/execution.ts'
import {summariseRow} from '../judge/row.ts'
import type {RepeatFacts} from '../judge/row-facts.ts'
import type {MeasuredItemEnd, PlannedItem} from '../model/ledger.ts'
import {type BenchmarkPlan, SAMPLES} from '../plan/run-plan.ts'
import {type Barrier, barrierRules, findBarrier} from '../session/barrier.ts'
import type {OpenSession} from '../session/session.ts'
import {type BenchmarkFindings, concernsItem, failedTimes, toldAgain, unjudgedResult} from './benchmark-outcome.ts'
import {itemLoad} from './load.ts'
import {orderTurns, type Turn} from './measure-order.ts'
import {measureTurn, type TurnContext} from './measure-turn.ts'
import {openGroups, passOver} from './record-trace.ts'
import {timingOf} from './timing.ts'

export interface MeasurePlanContext {
  readonly openSession: OpenSession
  readonly progress: Progress
  readonly host: Pick<HostClassification, 'measuredOn'>
}

/**
 * Measures every item in every repeat, each repeat of a provider in a session of its own; every second repeat runs in reverse order, so
 * that slow changes affect all alike (ABBA). If a rule on times fails, its items are measured a second time and both are pooled. After an
 * abort the rest counts as not run; measured values are kept.
 */
export async function measurePlan(
  plan: BenchmarkPlan,
  trial: RunRecorder,
  ports: MeasurePlanContext,
  signal: AbortSignal,
): Promise<BenchmarkFindings> {
  const samples = await trial.lines(SAMPLES, 'samples', 'result')
  await openGroups(plan, trial)
  const measured: Measured = new Map(plan.items.map((item) => [item, []]))
  const begun = new Set<PlannedItem>()
  const barriers: Barrier[] = []
  let cost: BenchmarkFindings['cost']
  const turnPorts: TurnContext = {
    ...ports,
    trial,
    samples,
    opened: (one) => {
      cost ??= one
    },
    begin: (item) => void begun.add(item),
    take: (item, facts) => measured.get(item)?.push(facts),
  }
  const keepBarrier = (provider: string) => (error: unknown) => {
    const barrier = signal.aborted ? undefined : findBarrier(provider, error)
    if (barrier === undefined) throw error
    barriers.push(barrier)
  }
  const measureAll = async (turns: readonly Turn[]) => {
    for (const turn of turns) {
      if (signal.aborted) break
      await measureTurn(turn, plan, turnPorts, signal).catch(keepBarrier(turn.provider))
    }
  }
  const measureOnce = async () => {
    await measureAll(orderTurns(plan))
    const work = workOf(plan, measured, cost)
    const doubted = plan.settings.isCalibration ? [] : failedTimes(plan, work, ports.host, signal)
    const items = plan.items.filter((item) => doubted.some((rule) => concernsItem(rule, item)))
    if (items.length === 0) return work
    await measureAll(orderTurns({items, settings: plan.settings}).map(later(plan.settings.repeats)))
    return {...workOf(plan, measured, cost), again: doubted.map(toldAgain)}
  }
  const work = await measureOnce().finally(() => samples.flush())
  const ends: MeasuredItemEnd[] = []
  for (const [item, repeats] of measured) {
    const barrier = repeats.length === 0 ? barriers.find(({provider}) => provider === item.provider) : undefined
    const isOver = repeats.length > 0 || begun.has(item)
    const told = {...item, ...barrier?.lack}
    const passed = isOver ? undefined : await passOver(told, plan, trial, {signal, barrier: barrier?.rule.reason})
    const outcome = repeats.length > 0 ? 'run' : (passed ?? 'not-run')
    ends.push({...told, ...(barrier && {barrier: barrier.reason}), outcome})
  }
  // A provider that was left out entirely is judged like one that was not configured; one that went missing half-way leaves the verdict open.
  const isLeftOut = ({provider, lack}: Barrier) =>
    lack !== undefined && ends.every((end) => end.provider !== provider || end.outcome === 'skipped')
  const whole = {...work, ends, barred: barrierRules(barriers.filter((barrier) => !isLeftOut(barrier)))}
  return plan.settings.isCalibration && !signal.aborted ? await withCalibration(plan, whole, trial, ports) : whole
}

type Measured = Map<PlannedItem, RepeatFacts[]>

function workOf(plan: BenchmarkPlan, measured: Measured, cost: BenchmarkFindings['cost']): BenchmarkFindings {
  const executed: Executed[] = []
  for (const [item, repeats] of measured) {
    if (repeats.length === 0 || cost === undefined) continue
    const unreachable = repeats.reduce((sum, {store}) => sum + store.unreachable, 0)
    const refused = repeats.reduce((sum, {store}) => sum + store.refused, 0)
    const row = summariseRow({item, load: itemLoad(item, plan.settings), repeats, cost})
    executed.push({row, unreachable, refused, repeats})
  }
  return {ends: [], executed, ...(cost && {cost})}
}

const later =
  (repeats: number) =>
  (turn: Turn): Turn => ({...turn, repeat: turn.repeat + repeats})

async function withCalibration(
  plan: BenchmarkPlan,
  work: BenchmarkFindings,
  trial: RunRecorder,
  {host}: MeasurePlanContext,
): Promise<BenchmarkFindings> {
  const {gate} = unjudgedResult(plan, work)
  const calibration = calibrateBudgets(timingOf({...work, gate}, host), plan.oldBudgets)
  await trial.write({path: CALIBRATION, label: 'calibration', kind: 'result', content: {json: calibration}})
  return {...work, calibration}
}
