import {parsedFault, record} from '#contract/json'
import type {SLOTS} from '../model/call-options.ts'
import type {StepKind} from '../model/provider.ts'
import {violation} from '../model/provider-fault.ts'
import type {ToldError} from './module-error.ts'

/** What a module can be asked for. */
export type ModuleSlot = (typeof SLOTS)[number]

/** What a call of a module may ask of the host meanwhile. */
export type Asked =
  | {readonly what: 'attempt'; readonly step: StepKind}
  | {readonly what: 'pause'; readonly leastMs: number}
  | {readonly what: 'create'}
  | {readonly what: 'write'; readonly file: number; readonly piece: unknown}
  | {readonly what: 'keep'; readonly file: number; readonly name: string}
  | {readonly what: 'discard'; readonly file: number}

/** What the process of a module is told, one line each. `id` is the call, `ask` the number of a question of that call. */
export type ModuleOrder =
  | {readonly kind: 'load'; readonly url: string; readonly env: Readonly<Record<string, string>>}
  | {
      readonly kind: 'call'
      readonly id: number
      readonly slot: ModuleSlot
      readonly input?: unknown
      /** Missing for a hook, which gets a signal and nothing more. */
      readonly context?: {
        readonly operationId: string
        readonly timeLeftMs: number
        readonly keepsArtifacts: boolean
      }
    }
  | {readonly kind: 'abort'; readonly id: number; readonly error: ToldError}
  | {
      readonly kind: 'answer'
      readonly id: number
      readonly ask: number
      readonly value?: unknown
      readonly error?: ToldError
    }
  | {readonly kind: 'attempt'; readonly id: number; readonly ask: number}
  | {readonly kind: 'abort-attempt'; readonly id: number; readonly ask: number; readonly error: ToldError}
  | {readonly kind: 'stop'; readonly id: number}
  /** To be read and said again: what the talk alone takes. */
  | {readonly kind: 'echo'; readonly id: number; readonly input: unknown}

/** What it says. */
export type ModuleReply =
  | {
      readonly kind: 'hello'
      readonly profile: unknown
      readonly descriptor: unknown
      readonly slots: unknown
      readonly examples: unknown
    }
  | {readonly kind: 'refused'; readonly error: ToldError}
  | {
      readonly kind: 'result'
      readonly id: number
      readonly value?: unknown
      readonly descriptor?: unknown
      /** How long the module itself was at it, in whole nanoseconds. */
      readonly took_ns: number
    }
  | {readonly kind: 'echoed'; readonly id: number; readonly value: unknown}
  | {readonly kind: 'failed'; readonly id: number; readonly error: ToldError}
  | {readonly kind: 'aborted'; readonly id: number}
  | ({readonly kind: 'ask'; readonly id: number; readonly ask: number} & Asked)
  | {readonly kind: 'attempted'; readonly id: number; readonly ask: number; readonly error?: ToldError}
  | {readonly kind: 'reached'; readonly id: number; readonly facts: unknown}
  | {readonly kind: 'remote'; readonly id: number; readonly state: 'none' | 'may_continue' | 'stoppable'}
  | {readonly kind: 'credits'; readonly id: number; readonly credits: number}
  | {readonly kind: 'stopped'; readonly id: number; readonly error?: ToldError}

/** Longest line either way, in bytes. */
export const MOST_LINE_BYTES = 64 * 1024 * 1024
/** Values may be 64 levels deep, and what marks them takes some more. */
const MOST_DEPTH = 200

const WITHOUT_CALL: readonly unknown[] = ['hello', 'refused']
const WITH_ASK: readonly unknown[] = ['ask', 'attempted']

/**
 * A line of a module's process, which may say what it likes: its kind, and the numbers that its kind must have, are there. What else it
 * holds is looked at where it is used. Throws `contract_violation`.
 */
export function readReply(line: string): Readonly<Record<string, unknown>> & {readonly kind: unknown} {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    throw violation("a line of the module's process is not JSON")
  }
  const fault = parsedFault(value, MOST_DEPTH)
  if (fault !== undefined) throw violation(`a message of the module's process ${fault}`)
  const message = record(value)
  const kind = message?.['kind']
  if (message === undefined || typeof kind !== 'string')
    throw violation("the module's process said something without a kind")
  if (!WITHOUT_CALL.includes(kind) && !Number.isSafeInteger(message['id'])) throw violation('a message is for no call')
  if (WITH_ASK.includes(kind) && !Number.isSafeInteger(message['ask'])) throw violation('a message is for no question')
  return {...message, kind}
}
