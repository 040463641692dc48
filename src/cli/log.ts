import {pino} from 'pino'
import {activityRecords} from '#compose/activity-records'
import type {ActivityLog} from '#event/activity-log'
import type {Redactor} from '#redact/redactor'
import type {LogLevel} from './shared-flags.ts'
import type {OutputStream} from './write-output.ts'

/** One JSON line a record on standard error, written before the call returns; every value redacted. */
export interface Log {
  error(message: string, facts?: Readonly<Record<string, unknown>>): void
}

export function openLog(stream: Pick<OutputStream, 'write'>, level: LogLevel, redactor: Redactor): Log {
  const logger = loggerOf(stream, level, redactor)
  return {error: (message, facts = {}) => logger.error(redactor.value(facts), redactor.text(message))}
}

/** Provider events and decisions, on the same line of thought: values are redacted before they are written, and the line once more. */
export function openActivityLog(stream: Pick<OutputStream, 'write'>, level: LogLevel, redactor: Redactor): ActivityLog {
  const logger = loggerOf(stream, level, redactor)
  return activityRecords(
    ({level: degree, message, facts}) => logger[degree](facts, message),
    redactor,
    (degree) => logger.isLevelEnabled(degree),
  )
}

function loggerOf(stream: Pick<OutputStream, 'write'>, level: LogLevel, redactor: Redactor): pino.Logger {
  // Without `base: null` pino writes process id and host name into every line.
  const options = {base: null, level, timestamp: pino.stdTimeFunctions.isoTime}
  return pino(options, {write: (line: string) => stream.write(redactor.text(line))})
}
