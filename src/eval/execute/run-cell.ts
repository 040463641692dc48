import {type Clock, elapsedMs} from '#random/clock'
import type {CellWatch} from '../judge/cell-watch.ts'
import type {ReadyCell} from '../kit/course.ts'
import {collectReferences, knownReferences} from '../kit/run-references.ts'
import type {CellResult, ReferenceEpisodes} from '../model/cell.ts'
import {type KeepingContext, type Kept, TrialKeeper, type Tried} from './trial-keeper.ts'

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

/** What a cell needs while it runs. `mayGoOn` turns false when the run as a whole is to end, by the clock or by a failure. */
export interface CellContext extends KeepingContext {
  readonly clock: Pick<Clock, 'monotonicNs'>
}

/** A cell that is about to run, or runs. `known`: floor and ceiling that were made for another provider. */
export interface OpenCell {
  readonly ready: ReadyCell
  readonly watch: CellWatch
  readonly known: ReferenceEpisodes | undefined
  readonly startedNs: bigint
}

/** The result of a cell whose trials have ended, with floor and ceiling of all of them, if the cell has them and nothing is missing. */
export async function closeCell(
  {ready, watch, known, startedNs}: OpenCell,
  keeper: TrialKeeper,
  context: CellContext,
  signal: AbortSignal,
): Promise<CellResult> {
  const kept = keeper.end()
  const baselines = await completed(ready, {kept, known}, context, signal)
  const {episodes, discarded} = kept
  return {
    facts: ready.cell,
    planned: watch.trials.length,
    episodes,
    baselines,
    sequence: watch.sequenceOf(episodes.length),
    discarded,
    wallMs: elapsedMs(context.clock, startedNs),
  }
}

/** Those that are not there yet are made, unless the run is to end. */
async function completed(
  {baselines: make}: ReadyCell,
  {kept, known}: {readonly kept: Kept; readonly known: ReferenceEpisodes | undefined},
  {mayGoOn}: CellContext,
  signal: AbortSignal,
): Promise<ReferenceEpisodes | undefined> {
  if (!make || !kept.isWhole || signal.aborted) return undefined
  if (known?.random.length === kept.episodes.length) return known
  const isMade = kept.baselines.every((one) => one !== undefined)
  if (!isMade && !mayGoOn()) return undefined
  try {
    const made = new Map(kept.trials.map((trial, at) => [trial, kept.baselines[at]]))
    return await collectReferences(
      async (trial, use) => made.get(trial) ?? (await make(trial, use)),
      kept.trials,
      signal,
    )
  } catch (error) {
    if (!signal.aborted) throw error
    return undefined
  }
}
