import type {EvalBaselines, EvalEpisode} from '#contract/generated/types'
import type {Baselines} from '../model/cell.ts'
import type {TrialBaselines} from './trial-order.ts'

/** Floors and ceiling of trials, one trial after the other. */
export async function collectBaselines(
  make: (trial: number, signal: AbortSignal) => Promise<TrialBaselines>,
  trials: readonly number[],
  signal: AbortSignal,
): Promise<Baselines> {
  const all: TrialBaselines[] = []
  for (const trial of trials) all.push(await make(trial, signal))
  return mergeBaselines(all)
}

/** Trial by trial into who by who. */
export function mergeBaselines(all: readonly TrialBaselines[]): Baselines {
  const list = (who: keyof EvalBaselines): EvalEpisode[] => all.map((one) => one[who])
  return {random: list('random'), frozen: list('frozen'), oracle: list('oracle')}
}
