import {knownReferences} from '../kit/known-references.ts'
import type {CellResult} from '../model/cell.ts'
import {type CellContext, closeCell, type OpenCell} from './close-cell.ts'
import {TrialKeeper, type Tried} from './trial-keeper.ts'

/**
 * Runs the trials of a cell in this thread, `lanes` of them under way at a time, each kept as soon as those before it are; then floor and
 * ceiling, if the cell has them. Ends early, with what is there, on an abort, when the run is to end, and once no more trials are needed.
 */
export async function runCell(
  open: OpenCell,
  lanes: number,
  context: CellContext,
  signal: AbortSignal,
): Promise<CellResult> {
  const {ready, watch, known} = open
  const {trials} = watch
  const keeper = new TrialKeeper(watch, known, context)
  let next = 0
  let isBroken = false
  const lane = async () => {
    while (next < trials.length && !isBroken && !signal.aborted && keeper.mayGoOn()) {
      const at = next++
      keeper.take(at, await tried(at))
    }
  }
  const ends = await Promise.allSettled(
    Array.from({length: lanes}, () =>
      lane().catch((error: unknown) => {
        isBroken = true
        throw error
      }),
    ),
  )
  const broken = ends.find((end) => end.status === 'rejected')
  if (broken && !signal.aborted) throw broken.reason
  return await closeCell(open, keeper, context, signal)

  async function tried(at: number): Promise<Tried> {
    const trial = trials[at] ?? at
    const episode = await ready.cell.run(trial, signal)
    const isMissing = watch.needsReferences && !knownReferences(known, at)
    const baselines = isMissing ? await ready.baselines?.(trial, signal) : undefined
    return {episode, ...(baselines && {baselines})}
  }
}
