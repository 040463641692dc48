import type {EvalBaselines, EvalEpisode} from '#contract/generated/types'
import type {ReferenceEpisodes} from '../model/cell.ts'
import type {TrialReferences} from './trial-order.ts'

/** Floors and ceiling of trials, one trial after the other. */
export async function collectReferences(
  make: (trial: number, signal: AbortSignal) => Promise<TrialReferences>,
  trials: readonly number[],
  signal: AbortSignal,
): Promise<ReferenceEpisodes> {
  const all: TrialReferences[] = []
  for (const trial of trials) all.push(await make(trial, signal))
  return mergeReferences(all)
}

/** Trial by trial into who by who. */
export function mergeReferences(all: readonly TrialReferences[]): ReferenceEpisodes {
  const list = (who: keyof EvalBaselines): EvalEpisode[] => all.map((one) => one[who])
  return {random: list('random'), frozen: list('frozen'), oracle: list('oracle')}
}
