import type {CallContext} from '../model/provider.ts'
import type {Op} from './message.ts'

export interface LinkCall {
  readonly op: Op
  readonly input?: unknown
  readonly signal: AbortSignal
  /** How long the caller will wait. */
  readonly deadlineMs?: number | undefined
}

/** A way to a provider that speaks external process protocol 1. */
export interface ExternalLink {
  /** The result of a good reply. Throws what a bad one says, `unreachable`, `runtime_missing`, `contract_violation`. */
  ask(call: LinkCall, context: Pick<CallContext, 'reached' | 'operationId' | 'traceparent'>): Promise<unknown>
  /** Makes sure that somebody is there, without asking anything. */
  reach(signal: AbortSignal): Promise<void>
  close(): Promise<void>
}
