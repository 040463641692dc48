import type {RuleOutcome} from '#contract/generated/types'
import {AssayError} from '#error/assay-error'
import {cutText} from '#error/cut-text'
import {errorKind} from '#gate/execution-rule'
import {isStorageFault} from '#path/errno'
import {type Availability, isHostLack, lackOf} from '#provider/catalogue/availability'
import {isRefusal} from '#provider/model/provider-fault'
import {LostProcess} from './lost-process.ts'

/** Why a process measured nothing more of its provider. Other providers go on; this is the rule that keeps the verdict from being good. */
export interface Barrier {
  readonly provider: string
  /** As the ledger says why operations were not measured. */
  readonly reason: string
  readonly rule: RuleOutcome
  /** What is not on this machine, in the words of who missed it: such a provider was skipped. */
  readonly lack?: Lack
}

type Lack = Required<Pick<Availability, 'skipReason' | 'missing'>>

const GATE = {severity: 'gate', threshold: 'estimate <= 0', estimate: 1, n: 1} as const

/** Undefined for an error that ends the benchmark. */
export function findBarrier(provider: string, error: unknown): Barrier | undefined {
  if (isStorageFault(error)) return undefined
  if (error instanceof LostProcess) {
    const rule = {...GATE, id: `process:${provider}`, select: provider, metric: 'lost_processes'}
    return {provider, reason: 'process_lost', rule: {...rule, state: 'unavailable', reason: error.message}}
  }
  if (isHostLack(error)) {
    const rule = {...GATE, id: `runtime:${provider}`, select: provider, metric: 'missing_runtimes'}
    const lack = lackOf(error) as Lack
    return {provider, reason: error.code, lack, rule: {...rule, state: 'inconclusive', reason: error.message}}
  }
  if (isRefusal(error)) {
    const rule = {...GATE, id: `request:${provider}`, select: provider, metric: 'refused_requests'}
    const reason = cutText(`${error.message}; nothing was asked: correct what is sent with --input-file`, 500)
    return {provider, reason: 'request_refused', rule: {...rule, state: 'inconclusive', reason}}
  }
  if (error instanceof AssayError && error.code === 'translator_invalid') {
    const rule = {...GATE, id: `translator:${provider}`, select: provider, metric: 'unread_answers'}
    const reason = cutText(
      `${error.message}; the provider answers, and nothing was measured: correct the translator`,
      500,
    )
    return {provider, reason: error.code, rule: {...rule, state: 'inconclusive', reason}}
  }
  const kind = errorKind(error)
  if (!(error instanceof AssayError) || (kind !== 'refused' && error.exit !== 'unavailable')) return undefined
  const rule = {...GATE, id: `access:${provider}`, select: provider, metric: 'barred_providers'}
  const state = kind === 'refused' ? 'refused' : 'unavailable'
  return {provider, reason: error.code, rule: {...rule, state, reason: cutText(error.message, 500)}}
}

const KINDS = ['process', 'runtime', 'request', 'translator', 'access'] as const

/** Whether a rule says why a provider was not measured. */
export function isBarrierRule({id}: Pick<RuleOutcome, 'id'>): boolean {
  return KINDS.some((kind) => id.startsWith(`${kind}:`))
}

/** One rule a provider and cause, however many processes met it. */
export function barrierRules(barriers: readonly Barrier[]): RuleOutcome[] {
  return [...new Map(barriers.map(({rule}) => [rule.id, rule])).values()]
}
