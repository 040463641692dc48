import type {ErrorCode} from '#error/codes'
import type {PolicyChoice} from '#provider/model/request-policy'
import type {HarnessCost} from '../clock/measure-harness.ts'
import type {Load, Phase} from '../clock/measure-operation.ts'
import type {Block} from '../model/block.ts'
import type {ToldEvents} from '../model/event-queue.ts'
import type {ResolvedInputs} from '../model/inputs.ts'
import type {Recordings} from '../model/recordings.ts'
import type {OpenSession, SessionResult, SessionTarget} from './session.ts'

/** The setting that all processes of a benchmark share. */
export interface SessionSetting {
  readonly policy: PolicyChoice
  readonly cases: readonly ResolvedInputs[]
  /** Document of the translator, for `makeTranslator`; without one no policy is measured. */
  readonly translator?: unknown
  readonly recordings: Recordings
}

/**
 * Orders to a measuring process. It continues after a block only when it receives `go-on`, so that nothing is written while a call is in
 * progress.
 */
export type SessionOrder =
  | ({readonly kind: 'open'} & Parameters<OpenSession>[0] & SessionSetting)
  | {readonly kind: 'prepare'; readonly target: SessionTarget}
  | {readonly kind: 'measure'; readonly target: SessionTarget; readonly load: Load}
  | {readonly kind: 'go-on'}
  | {readonly kind: 'stop'; readonly reason: string}
  | {readonly kind: 'close'}

/** Answers of a measuring process. After `failed` it accepts only `close`. */
export type SessionAnswer =
  | {readonly kind: 'opened'; readonly cost: HarnessCost}
  | {readonly kind: 'prepared'}
  | {readonly kind: 'block'; readonly phase: Phase; readonly block: Block; readonly events: ToldEvents}
  | {readonly kind: 'turn'; readonly seq: number}
  | {readonly kind: 'measured'; readonly result: SessionResult}
  | {readonly kind: 'closed'; readonly events: ToldEvents}
  | {readonly kind: 'failed'; readonly code: ErrorCode; readonly message: string}
