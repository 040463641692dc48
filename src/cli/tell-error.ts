import type {AssayError} from '#error/assay-error'
import type {ExitCode} from '#error/exit'
import type {Redactor} from '#redact/redactor'
import {errorResult, errorText, exitAfterError, ownError} from './error-document.ts'
import type {Hall} from './hall.ts'
import type {LogLevel} from './shared-flags.ts'
import {isOwnTerminal, redactorFor} from './terminal-view.ts'

type Told = Pick<Hall, 'output' | 'interruptedBy'>

/** How an error is told. */
export interface ErrorTelling {
  readonly json: boolean
  readonly logLevel: LogLevel
  readonly redactor: Redactor
}

/**
 * Tells an error once, as a document on standard output or as text on standard error, and gives the exit code. The stack of a
 * bug goes to the log only.
 */
export async function tellError(thrown: unknown, hall: Told, telling: ErrorTelling): Promise<ExitCode> {
  const {redactor} = telling
  const {err} = hall.output
  const interruptedBy = hall.interruptedBy()
  const error = ownError(thrown, interruptedBy)
  const exit = exitAfterError(error, interruptedBy)
  if (telling.json) hall.output.out.write(redactor.json(errorResult(error, exit)))
  else {
    const scope = redactorFor(err, redactor).document()
    const text = scope.text(errorText(error, {withGiven: isOwnTerminal(err)}))
    // A value that a line end divides would not be found any more: what is wrapped is safe already.
    err.write(err.isTerminal && err.columns ? scope.text(await wrapped(text, err.columns)) : text)
  }
  if (error.code === 'bug') await logBug(error, hall, telling)
  return exit.code
}

const wrapped = async (text: string, columns: number) => (await import('./wrap-error.ts')).wrapError(text, columns)

/** Whether a command line asks for JSON, read without the parser: it may be what failed. */
export function asksForJson(argv: readonly string[]): boolean {
  const end = argv.indexOf('--')
  const flags = end < 0 ? argv : argv.slice(0, end)
  const isWhole = (arg: string) => arg === '--format=json' || arg === '-fjson' || arg === '-f=json'
  return flags.some((arg, at) => isWhole(arg) || ((arg === '--format' || arg === '-f') && flags[at + 1] === 'json'))
}

async function logBug(error: AssayError, hall: Told, {logLevel, redactor}: ErrorTelling): Promise<void> {
  const {openLog} = await import('./log.ts')
  const {cause} = error
  const stack = cause instanceof Error ? cause.stack : undefined
  openLog(hall.output.err, logLevel, redactor).error(error.message, {stack: stack ?? error.stack})
}
