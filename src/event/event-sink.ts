import type {ProviderEvent} from '#contract/generated/types'
import type {EventHandler} from './event-handler.ts'

/** What is known of an event before it is made. */
export type EventHead = Pick<ProviderEvent, 'provider' | 'operation' | 'phase' | 'attempt' | 'duration_ms'>

/** A handler with a lifetime: `flush` settles when all it took is where it belongs, `lost` counts what never will be. */
export interface EventSink {
  handle(event: Readonly<ProviderEvent>): void | Promise<void>
  flush?(): Promise<void>
  /** Asked before an event is made, which costs more than the answer of a quick model; absent is always. */
  wants?(head: EventHead): boolean
  /** Told instead of an event that no target wanted and that was therefore never made. */
  missed?(head: EventHead): void
  readonly lost?: number
}

/** What callers may attach: a plain function or a sink. */
export type EventTarget = EventHandler | EventSink

const TERMINAL: readonly string[] = ['success', 'failure', 'budget_exceeded'] satisfies ProviderEvent['phase'][]

/** Every operation ends with exactly one of these; `retry` is the only other phase. */
export function isTerminal(event: Pick<ProviderEvent, 'phase'>): boolean {
  return TERMINAL.includes(event.phase)
}
