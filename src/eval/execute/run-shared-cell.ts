import {knownReferences} from '../kit/run-references.ts'
import type {TrialOrder} from '../kit/trial-order.ts'
import type {Cell, CellResult} from '../model/cell.ts'
import type {EvalSettings} from '../model/eval-settings.ts'
import type {TrialPool} from './open-trial-pool.ts'
import {type CellContext, closeCell, type OpenCell} from './run-cell.ts'
import {TrialKeeper} from './trial-keeper.ts'

export interface SharedCellContext extends CellContext {
  readonly pool: TrialPool
}

/**
 * Runs the trials of a cell on threads. Lines, events and results come in the order of the trials, whoever was first; after an abort or at
 * the time limit what was finished stays. Floor and ceiling are made beside the trials where nobody has made them yet.
 */
export async function runSharedCell(
  open: OpenCell,
  orders: readonly TrialOrder[],
  context: SharedCellContext,
  signal: AbortSignal,
): Promise<CellResult> {
  const {watch, known} = open
  const keeper = new TrialKeeper(watch, known, context)
  const listener = {mayGoOn: keeper.mayGoOn, take: keeper.take.bind(keeper), inOrder: watch.isSequential}
  try {
    await context.pool.run(orders, listener, signal)
  } catch (error) {
    if (!signal.aborted) throw error
  }
  return await closeCell(open, keeper, context, signal)
}

/** The trials of a cell as threads are told of them. */
export function ordersOf({ready, watch, known}: Omit<OpenCell, 'startedNs'>, settings: EvalSettings): TrialOrder[] {
  return watch.trials.map((index, at) =>
    orderOf(ready.cell, settings, {index, withBaselines: ready.baselines !== undefined && !knownReferences(known, at)}),
  )
}

function orderOf(
  {provider, suite: {name, kind, sets}, env, stratum}: Cell,
  settings: EvalSettings,
  trial: {readonly index: number; readonly withBaselines: boolean},
): TrialOrder {
  const {seed, planner, maxModelEvals, policy, translator, trialsOf, suites} = settings
  const {environments, size, maxErrorShare} = settings
  const suite = suites.find((one) => one.name === name)
  return {
    provider,
    suite: {name, kind, ...(sets && {sets})},
    env,
    stratum,
    trials: suite ? trialsOf(suite) : trial.index + 1,
    seed,
    planner,
    maxModelEvals,
    policy,
    ...(kind === 'meta' && {whole: {envs: environments.map(({id}) => id), size, maxErrorShare}}),
    translator,
    ...trial,
  }
}
