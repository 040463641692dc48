import type {ArtifactFolderOptions} from '#path/write-artifact'
import type {Vitals} from '#process/vitals'
import type {HarnessCost} from '../clock/measure-harness.ts'
import type {Load, MeasuredCalls, Phase} from '../clock/measure-operation.ts'
import type {Block} from '../model/block.ts'
import type {ToldEvents} from '../model/event-queue.ts'
import type {PlannedItem} from '../model/ledger.ts'

/** Receives measured blocks as they are finished. No call is in progress while a block is handed over. */
export interface SessionSink {
  readonly onBlock: (phase: Phase, block: Block, events: ToldEvents) => Promise<void>
  readonly onTurn: (seq: number) => void
}

export interface SessionResult extends MeasuredCalls {
  readonly vitals: Vitals
}

export type SessionTarget = Pick<PlannedItem, 'provider' | 'operation' | 'how'>

/** One process that measures its targets one after the other. */
export interface Session {
  readonly cost: HarnessCost
  /** Prepares the target to be measured next: whatever prevents calls to it shows here. */
  prepare(target: SessionTarget, signal: AbortSignal): Promise<void>
  /** Measures the target that was prepared. */
  measure(target: SessionTarget, load: Load, sink: SessionSink, signal: AbortSignal): Promise<SessionResult>
  /** Closes the session, and returns the events after the last block. */
  close(): Promise<ToldEvents>
}

/** Starts measuring a provider in a fresh session; `repeat` counts from 1. */
export type OpenSession = (
  place: {
    readonly provider: string
    readonly repeat: number
    /** Where clips go, for operations that make clips. */
    readonly artifacts?: ArtifactFolderOptions | undefined
  },
  signal: AbortSignal,
) => Promise<Session>

/** The id of a call, which its events carry too; it includes repeat and number of the call. */
export function requestId(provider: string, operation: string, repeat: number, seq: number): string {
  return `${provider}.${operation}.${repeat}.${seq}`
}
