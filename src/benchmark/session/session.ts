import type {ArtifactFolderOptions} from '#path/write-artifact'
import type {Vitals} from '#process/vitals'
import type {HarnessCost} from '../clock/measure-harness.ts'
import type {Load, MeasuredCalls, Phase} from '../clock/measure-operation.ts'
import type {Block} from '../model/block.ts'
import type {ToldEvents} from '../model/event-queue.ts'
import type {PlannedItem} from '../model/ledger.ts'

/** Takes what was measured as it comes. While a block is handed over no call is under way. */
export interface SessionSink {
  readonly onBlock: (phase: Phase, block: Block, events: ToldEvents) => Promise<void>
  readonly onTurn: (seq: number) => void
}

export interface SessionResult extends MeasuredCalls {
  readonly vitals: Vitals
}

export type SessionTarget = Pick<PlannedItem, 'provider' | 'operation' | 'how'>

/** One process that measures one target after the other. */
export interface Session {
  readonly cost: HarnessCost
  /** Makes ready what will be measured, the next to be: whatever keeps it from being asked shows here. */
  prepare(target: SessionTarget, signal: AbortSignal): Promise<void>
  /** Measures what was made ready. */
  measure(target: SessionTarget, load: Load, sink: SessionSink, signal: AbortSignal): Promise<SessionResult>
  /** What was told after the last block. */
  close(): Promise<ToldEvents>
}

/** Starts measuring a provider; `repeat` counts from 1, and each is a start of its own. */
export type OpenSession = (
  place: {
    readonly provider: string
    readonly repeat: number
    /** Where clips go, for operations that make some. */
    readonly artifacts?: ArtifactFolderOptions | undefined
  },
  signal: AbortSignal,
) => Promise<Session>

/** Comes back in the events of a call, and tells its repeat and number apart. */
export function requestId(provider: string, operation: string, repeat: number, seq: number): string {
  return `${provider}.${operation}.${repeat}.${seq}`
}
