import {type Clock, timestamp} from '#random/clock'
import type {Redactor} from '#redact/redactor'

export type NodeLogLevel = 'info' | 'warn' | 'error'
/** Names and values that accompany a message. */
export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>

/** The log of the node: one line of JSON for each event, times in UTC. */
export interface NodeLog {
  write(level: NodeLogLevel, message: string, fields?: LogFields): void
  /** Logs an error: its class and message, masked, and where it was thrown. */
  failure(message: string, error: unknown, fields?: LogFields): void
  /** Logs fields that contain text from outside only in a checked form. They are not redacted, since every request writes such a line. */
  checked(message: string, fields: LogFields): void
}

/** Dependencies of a log. `soon`: calls back once the current work has had its turn. */
interface LogPorts {
  readonly time: Pick<Clock, 'nowMs'>
  readonly soon: (work: () => void) => void
  readonly redactor: Redactor
}

export function jsonLog(write: (lines: string) => void, {time: clock, soon, redactor}: LogPorts): NodeLog {
  // Every write to a pipe is a system call: lines of requests that end together are written together.
  let waiting = ''
  const tellWaiting = () => {
    if (waiting === '') return
    write(waiting)
    waiting = ''
  }
  const now = latestTimestamp(clock)
  const tell = (level: NodeLogLevel, message: string, fields: LogFields = {}) => {
    tellWaiting()
    write(redactor.line({time: now(), level, msg: message, ...fields}))
  }
  return {
    write: tell,
    failure: (message, error, fields = {}) => {
      const {name, message: why, stack} = error instanceof Error ? error : new Error(typeof error)
      tell('error', message, {...fields, error_class: name, error_message: why, stack: stack ?? null})
    },
    checked: (message, fields) => {
      if (waiting === '') soon(tellWaiting)
      const rest = JSON.stringify(fields).slice(1)
      waiting += `{"time":"${now()}","level":"info","msg":${JSON.stringify(message)}${rest === '}' ? '' : ','}${rest}\n`
    },
  }
}

/** Formats the time once per millisecond: many lines share one, and formatting it takes longer than the rest of a line. */
function latestTimestamp(clock: Pick<Clock, 'nowMs'>): () => string {
  let atMs: number | undefined
  let text = ''
  return () => {
    const nowMs = clock.nowMs()
    if (nowMs !== atMs) text = timestamp(nowMs)
    atMs = nowMs
    return text
  }
}
