import type {EventHandler} from '#event/event-handler'
import {elapsedMs} from '#random/clock'
import {baselinesOf} from '../baseline/collect-baselines.ts'
import type {EvalSettings} from '../plan/settings.ts'
import type {TrialPool} from '../trial/open-trial-pool.ts'
import type {TrialOrder, TrialReply} from '../trial/trial-order.ts'
import type {Baselines, Cell, CellResult} from './cell.ts'
import type {CellPorts} from './run-cell.ts'

export interface SharedCellPorts extends CellPorts {
  readonly pool: TrialPool
  readonly eventHandler: EventHandler
}

type Reply = Extract<TrialReply, {kind: 'tried'}>

/**
 * Runs the trials of a cell on threads. Lines, events and results come in the order of the trials, whoever was first; after an abort or at
 * the time limit what was finished stays. Floor and ceiling are made beside the trials where nobody has made them yet.
 */
export async function runSharedCell(
  cell: Cell,
  settings: EvalSettings,
  known: Baselines | undefined,
  {ports, signal}: {readonly ports: SharedCellPorts; readonly signal: AbortSignal},
): Promise<CellResult> {
  const startedNs = ports.clock.monotonicNs()
  const replies: (Reply | undefined)[] = cell.trials.map(() => undefined)
  let kept = 0
  const keep = (reply: Reply) => {
    for (const event of reply.events) void ports.eventHandler(event)
    ports.lines.append(reply.episode)
  }
  const listener = {
    mayGoOn: ports.mayGoOn,
    take(at: number, reply: Reply) {
      replies[at] = reply
      ports.told(reply.episode)
      for (let first = replies[kept]; first; first = replies[kept]) {
        keep(first)
        kept++
      }
    },
  }
  const orders = cell.trials.map((index) => orderOf(cell, settings, {index, withBaselines: !known}))
  try {
    await ports.pool.run(orders, listener, signal)
  } catch (error) {
    if (!signal.aborted) throw error
  }
  for (const reply of replies.slice(kept)) if (reply) keep(reply)
  const done = replies.filter((reply) => reply !== undefined)
  const isWhole = done.length === cell.trials.length && done.length > 0
  const made = done.map(({baselines}) => baselines).filter((one) => one !== undefined)
  return {
    facts: cell,
    planned: cell.trials.length,
    episodes: done.map(({episode}) => episode),
    baselines: isWhole ? (known ?? baselinesOf(made)) : undefined,
    wallMs: elapsedMs(ports.clock, startedNs),
  }
}

function orderOf(
  {provider, suite: {name, kind, sets}, env, stratum}: Cell,
  {seed, planner, maxModelEvals, policy, trialsOf, suites}: EvalSettings,
  trial: {readonly index: number; readonly withBaselines: boolean},
): TrialOrder {
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
    ...trial,
  }
}
