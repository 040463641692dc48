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
  const head = (level: NodeLogLevel, msg: string) => ({time: timestamp(clock.nowMs()), level, msg})
  const tell = (level: NodeLogLevel, message: string, fields: LogFields = {}) => {
    tellWaiting()
    write(redactor.line({...head(level, message), ...fields}))
  }
  return {
    write: tell,
    failure: (message, error, fields = {}) => {
      const {name, message: why, stack} = error instanceof Error ? error : new Error(typeof error)
      tell('error', message, {...fields, error_class: name, error_message: why, stack: stack ?? null})
    },
    checked: (message, fields) => {
      if (waiting === '') soon(tellWaiting)
      waiting += `${JSON.stringify({...head('info', message), ...fields})}\n`
    },
  }
}
