import {normalQuantile, zOf} from '#stats/normal'
import {neededTrials} from '#stats/sample-size'
import {ANYTIME} from './effect.ts'
import type {Standing} from './standing.ts'

/**
 * Trials after which an open rule would be decided, were the estimate to stay; undefined where that cannot be said, or has come already.
 * `failingP`: the p-value that is enough for a failure, whatever the other open rows of the gate come to.
 */
export function trialsToDecide(standing: Standing, failingP: number): number | undefined {
  const needed = Math.max(fewestTrials(standing), trialsBeyond(standing, failingP))
  return needed > standing.n ? needed : undefined
}

/** What earlier versions told, which asked of a failure no more than that the interval lets go of the limit. */
export function uncorrectedNeed(standing: Standing): number {
  return Math.max(fewestTrials(standing), standing.at === 'undecided' ? trialsToLetGo(standing) : 0)
}

/** What is inside its limit has as many as it needs, though more would tell it more closely. */
export function fewestTrials({rule, row, at, n}: Standing): number {
  const fewest = Math.max(rule.minN, row.neededN ?? 0)
  return at === 'inside' && fewest > n ? rule.minN : fewest
}

function trialsBeyond(standing: Standing, failingP: number): number {
  if (standing.at === 'outside') return trialsToFail(standing, failingP)
  if (standing.at !== 'undecided') return 0
  const trials = trialsToLetGo(standing)
  return standing.leansOut ? Math.ceil(trials * correction(standing, failingP)) : trials
}

/** Trials after which the interval would let go of the limit, were the estimate to stay; 0 where that cannot be said. */
function trialsToLetGo({estimate, ci, limit, n, neededN}: Standing): number {
  if (neededN !== undefined) return neededN ?? 0
  if (estimate === null || limit === undefined || ci === undefined || ci.low === null || ci.high === null) return 0
  return neededTrials({estimate, low: ci.low, high: ci.high, method: ci.method, n}, limit) ?? 0
}

/** How many times as many trials a failure takes that must hold over all rows as one that an interval shows alone. */
function correction({ci}: Standing, failingP: number): number {
  return ci === undefined ? 1 : Math.max(1, (zBeyond(failingP) / zOf(ci.level)) ** 2)
}

/** What lies outside moves away from its limit with the root of the trials, but for evidence that was counted as trials came. */
function trialsToFail({ci, n, p}: Standing, failingP: number): number {
  if (ci?.method === ANYTIME || !(p > 0 && p < 1)) return 0
  return Math.ceil(n * (zBeyond(failingP) / zBeyond(p)) ** 2)
}

/** The z beyond which a standard normal value lies, on either side, with this chance. */
function zBeyond(p: number): number {
  return -normalQuantile(p / 2)
}
