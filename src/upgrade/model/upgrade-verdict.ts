import type {NodeUpgradeState, RuleOutcome, Verdict} from '#contract/generated/types'
import {judgeVerdict, type NoVerdictCause} from '#gate/verdict'

/** Where an upgrade stands, why, and how many of its steps are done. */
export interface UpgradeEnd {
  readonly state: NodeUpgradeState
  readonly reason: string
  readonly steps: number
}

const CLAIM = {
  level: 'ops',
  text: 'The nodes were brought to the release, or back, one step after the other, and checked.',
  boundary: 'What the checks ask, at this time; what was written during a rollback that restored data is lost.',
} as const

/** The new release is there, and every check that was asked for was well. */
export const isUpgraded = (state: NodeUpgradeState): boolean => state === 'rolled' || state === 'finalised'

/** What an upgrade that stands so is worth. `stopped`: the signal that somebody sent meanwhile. */
export function upgradeVerdict(
  {state, reason, steps}: UpgradeEnd,
  {caveats, stopped}: {readonly caveats: readonly string[]; readonly stopped: unknown},
): Verdict {
  const isGood = isUpgraded(state)
  const rule: RuleOutcome = {
    id: 'upgrade',
    severity: 'gate',
    state: isGood ? 'pass' : state === 'stopped' ? 'fail' : 'inconclusive',
    metric: 'state',
    select: state,
    n: steps,
    ...(!isGood && {reason: reason === '' ? state : `${state}: ${reason}`}),
  }
  const counts = {
    planned: 1,
    run: 1,
    passed: isGood ? 1 : 0,
    failed: isGood ? 0 : 1,
    errored: 0,
    skipped: 0,
    not_run: 0,
    reused: 0,
  }
  const ending = endingOf(state, reason, stopped)
  return judgeVerdict({
    basis: 'default-gate',
    rules: [rule],
    counts,
    claims: [CLAIM],
    caveats,
    ...(ending && {ending}),
  })
}

function endingOf(state: NodeUpgradeState, reason: string, stopped: unknown): NoVerdictCause | undefined {
  if (state === 'rolled_back') return {kind: 'restored', reason: `rolled back and verified: ${reason}`}
  if (state === 'rollback_failed') return {kind: 'unsafe-state', reason: `the rollback failed: ${reason}`}
  if (state !== 'paused' || stopped === undefined) return undefined
  return {kind: 'interrupted', signal: stopped === 'SIGTERM' ? 'SIGTERM' : 'SIGINT'}
}
