import type {ComparisonRow, ComparisonStatus} from '#contract/generated/types'
import {brokenText} from '#gate/contract-field'
import {type Effect, effectStatus, isEffect, shownEffect} from '#gate/effect'
import {pValue} from '#gate/p-value'
import {benjaminiHochberg} from '#stats/benjamini-hochberg'
import {holm} from '#stats/holm'
import {neededTrials} from '#stats/sample-size'
import type {DraftRow} from './draft-row.ts'

const ALPHA = 0.05

/** Rows with their statuses. Losses of primary rows must survive Holm over all of them; the other rows are exploratory (Benjamini-Hochberg). */
export function statusRows(drafts: readonly DraftRow[]): ComparisonRow[] {
  const primary = drafts.filter(({shown}) => shown.primary)
  const others = drafts.filter(({shown}) => !shown.primary)
  const adjusted = new Map<DraftRow, number>()
  for (const [at, p] of holm(primary.map(lossP)).entries()) adjusted.set(primary[at] as DraftRow, p)
  for (const [at, p] of benjaminiHochberg(others.map(lossP)).entries()) adjusted.set(others[at] as DraftRow, p)
  return drafts.map((draft) => statusRow(draft, adjusted.get(draft) ?? 1))
}

/** Two-sided p-value of "the loss is just the margin"; 1 unless the effect is a loss beyond it. */
function lossP({effect, margin}: DraftRow): number {
  if (!isEffect(effect) || effect.estimate >= -margin) return 1
  return pValue({...effect, ci: intervalOf(effect)}, -margin)
}

const intervalOf = ({low, high, level, method}: Effect) => ({low, high, level, method})

function statusRow({shown, effect, margin, minN, fields}: DraftRow, adjusted: number): ComparisonRow {
  const broken = fields.filter(({ok}) => !ok)
  if (!isEffect(effect)) {
    const isOpen = effect.why === 'insufficient'
    return {
      ...shown,
      effect: null,
      margin,
      n: 0,
      status: isOpen ? 'inconclusive' : 'incomparable',
      reason: (brokenText(broken) ?? effect.reason).slice(0, 500),
      broken,
    }
  }
  const {n, identical, scale, p} = effect
  const status: ComparisonStatus = effectStatus(effect, {margin, minN}, adjusted <= ALPHA)
  const needed = status === 'inconclusive' ? neededTrials({...effect, estimate: effect.estimate}, -margin) : null
  return {
    ...shown,
    effect: {scale: scale === 'difference' ? 'difference' : 'ratio', ...shownEffect(effect), identical},
    margin: scale === 'difference' ? margin : Math.exp(margin),
    n,
    p_adjusted: adjusted,
    ...(p !== undefined && {p_difference: p}),
    ...(needed !== null && {needed_n: needed}),
    status,
    ...(status === 'inconclusive' && {reason: 'the interval holds both a loss beyond the margin and none'}),
    broken,
  }
}
