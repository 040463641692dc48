import type {RuleOutcome} from '#contract/generated/types'
import {AssayError} from '#error/assay-error'
import {errorKind} from '#gate/execution-rule'
import {LostProcess} from '../session/lost-process.ts'

/** Why a process measured nothing more of its provider. Other providers go on; this is the rule that keeps the verdict from being good. */
export interface Barrier {
  readonly provider: string
  /** As the ledger says why operations were not measured. */
  readonly reason: string
  readonly rule: RuleOutcome
}

const GATE = {severity: 'gate', threshold: 'estimate <= 0', estimate: 1, n: 1} as const

/** Undefined for an error that ends the benchmark. */
export function barrierOf(provider: string, error: unknown): Barrier | undefined {
  if (error instanceof LostProcess) {
    const rule = {...GATE, id: `process:${provider}`, select: provider, metric: 'lost_processes'}
    return {provider, reason: 'process_lost', rule: {...rule, state: 'unavailable', reason: error.message}}
  }
  const kind = errorKind(error)
  if (!(error instanceof AssayError) || (kind !== 'refused' && error.exit !== 'unavailable')) return undefined
  if (kind === 'wrong') return undefined
  const rule = {...GATE, id: `access:${provider}`, select: provider, metric: 'barred_providers'}
  const state = kind === 'refused' ? 'refused' : 'unavailable'
  return {provider, reason: error.code, rule: {...rule, state, reason: error.message.slice(0, 500)}}
}

/** One rule a provider and cause, however many processes met it. */
export function barrierRules(barriers: readonly Barrier[]): RuleOutcome[] {
  return [...new Map(barriers.map(({rule}) => [rule.id, rule])).values()]
}
