import {gateDocument} from '#contract/generated/gate'
import type {GateDefaults, GateDocument} from '#contract/generated/types'
import {issuesOf} from '#contract/parse'
import type {CallerDocument} from '#document/document'
import {placeIssues, schemaIssues} from '#document/document-issues'
import {documentRefusal} from '#document/document-refusal'
import type {AssayError, Issue} from '#error/assay-error'
import {gateIssues, isForKind} from './gate-issues.ts'
import {readRule} from './gate-rule.ts'
import type {GateScope} from './gate-scope.ts'
import type {Rule} from './rule.ts'
import {type GatePolicy, USUAL_POLICY} from './rule-outcome.ts'

export const GATE_LIMIT_BYTES = 256 * 1024

/** A gate as it applies to one kind of run. */
export interface Gate {
  /** The whole file as it was read; its digest is the gate's. */
  readonly document: GateDocument
  readonly rules: readonly Rule[]
  readonly policy: GatePolicy
  readonly waivers: NonNullable<GateDocument['waivers']>
  readonly maxErrorShare?: number
  /** Trials in each place at most, where an undecided gate asks for more of them. */
  readonly extendTo?: number
  /** The UTC day by which waivers are judged. */
  readonly today: string
  /** Rules for another kind of run; they decide nothing here and are told. */
  readonly elsewhere: readonly string[]
}

/** What a gate is held against: what there is, and the UTC day it is. */
export interface GateContext {
  readonly scope: GateScope
  readonly today: string
}

/**
 * The gate of a file for one kind of run. Throws `gate_invalid` with every issue by pointer, line and column: unknown keys, two rules of
 * one id, a name nothing has, a metric that is not measured, a rule that can never fail, a waiver that is none.
 */
export function readGate(
  document: CallerDocument,
  {scope, today}: GateContext,
  isClean: (key: string) => boolean,
): Gate {
  const {value} = document
  if (!isGate(value)) throw invalid(document, placeIssues(schemaIssues(gateDocument, value), document, isClean))
  const issues = gateIssues(value, scope, today)
  if (issues.length > 0) throw invalid(document, placeIssues(issues, document, isClean))
  return buildGate(value, {scope, today})
}

/** The gate of a document that was checked before, such as the copy that a run keeps. */
export function buildGate(document: GateDocument, {scope, today}: GateContext): Gate {
  const {defaults = {}, waivers = []} = document
  const here = document.rules.filter((rule) => isForKind(rule, scope))
  return {
    document,
    rules: here.map((rule) => readRule(rule, defaults, scope)),
    policy: policyOf(defaults),
    waivers,
    today,
    ...(defaults.max_error_share !== undefined && {maxErrorShare: defaults.max_error_share}),
    ...(defaults.on_inconclusive === 'extend' && defaults.max_n !== undefined && {extendTo: defaults.max_n}),
    elsewhere: document.rules.filter((rule) => !here.includes(rule)).map(({id}) => id),
  }
}

function policyOf({alpha, correction, on_inconclusive, on_missing}: GateDefaults): GatePolicy {
  return {
    alpha: alpha ?? USUAL_POLICY.alpha,
    correction: correction ?? USUAL_POLICY.correction,
    // What is still undecided after the last trial is told as it is.
    onInconclusive: on_inconclusive === 'fail' ? 'fail' : 'report',
    onMissing: on_missing ?? USUAL_POLICY.onMissing,
  }
}

function isGate(value: unknown): value is GateDocument {
  return issuesOf(gateDocument, value) === undefined
}

function invalid(document: CallerDocument, issues: readonly Issue[]): AssayError {
  return documentRefusal(document, {code: 'gate_invalid', what: 'breaks the rules of gates'}, issues)
}
