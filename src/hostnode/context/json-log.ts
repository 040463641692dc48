import {type Clock, timestamp} from '#random/clock'
import type {Redactor} from '#redact/redactor'

export type NodeLogLevel = 'info' | 'warn' | 'error'
/** Names and values beside a message. */
export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>

/** The node's log: one line of JSON an event, times in UTC. */
export interface NodeLog {
  write(level: NodeLogLevel, message: string, fields?: LogFields): void
  /** For what went wrong: its class and message, masked; where it was thrown too if it is a bug. */
  failure(message: string, error: unknown, fields?: LogFields): void
  /** Fields that hold nothing that came from outside but in a form that was checked: not looked through, for each request writes one. */
  checked(message: string, fields: LogFields): void
}

/** What a log works with. `soon`: calls once what goes on has had its turn. */
interface LogPorts {
  readonly time: Pick<Clock, 'nowMs'>
  readonly soon: (work: () => void) => void
  readonly redactor: Redactor
}

export function jsonLog(write: (lines: string) => void, {time: clock, soon, redactor}: LogPorts): NodeLog {
  // Each writing to a pipe waits for the system: the lines of requests that end together go out together.
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

/** Many lines are of one millisecond, and its text takes longer than theirs. */
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
