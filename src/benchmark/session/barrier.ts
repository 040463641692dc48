import type {RuleOutcome} from '#contract/generated/types'
import {AssayError} from '#error/assay-error'
import {cutText} from '#error/cut-text'
import {errorKind} from '#gate/execution-rule'
import {isStorageFault} from '#path/errno'
import {type Availability, isHostLack, lackOf} from '#provider/catalogue/availability'
import {isRefusal} from '#provider/model/provider-fault'
import {LostProcess} from './lost-process.ts'

/** Why the measurement of a provider ended early. Other providers go on; `rule` keeps the verdict from passing. */
export interface Barrier {
  readonly provider: string
  /** Reason why operations were not measured, by the word that the ledger uses. */
  readonly reason: string
  readonly rule: RuleOutcome
  /** What is missing on this machine, in the words of the provider that needs it: such a provider was skipped. */
  readonly lack?: Lack
}

type Lack = Required<Pick<Availability, 'skipReason' | 'missing'>>

/** Metric of the rule for each kind of barrier; no rule of a caller has such a metric. */
const METRICS = {
  process: 'lost_processes',
  runtime: 'missing_runtimes',
  request: 'refused_requests',
  translator: 'unread_answers',
  access: 'barred_providers',
} as const

function ruleOf(
  kind: keyof typeof METRICS,
  select: string,
  said: Pick<RuleOutcome, 'state'> & {readonly reason: string},
): RuleOutcome {
  const found = {severity: 'gate', threshold: 'estimate <= 0', estimate: 1, n: 1} as const
  return {...found, id: `${kind}:${select}`, select, metric: METRICS[kind], ...said}
}

/** Whether a rule states why a provider was not measured. */
export function isBarrierRule({metric}: Pick<RuleOutcome, 'metric'>): boolean {
  return Object.values<string>(METRICS).includes(metric)
}

/** The barrier that an error stands for; undefined for an error that ends the benchmark. */
export function findBarrier(provider: string, error: unknown): Barrier | undefined {
  if (isStorageFault(error)) return undefined
  if (error instanceof LostProcess) {
    const rule = ruleOf('process', provider, {state: 'unavailable', reason: error.message})
    return {provider, reason: 'process_lost', rule}
  }
  if (isHostLack(error)) {
    const rule = ruleOf('runtime', provider, {state: 'inconclusive', reason: error.message})
    return {provider, reason: error.code, lack: lackOf(error) as Lack, rule}
  }
  if (isRefusal(error)) {
    const reason = cutText(`${error.message}; nothing was asked: correct what is sent with --input-file`, 500)
    return {provider, reason: 'request_refused', rule: ruleOf('request', provider, {state: 'inconclusive', reason})}
  }
  if (error instanceof AssayError && error.code === 'translator_invalid') {
    const reason = cutText(
      `${error.message}; the provider answers, and nothing was measured: correct the translator`,
      500,
    )
    return {provider, reason: error.code, rule: ruleOf('translator', provider, {state: 'inconclusive', reason})}
  }
  const kind = errorKind(error)
  if (!(error instanceof AssayError) || (kind !== 'refused' && error.exit !== 'unavailable')) return undefined
  const state = kind === 'refused' ? 'refused' : 'unavailable'
  return {provider, reason: error.code, rule: ruleOf('access', provider, {state, reason: cutText(error.message, 500)})}
}

/** One rule per provider and cause, however many processes met it. */
export function barrierRules(barriers: readonly Barrier[]): RuleOutcome[] {
  return [...new Map(barriers.map(({rule}) => [rule.id, rule])).values()]
}
