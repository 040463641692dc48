import {badInput, demandFinite} from './input.ts'

/** How well policies do, in the same order: in the world, and in what is to stand for it. */
export interface PolicyRates {
  readonly real: readonly number[]
  readonly sim: readonly number[]
}

/**
 * How much success is lost by trusting the order of `sim`: for each policy the largest real difference to one that `sim` puts on the
 * wrong side, averaged; 0 is the right order. Not symmetric, hence the names. Throws `stats_input`.
 * Source: mean maximum rank violation of Li et al., Evaluating Real-World Robot Manipulation Policies in Simulation, 2024.
 */
export function mmrv({real, sim}: PolicyRates): number {
  if (real.length !== sim.length || real.length === 0)
    throw badInput('policies need one rate in the world and one beside it')
  demandFinite(real)
  demandFinite(sim)
  const worst = real.map((mine, one) =>
    Math.max(
      ...real.map((theirs, other) => {
        const isWrong = (sim[one] ?? 0) > (sim[other] ?? 0) !== mine > theirs
        return isWrong ? Math.abs(mine - theirs) : 0
      }),
    ),
  )
  return worst.reduce((sum, value) => sum + value, 0) / worst.length
}
