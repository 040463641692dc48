import type {EpisodeKey} from '#random/stream'
import type {Environment} from '#world/environment'
import type {Subject} from '../trial/subject.ts'

/** One property tried in one episode's start. All randomness comes from the key. */
export interface ContractProbe {
  readonly subject: Subject
  readonly environment: Environment
  readonly key: EpisodeKey
  readonly signal: AbortSignal
}

/** A promise every provider with this capability makes. `check` gives the words for a broken promise, `undefined` for a kept one. */
export interface ContractCase {
  readonly name: string
  readonly capability: 'predict' | 'predict_batch' | 'score' | 'reason' | 'embed' | 'generate' | 'transfer'
  /** How often: in every environment (the default), in one of them in turn each episode, or a single time. */
  readonly spread?: 'environments' | 'episodes' | 'once'
  check(probe: ContractProbe): Promise<string | undefined>
}

/** How far two answers to one question may lie apart, relative to their size: room for single precision, none for another answer. */
export const TOLERANCE = 1e-5

/** Whether all numbers agree within the tolerance; NaN agrees with nothing. */
export function isClose(one: ArrayLike<number>, other: ArrayLike<number>): boolean {
  if (one.length !== other.length) return false
  for (let at = 0; at < one.length; at++) {
    const [a, b] = [one[at] ?? Number.NaN, other[at] ?? Number.NaN]
    if (!(Math.abs(a - b) <= TOLERANCE * Math.max(1, Math.abs(a), Math.abs(b)))) return false
  }
  return true
}
