import type {ComparisonRow, ComparisonStatus} from '#contract/generated/types'
import {cutText} from '#error/cut-text'
import {brokenText} from '#gate/contract-field'
import {type Effect, effectStatus, isEffect, shownEffect} from '#gate/effect'
import {pValue} from '#gate/standing'
import {benjaminiHochberg, holm} from '#stats/p-adjust'
import {neededTrials} from '#stats/sample-size'
import type {DraftRow} from './draft-row.ts'

const ALPHA = 0.05

/**
 * Rows with their statuses. Losses of primary rows must survive Holm over all of them, and so must gains; the other rows are
 * exploratory (Benjamini-Hochberg).
 */
export function statusRows(drafts: readonly DraftRow[]): ComparisonRow[] {
  const [losses, gains] = [adjustedBy(lossP, drafts), adjustedBy(gainP, drafts)]
  return drafts.map((draft, at) => statusRow(draft, (isGain(draft) ? gains[at] : losses[at]) ?? 1))
}

function adjustedBy(pOf: (draft: DraftRow) => number, drafts: readonly DraftRow[]): number[] {
  const primary = drafts.filter(({shown}) => shown.primary)
  const others = drafts.filter(({shown}) => !shown.primary)
  const [held, explored] = [holm(primary.map(pOf)), benjaminiHochberg(others.map(pOf))]
  return drafts.map(
    (draft) => (draft.shown.primary ? held[primary.indexOf(draft)] : explored[others.indexOf(draft)]) ?? 1,
  )
}

const isGain = ({effect}: DraftRow) => isEffect(effect) && effect.estimate > 0

/** Two-sided p-value of "there is no difference"; 1 unless the effect is a gain. */
function gainP(draft: DraftRow): number {
  const {effect} = draft
  return isEffect(effect) && isGain(draft) ? pValue({...effect, ci: intervalOf(effect)}, 0) : 1
}

/** Two-sided p-value of "the loss is just the margin"; 1 unless the effect is a loss beyond it. */
function lossP({effect, margin}: DraftRow): number {
  if (!isEffect(effect) || effect.estimate >= -margin) return 1
  return pValue({...effect, ci: intervalOf(effect)}, -margin)
}

const intervalOf = ({low, high, level, method}: Effect) => ({low, high, level, method})

function statusRow(draft: DraftRow, adjusted: number): ComparisonRow {
  const {shown, effect, margin, isRatio = false, minN, fields} = draft
  const broken = fields.filter(({ok}) => !ok)
  if (!isEffect(effect)) {
    const isOpen = effect.why === 'insufficient'
    return {
      ...shown,
      effect: null,
      margin: isRatio ? Math.exp(margin) : margin,
      n: 0,
      status: isOpen ? 'inconclusive' : 'incomparable',
      reason: cutText(brokenText(broken) ?? effect.reason, 500),
      broken,
    }
  }
  const {n, identical, scale, p} = effect
  const status: ComparisonStatus = effectStatus(effect, {margin, minN}, adjusted <= ALPHA)
  const neededN = effect.neededN ?? ((limit: number) => neededTrials(effect, limit))
  const needed = status === 'inconclusive' ? neededN(-margin) : null
  return {
    ...shown,
    effect: {scale: scale === 'difference' ? 'difference' : 'ratio', ...shownEffect(effect), identical},
    margin: scale === 'difference' ? margin : Math.exp(margin),
    n,
    p_adjusted: adjusted,
    ...(p !== undefined && {p_difference: p}),
    ...(needed !== null && needed > n && {needed_n: needed}),
    status,
    ...(status === 'inconclusive' && {reason: 'the interval holds both a loss beyond the margin and none'}),
    broken,
  }
}
