import type {EvalEpisode} from '#contract/generated/types'
import {type Clock, elapsedMs} from '#random/clock'
import type {LineLog} from '#run/trial'
import type {Baselines, Cell, CellResult} from './cell.ts'

/** What a cell needs while it runs. `mayGoOn` turns false when the time limit of the whole run is over. */
export interface CellPorts {
  readonly clock: Pick<Clock, 'monotonicNs'>
  readonly lines: Pick<LineLog, 'append'>
  mayGoOn(): boolean
  told(episode: EvalEpisode): void
}

/**
 * Runs the trials of a cell in order, each kept as soon as it ends; then floor and ceiling, if the cell has them. Ends early, with what
 * is there, on an abort and at the time limit.
 */
export async function runCell(
  cell: Cell,
  baselinesOf: (() => Promise<Baselines>) | undefined,
  ports: CellPorts,
  signal: AbortSignal,
): Promise<CellResult> {
  const startedNs = ports.clock.monotonicNs()
  const episodes: EvalEpisode[] = []
  let baselines: Baselines | undefined
  try {
    for (const index of cell.trials) {
      if (signal.aborted || !ports.mayGoOn()) break
      const episode = await cell.run(index, signal)
      episodes.push(episode)
      ports.lines.append(episode)
      ports.told(episode)
    }
    const isWhole = episodes.length === cell.trials.length && episodes.length > 0
    if (isWhole && ports.mayGoOn()) baselines = await baselinesOf?.()
  } catch (error) {
    if (!signal.aborted) throw error
  }
  return {facts: cell, planned: cell.trials.length, episodes, baselines, wallMs: elapsedMs(ports.clock, startedNs)}
}
