import type {ErrorDocument} from '#contract/generated/types'
import {AssayError} from '#error/assay-error'
import {cutText} from '#error/cut-text'
import {type Exit, exitNamed, worseExit} from '#error/exit'
import type {CommandOutcome} from '#library/render-safe'
import {oneLine} from '#report/cell-text'
import type {ResultDocument} from '#report/renderer'
import type {Interrupt} from './signals.ts'

const LONGEST_GIVEN = 200

/** Any error as one of ours: what is foreign is a bug, and only its class is told. An abort after a signal is that signal. */
export function ownError(error: unknown, interruptedBy?: Interrupt): AssayError {
  if (interruptedBy && (error === interruptedBy || isAbort(error)))
    return new AssayError('interrupted', `interrupted by ${interruptedBy}`)
  if (error instanceof AssayError) return error
  const name = error instanceof Error ? error.constructor.name : typeof error
  return new AssayError('bug', `internal error: ${name}`, {cause: error})
}

/** The exit an error leads to. */
export function exitAfterError(error: AssayError, interruptedBy?: Interrupt): Exit {
  const name = error.exit === 'interrupted' && interruptedBy === 'SIGTERM' ? 'terminated' : error.exit
  return exitNamed(name, error.message)
}

/** An outcome with the exit that it ends with. What could not be written makes a good one no success, and a worse verdict no better. */
export function endedBy<Result extends ResultDocument>(
  outcome: CommandOutcome<Result>,
  faults: readonly AssayError[],
): CommandOutcome<Result> {
  const exit = faults.reduce((worst, fault) => worseExit(worst, exitAfterError(fault)), outcome.result.exit)
  return {...outcome, result: {...outcome.result, exit}}
}

/** What stdout carries instead of a result. Not yet redacted. */
export function errorResult(error: AssayError, exit: Exit): ErrorDocument {
  const {code, message, hint, detail, issues} = error
  return {
    schema_version: 1,
    error: {
      code,
      message,
      hint,
      ...(Object.keys(detail).length > 0 && {detail}),
      ...(issues.length > 0 && {issues: issues.slice(0, 100).map((issue) => ({...issue}))}),
    },
    exit,
  }
}

/** An error for a reader: what happened, what was given where only the caller sees it, every issue, what to do next. Not yet redacted. */
export function errorText(error: AssayError, {withGiven}: {readonly withGiven: boolean}): string {
  const shown = (given: string | undefined, indent: string) =>
    withGiven && given !== undefined ? `${indent}given: ${oneLine(cutText(given, LONGEST_GIVEN))}\n` : ''
  const issues = error.issues.map(({pointer, message, line}, at) => {
    // What begins with a flag has said where.
    const where = pointer === '' || message.startsWith('--') ? '' : `${pointer}: `
    const told = `  - ${where}${message}${line === undefined ? '' : ` (line ${line})`}\n`
    return `${told}${shown(error.givens[at], '    ')}`
  })
  return `error ${error.code}: ${error.message}\n${shown(error.given, '  ')}${issues.join('')}${error.hint ? `  try: ${error.hint}\n` : ''}`
}

function isAbort(error: unknown): boolean {
  if (error instanceof AssayError) return error.exit === 'interrupted'
  return error instanceof Error && error.name === 'AbortError'
}
