import type {RuleOutcome} from '#contract/generated/types'
import {AssayError} from '#error/assay-error'
import {CODES, type ErrorCode} from '#error/codes'
import type {ExitName} from '#error/exit'

/** Errors of one share of the work, such as a provider in a suite, counted apart by kind. */
export interface ExecutionShare {
  readonly select: string
  readonly planned: number
  /** Transport, deadline and credential errors: they say nothing about the answers. */
  readonly unreachable: number
  /** Answers that were none: a raise inside, a broken contract, a state that does not decode. */
  readonly wrong: number
  /** What a safety rule of ours did not let happen, such as a connection to a forbidden address. */
  readonly refused?: number | undefined
}

export type ErrorKind = 'unreachable' | 'refused' | 'wrong'

/** The share of trials of an evaluation that may end in an error. */
export const EVAL_ERROR_SHARE = 0.02

const WRONG_ANSWERS: ReadonlySet<ErrorCode> = new Set([
  'contract_violation',
  'world_state_invalid',
  'upstream_error',
  'upstream_rejected_input',
  'internal',
  'bug',
])

/** Ends that a call comes to before anybody answered. */
const UNANSWERED: ReadonlySet<ExitName> = new Set(['unavailable', 'inconclusive'])

/** Which kind of error this is. What this version cannot call has answered nothing; anything foreign that a provider let out is a wrong answer. */
export function errorKind(error: unknown): ErrorKind {
  return error instanceof AssayError ? kindOfCode(error.code) : 'wrong'
}

/** Which kind of error a code stands for, as results record it; a code this version does not know is a wrong answer. */
export function kindOfCode(code: string): ErrorKind {
  if (!isErrorCode(code) || WRONG_ANSWERS.has(code)) return 'wrong'
  if (CODES[code].exit === 'refused') return 'refused'
  return UNANSWERED.has(CODES[code].exit) ? 'unreachable' : 'wrong'
}

const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(CODES, code)

/**
 * The rule that every run has: no share has more errors than allowed. Beyond that, mostly unreachable is *unavailable* (there is
 * no evidence), mostly wrong answers is *fail*. What a safety rule forbade is *refused*, however little it was. Nothing planned is
 * inconclusive. The worst share speaks.
 */
export function executionRule(shares: readonly ExecutionShare[], maxErrorShare: number): RuleOutcome {
  const judged = shares.filter(({planned}) => planned > 0).map((share) => judge(share, maxErrorShare))
  const worst = judged.toSorted((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state) || rate(b) - rate(a))[0]
  return worst ?? {...frame('*', maxErrorShare), state: 'inconclusive', estimate: null, n: 0, reason: 'nothing ran'}
}

const ORDER: readonly RuleOutcome['state'][] = ['refused', 'unavailable', 'fail', 'pass']
const REFUSED = 'a connection would have gone where none may go'
const rate = ({estimate}: RuleOutcome) => estimate ?? 0

function judge({select, planned, unreachable, wrong, refused = 0}: ExecutionShare, maxErrorShare: number): RuleOutcome {
  const errors = unreachable + wrong + refused
  const shown = {...frame(select, maxErrorShare), estimate: errors / planned, n: planned}
  if (refused > 0)
    return {...shown, state: 'refused', reason: `${refused} of ${planned} trials were refused: ${REFUSED}`}
  if (errors / planned <= maxErrorShare) return {...shown, state: 'pass'}
  const reason = `${errors} of ${planned} trials ended in an error: ${unreachable} unreachable, ${wrong} wrong answers`
  return {...shown, state: unreachable >= wrong ? 'unavailable' : 'fail', reason}
}

function frame(select: string, maxErrorShare: number) {
  return {
    id: 'execution',
    severity: 'gate',
    metric: 'error_share',
    select,
    threshold: `estimate <= ${maxErrorShare}`,
  } as const
}
