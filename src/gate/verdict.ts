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
export function judgeVerdict({basis, counts, claims, caveats, ending, ...given}: Judgement): Verdict {
  const rules = given.rules.map(withShortReason)
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
    rules,
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

const namedRule = ({id, reason}: RuleOutcome) => (reason ? `${id} (${reason})` : id)

/** The manifest holds no longer reason, and a rule none. */
const LONGEST = 500

/** Cuts the reason again: words put before a reason of full length would exceed the schema, and the document could not be read. */
const withShortReason = (rule: RuleOutcome): RuleOutcome =>
  rule.reason === undefined ? rule : {...rule, reason: cutText(rule.reason, LONGEST)}

function reasonText(state: VerdictState, rules: readonly RuleOutcome[]): string {
  const all = deciding(rules)
  if (all.length === 0) return 'no rule decides'
  if (state === 'pass') return `${all.length} of ${all.length} rules passed`
  const own = all.filter((rule) => rule.state === state)
  const named = own.slice(0, NAMED).map(namedRule)
  const more = own.length > NAMED ? ` and ${own.length - NAMED} more` : ''
  return cutText(`${own.length} of ${all.length} rules ${WORDS[state] ?? state}: ${named.join(', ')}${more}`, LONGEST)
}

/** Words for what failed beside what could not be asked have at most so much of a reason. */
const LONGEST_FAILED = 200

/** A verdict of which something got no answer, with the name of each rule that failed all the same: whoever reads the reason alone would take nothing for bad. */
export function withFailed(verdict: Verdict): Verdict {
  const failed = deciding(verdict.rules).filter(({state}) => state === 'fail')
  if (verdict.state !== 'unavailable' || failed.length === 0) return verdict
  const named = failed.filter((_, at) => at < NAMED).map(namedRule)
  const more = failed.length > NAMED ? ` and ${failed.length - NAMED} more` : ''
  const told = cutText(`; ${failed.length} failed: ${named.join(', ')}${more}`, LONGEST_FAILED)
  const reason = `${cutText(verdict.exit.reason, LONGEST - told.length)}${told}`
  return {...verdict, exit: {...verdict.exit, reason}}
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
