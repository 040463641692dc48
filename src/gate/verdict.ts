import type {Claim, Counts, RuleOutcome, Verdict} from '#contract/generated/types'
import {cutText} from '#error/cut-text'
import {exitFor, type VerdictState} from '#error/exit'

/** The signal that an interrupt is told by: every other one counts as SIGINT. */
export type StopSignal = 'SIGINT' | 'SIGTERM'

/** By which signal the work was stopped; undefined where it was not. */
export function stopOf({aborted, reason}: AbortSignal): StopSignal | undefined {
  if (!aborted) return undefined
  return reason === 'SIGTERM' ? 'SIGTERM' : 'SIGINT'
}

/** Why a trial has no verdict of its rules: a signal came, nothing could run for a reason that was or was not expected, or what was changed had to be put back, or could not be. */
export type NoVerdictCause =
  | {readonly kind: 'interrupted'; readonly signal?: StopSignal; readonly reason?: string}
  | {readonly kind: 'skipped'; readonly expected: boolean; readonly reason: string}
  | {readonly kind: 'restored' | 'unsafe-state'; readonly reason: string}

export interface Judgement {
  readonly basis: Verdict['basis']
  readonly rules: readonly RuleOutcome[]
  readonly counts: Counts
  readonly claims: readonly Claim[]
  readonly caveats: readonly string[]
  readonly ending?: NoVerdictCause
}

/**
 * The one verdict. An ending speaks first; then, of the rules that decide (no advisory, no waived one), the first that applies:
 * refused, unavailable, fail, incomparable, inconclusive, pass. Without a deciding rule it is inconclusive: nothing was asked.
 */
export function judgeVerdict({basis, rules, counts, claims, caveats, ending}: Judgement): Verdict {
  const state = ending?.kind ?? stateOf(rules)
  const context = {
    ...(ending?.kind === 'skipped' && {expectedSkip: ending.expected}),
    ...(ending?.kind === 'interrupted' && ending.signal && {signal: ending.signal}),
  }
  return {
    schema_version: 1,
    state,
    exit: exitFor(state, ending ? endingText(ending) : reasonText(state, rules), context),
    basis,
    claims: [...claims],
    rules: [...rules],
    counts,
    caveats: [...caveats],
  }
}

const ORDER = ['refused', 'unavailable', 'fail', 'incomparable', 'inconclusive', 'pass'] as const

function stateOf(rules: readonly RuleOutcome[]): (typeof ORDER)[number] {
  const states = new Set(deciding(rules).map((rule) => rule.state))
  return ORDER.find((state) => states.has(state)) ?? 'inconclusive'
}

function deciding(rules: readonly RuleOutcome[]): RuleOutcome[] {
  return rules.filter((rule) => rule.severity === 'gate' && rule.state !== 'waived')
}

function endingText(ending: NoVerdictCause): string {
  return ending.reason ?? 'the run was interrupted; what had finished is kept'
}

const NAMED = 3
/** The manifest holds no longer reason. */
const LONGEST = 500

function reasonText(state: VerdictState, rules: readonly RuleOutcome[]): string {
  const all = deciding(rules)
  if (all.length === 0) return 'no rule decides'
  if (state === 'pass') return `${all.length} of ${all.length} rules passed`
  const own = all.filter((rule) => rule.state === state)
  const named = own.slice(0, NAMED).map((rule) => (rule.reason ? `${rule.id} (${rule.reason})` : rule.id))
  const more = own.length > NAMED ? ` and ${own.length - NAMED} more` : ''
  return cutText(`${own.length} of ${all.length} rules ${WORDS[state] ?? state}: ${named.join(', ')}${more}`, LONGEST)
}

const WORDS: Partial<Record<VerdictState, string>> = {
  fail: 'failed',
  unavailable: 'got no answers',
  refused: 'were refused',
}

/** The word that stands in the manifest for why the verdict is what it is. */
export function reasonCode({state, basis}: Verdict): string {
  if (state === 'pass') return basis === 'no-gate' ? 'measured' : 'gate_passed'
  if (state === 'fail') return 'gate_failed'
  if (state === 'unavailable') return 'provider_unavailable'
  if (state === 'skipped') return 'not_configured'
  return state.replaceAll('-', '_')
}
