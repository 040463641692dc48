/** From nothing to everything. */
export const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** Those at which something is told while a command works; below them only bugs are. */
export function isTelling(level: LogLevel | undefined): level is 'warn' | 'info' | 'debug' {
  return level === 'warn' || level === 'info' || level === 'debug'
}
