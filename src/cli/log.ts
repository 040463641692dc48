import {pino} from 'pino'
import type {Redactor} from '#redact/redactor'
import type {LogLevel} from './log-level.ts'
import type {Stream} from './write-output.ts'

/** One JSON line a record on standard error, written before the call returns; every value redacted. */
export interface Log {
  error(message: string, facts?: Readonly<Record<string, unknown>>): void
}

export function openLog(stream: Stream, level: LogLevel, redactor: Redactor): Log {
  // Without `base: null` pino writes process id and host name into every line.
  const options = {base: null, level, timestamp: pino.stdTimeFunctions.isoTime}
  const logger = pino(options, {write: (line: string) => stream.write(redactor.text(line))})
  return {error: (message, facts = {}) => logger.error(redactor.value(facts), redactor.text(message))}
}
