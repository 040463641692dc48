import type {Interval} from '#contract/generated/types'
import {twoSidedTail, zOf} from '#stats/normal'
import {ANYTIME, type Effect, effectStatus, isEffect, type NoEffect, shownEffect} from './effect.ts'
import {type AbsoluteRule, compare, type Demand, type Measurement, type Rule, type VersusRule} from './rule.ts'

/**
 * Two-sided p-value of "the true value is `threshold`". For a Wilson row it is the score test that the interval inverts, elsewhere the
 * normal test with the spread read from the side of the interval that faces the threshold: p <= 1 - level exactly where the interval
 * misses the threshold. 1 where nothing can be said. An anytime interval alone says on which side of 1 - level it is, and no more.
 */
export function pValue(row: Pick<Measurement, 'estimate' | 'ci' | 'n' | 'pAt'>, threshold: number): number {
  const {estimate, ci, n} = row
  if (estimate === null || n === 0 || ci === undefined || ci.low === null || ci.high === null) return 1
  if (row.pAt) return row.pAt(threshold)
  if (estimate === threshold) return 1
  if (ci.method === ANYTIME) return threshold < ci.low || threshold > ci.high ? 1 - ci.level : 1
  const reach = estimate > threshold ? estimate - ci.low : ci.high - estimate
  const spread = ci.method === 'wilson' ? scoreSpread(threshold, n) : reach / zOf(ci.level)
  return spread > 0 ? twoSidedTail((estimate - threshold) / spread) : 0
}

function scoreSpread(rate: number, n: number): number {
  return Math.sqrt(Math.max(0, rate * (1 - rate)) / n)
}

const STRADDLES = 'the interval straddles the limit'

/** How one row stands to one rule, before all rows are corrected together. */
export interface Standing {
  readonly rule: Rule
  readonly row: Measurement
  readonly at: 'inside' | 'outside' | 'undecided' | 'incomparable'
  /** p-value of the limit that is asked for; small means far outside. */
  readonly p: number
  readonly n: number
  readonly estimate: number | null
  readonly ci?: Interval | undefined
  /** The limit on the scale of estimate and ci. */
  readonly limit?: number
  /** For an undecided row: whether its estimate lies outside, so that more trials like these would fail it. */
  readonly leansOut?: boolean
  /** Trials that would decide, where the effect knows better than its interval; null for none. */
  readonly neededN?: number | null
  readonly reason?: string
}

/** Where the effect of a row against what a rule names comes from. `aaLimit`: see `ratioLimit`. */
export interface Versus {
  effect(rule: VersusRule, row: Measurement): Effect | NoEffect
  /** The median quotient between identical runs on this machine minus 1; undefined without a calibration. */
  aa?(row: Measurement): number | undefined
}

const NOTHING: Versus = {
  effect: ({versus}) => ({why: 'missing', reason: `there is nothing to compare with: ${versus}`}),
}

export function ruleStanding(rule: Rule, row: Measurement, versus: Versus = NOTHING): Standing {
  return rule.require ? standAlone(rule, row) : standVersus(rule, row, versus)
}

function standAlone(rule: AbsoluteRule, row: Measurement): Standing {
  const {require} = rule
  const {estimate, n} = row
  const frame = {rule, row, n, estimate, limit: require.value, ...(row.ci && {ci: row.ci})}
  if (estimate === null || !Number.isFinite(estimate) || n === 0) {
    return {...frame, at: 'undecided', p: 1, reason: reasonOf(row, 'no value was measured')}
  }
  if (require.stat === 'estimate') {
    const holds = compare(require.op, estimate, require.value)
    return {...frame, at: holds ? 'inside' : 'outside', p: holds ? 1 : 0}
  }
  const p = pValue(row, require.value)
  const side = sideOf(rule, row)
  if (side === undefined) return {...frame, at: 'undecided', p: 1, reason: reasonOf(row, 'insufficient_samples')}
  if (side === 'inside' || (side === 'outside' && !row.isLeast)) return {...frame, at: side, p}
  if (row.isLeast) return {...frame, at: 'undecided', p: 1, ...openBeyondTrials(row)}
  const leansOut = !compare(require.op, estimate, require.value)
  return {...frame, at: 'undecided', p, leansOut, ...openBeyondTrials(row)}
}

/** Where the interval lies; undefined without one. */
function sideOf({require}: AbsoluteRule, {ci, isLeast}: Measurement): 'inside' | 'outside' | 'both' | undefined {
  const {low = null, high = null} = ci ?? {}
  if (low === null || high === null || Number.isNaN(low + high)) return undefined
  const [near, far] = require.stat === 'ci_low' ? [low, high] : [high, low]
  const isKnown = !isLeast || require.stat === 'ci_low'
  if (isKnown && compare(require.op, near, require.value)) return 'inside'
  return compare(require.op, far, require.value) ? 'both' : 'outside'
}

/** Why the interval holds the limit, and that no number of trials would change it where the row says so. */
function openBeyondTrials({openReason}: Measurement): Pick<Standing, 'reason' | 'neededN'> {
  return openReason === undefined ? {reason: STRADDLES} : {reason: openReason, neededN: null}
}

function reasonOf({reason}: Measurement, usual: string): string {
  return reason ?? usual
}

function standVersus(rule: VersusRule, row: Measurement, versus: Versus): Standing {
  const found = versus.effect(rule, row)
  const frame = {rule, row, n: row.n}
  if (!isEffect(found)) {
    const at = found.why === 'incomparable' ? 'incomparable' : 'undecided'
    return {...frame, at, p: 1, estimate: null, reason: found.reason}
  }
  const shown = {...frame, n: found.n, ...shownEffect(found)}
  const limit = limitOf(rule.demand, row, versus)
  if (typeof limit !== 'number') return {...shown, at: 'undecided', p: 1, reason: limit.missing}
  const p = pValue({...found, ci: asInterval(found)}, limit)
  const asked = {...shown, p, limit: found.scale === 'difference' ? limit : Math.exp(-limit)}
  if (found.low > limit || isSame(rule.demand, found, rule.minN)) return {...asked, at: 'inside'}
  if (found.high < limit) return {...asked, at: 'outside'}
  const needed = found.neededN && {neededN: found.neededN(limit)}
  const leansOut = found.estimate < limit
  return {...asked, at: 'undecided', reason: STRADDLES, leansOut, ...needed}
}

const asInterval = ({low, high, level, method}: Effect): Interval => ({low, high, level, method})

/** Whether a non-inferiority demand holds because every paired trial took the very same way, given the fewest pairs. */
function isSame(demand: Demand, effect: Effect, minN: number): boolean {
  if (demand.kind !== 'non_inferior') return false
  return effectStatus(effect, {margin: demand.margin, minN}, true) === 'equivalent'
}

/** The least effect that satisfies the demand, on the scale of the effect. */
function limitOf(demand: Demand, row: Measurement, versus: Versus): number | {readonly missing: string} {
  if (demand.kind === 'non_inferior') return -demand.margin
  if (demand.kind === 'superior') return demand.margin
  if (demand.noiseFloor === 'none') return -Math.log(demand.max)
  const aa = versus.aa?.(row)
  return aa === undefined ? {missing: 'no calibration of this machine'} : -Math.log(ratioLimit(demand.max, aa))
}

/** Three times the usual noise, and never below 5 %: a tighter limit would fail identical code. */
export function ratioLimit(max: number, aa: number): number {
  return Math.max(max, 1 + Math.max(0.05, 3 * aa))
}
