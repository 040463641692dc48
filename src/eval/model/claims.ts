import type {Claim} from '#contract/generated/types'

/** What a passed suite of a level says, and where that ends. Source: the levels of arXiv 2606.15032, L0 to L7. */
const BOUNDARIES = {
  L0: 'The adapter obeyed its contract on these cases; nothing about prediction quality follows.',
  L1: 'The output held the true state of these scenes; nothing about dynamics follows.',
  L2: 'Open-loop prediction was accurate to the stated horizon; nothing about control follows.',
  L3: 'The stated conservation, symmetry and plausibility checks held; nothing about task success follows.',
  L4: 'Predictions reacted to the action as the true dynamics do, on these states.',
  L5: 'Candidates or policies were ordered as the true dynamics order them, on these distributions.',
  L6: 'The listed tasks were completed with the listed planner, budgets and success mode.',
  L7: 'Stated confidence stayed honest when acted upon.',
  ops: 'An operational property was measured on this machine fingerprint.',
} as const

export type Level = keyof typeof BOUNDARIES

/** Ends every report: whatever was measured, it was measured in small worlds with exact rules. */
export const CLOSING_LINE =
  'Analytic environments only; no evidence about physical robots, other tasks, other planners, or safety.'

/** The claim of a suite: its level, its question answered in a few words, and the boundary sentence of the level. */
export function withBoundary(level: Level, text: string): Claim {
  return {level, text, boundary: BOUNDARIES[level]}
}

/** A claim as a verdict tells it. From one that was not shown nothing follows, so it has no boundary of its level. */
export function judgedClaim({level, text, boundary}: Claim, isShown: boolean): Claim {
  if (isShown) return {level, text: `shown: ${text}`, boundary}
  return {level, text: `not shown: ${text}`, boundary: 'These trials say nothing for it.'}
}
