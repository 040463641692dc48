import type {RuleOutcome, SelftestInjection} from '#contract/generated/types'
import type {ExitName} from '#error/exit'
import type {Effect, NoEffect} from './effect.ts'
import type {Gate} from './gate-document.ts'
import {judgeGate} from './judge-gate.ts'
import type {AbsoluteRule, Measurement, Requirement, Rule, VersusRule} from './rule.ts'
import {selects, USUAL_POLICY} from './rule-outcome.ts'
import {ratioLimit, type Versus} from './standing.ts'
import {judgeVerdict} from './verdict.ts'

const NO_COUNTS = {planned: 0, run: 0, passed: 0, failed: 0, errored: 0, skipped: 0, not_run: 0, reused: 0}

/** The injection of a rule that selects no row of the run: whether it can fail is not known. */
export const UNTESTED = 'a row to inject into'

/** The exit that these outcomes come to. */
export function exitAfterRules(rules: readonly RuleOutcome[]): ExitName {
  return judgeVerdict({basis: 'gate', rules, counts: NO_COUNTS, claims: [], caveats: []}).exit.name
}

/** One injection and what came of it. */
export function injected(
  target: string,
  injection: string,
  {expected, got}: {readonly expected: ExitName; readonly got: ExitName},
): SelftestInjection {
  return {target, injection, expected, got, caught: expected === got}
}

/**
 * Every deciding rule by itself over the rows of a run: first made to pass, then breached, then without its rows, its value, its trials,
 * and what it compares with. Rows are the run's, their numbers are not.
 */
export function injectRules(
  gate: Gate | undefined,
  further: readonly Rule[],
  rows: readonly Measurement[],
): SelftestInjection[] {
  const rules = [...(gate?.rules ?? []), ...further].filter(({severity}) => severity === 'gate')
  return rules.flatMap((rule) => {
    const own = rows.filter((row) => selects(rule, row))
    if (own.length === 0) return [injected(rule.id, UNTESTED, {expected: 'ok', got: 'inconclusive'})]
    return rule.require ? injectAbsolute(rule, own, gate) : injectVersus(rule, own, gate)
  })
}

function injectAbsolute(rule: AbsoluteRule, rows: readonly Measurement[], gate: Gate | undefined): SelftestInjection[] {
  const good = rows.map((row) => valued(row, rule, beyond(rule.require, 1)))
  const judge = (changed: readonly Measurement[]) => exitAfterRules(judgeAlone(rule, changed, gate))
  const {open, missing} = openExits(gate)
  const first = (change: (row: Measurement) => Measurement) => good.map((row, at) => (at === 0 ? change(row) : row))
  const said = (injection: string, expected: ExitName, changed: readonly Measurement[]) =>
    injected(rule.id, injection, {expected, got: judge(changed)})
  return [
    said('nothing: every row satisfies the rule', 'ok', good),
    said(
      'a breach in one row',
      'failed',
      first((row) => valued(row, rule, beyond(rule.require, -1))),
    ),
    said('its rows deleted', missing, []),
    said(
      'a value that is missing',
      open,
      first((row) => ({...row, estimate: null, n: 0})),
    ),
    ...(rule.minN > 1
      ? [
          said(
            'one trial less than the minimum',
            open,
            first((row) => ({...row, n: rule.minN - 1})),
          ),
        ]
      : []),
  ]
}

function injectVersus(rule: VersusRule, rows: readonly Measurement[], gate: Gate | undefined): SelftestInjection[] {
  const limit = limitOf(rule)
  const n = Math.max(rule.minN, 1000)
  const effect = (estimate: number, trials = n): Effect => ({
    scale: rule.demand.kind === 'ratio' ? 'log-ratio' : 'difference',
    estimate,
    low: estimate,
    high: estimate,
    level: 0.95,
    method: 'injected',
    n: trials,
    identical: false,
  })
  const {open, missing} = openExits(gate)
  const said = (injection: string, expected: ExitName, found: Effect | NoEffect, changed = rows) => {
    const versus = {effect: () => found, aa: () => 0}
    return injected(rule.id, injection, {expected, got: exitAfterRules(judgeAlone(rule, changed, gate, versus))})
  }
  return [
    said('nothing: every row satisfies the rule', 'ok', effect(limit + 1)),
    said('a breach', 'failed', effect(limit - 1)),
    said('its rows deleted', missing, effect(limit + 1), []),
    said(`no ${rule.versus}`, open, {why: 'missing', reason: 'injected'}),
    said('the other side measured something else', 'inconclusive', {why: 'incomparable', reason: 'injected'}),
    ...(rule.minN > 1 ? [said('one trial less than the minimum', open, effect(limit + 1, rule.minN - 1))] : []),
  ]
}

/** Waivers left out: what they waive must be able to fail once they expire. */
function judgeAlone(
  rule: Rule,
  rows: readonly Measurement[],
  gate: Gate | undefined,
  versus?: Versus,
): readonly RuleOutcome[] {
  if (!gate) return judgeGate(undefined, [rule], rows, {versus}).rules
  return judgeGate({...gate, rules: [rule], waivers: []}, [], rows, {versus}).rules
}

/** What an open rule, and one without rows, must come to under the gate. */
function openExits(gate: Gate | undefined): {readonly open: ExitName; readonly missing: ExitName} {
  const {onInconclusive, onMissing} = gate?.policy ?? USUAL_POLICY
  const open = onInconclusive === 'fail' ? 'failed' : 'inconclusive'
  return {open, missing: onMissing === 'fail' ? 'failed' : open}
}

/** The evidence of the row speaks of the value that was measured, so it goes with it. */
function valued({pAt: _, ...row}: Measurement, {minN}: Rule, estimate: number): Measurement {
  const ci = {low: estimate, high: estimate, level: 0.95, method: 'injected'}
  return {...row, estimate, ci, n: Math.max(row.n, minN, row.neededN ?? 0)}
}

/** A value well inside (`side` 1) or well outside (-1) of the requirement. */
function beyond({op, value}: Requirement, side: 1 | -1): number {
  if (op === 'eq') return side === 1 ? value : value + 1
  return op === 'gte' || op === 'gt' ? value + side : value - side
}

/** The least effect that satisfies the rule, without any noise of the machine. */
function limitOf({demand}: VersusRule): number {
  if (demand.kind === 'non_inferior') return -demand.margin
  if (demand.kind === 'superior') return demand.margin
  return -Math.log(demand.noiseFloor === 'aa' ? ratioLimit(demand.max, 0) : demand.max)
}
