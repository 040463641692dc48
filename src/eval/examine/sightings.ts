import type {EvalEpisode} from '#contract/generated/types'
import type {FoundAt} from './curve.ts'
import {HARMS, type Harm, worstHarm} from './harm.ts'
import type {MetaSet} from './meta-set.ts'

/** The trials of mutants, among those of our own suites on trial. */
export const MUTANT_SET: MetaSet = 'mutant'

/** A mutant that was on trial: what it costs, and by which suites it was failed. */
export interface TriedMutant {
  readonly harm: number
  readonly killers: readonly string[]
}

/** What trials of mutants recorded. Those that ended in an error say nothing of harm and are left out: the rule on errors counts them. */
export function triedMutants(episodes: readonly EvalEpisode[]): TriedMutant[] {
  return episodes.flatMap(({stratum, values = {}}) => {
    if (stratum !== MUTANT_SET || HARMS.some((name) => typeof values[name] !== 'number')) return []
    const part = (name: keyof Harm) => values[name] ?? Number.NaN
    const harm = worstHarm({step: part('step'), regret: part('regret'), lost: part('lost'), claims: part('claims')})
    return [{harm, killers: Object.keys(values).filter((name) => !isHarm(name))}]
  })
}

/** Whom a suite failed; without one, whom any of them did. */
export function sightingsBy(mutants: readonly TriedMutant[], suite?: string): FoundAt[] {
  return mutants.map(({harm, killers}) => ({
    harm,
    found: suite === undefined ? killers.length > 0 : killers.includes(suite),
  }))
}

function isHarm(name: string): boolean {
  return HARMS.some((harm) => harm === name)
}
