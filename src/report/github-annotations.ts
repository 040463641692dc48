import type {Issue} from '#error/assay-error'
import {inertWithinCommand} from '#redact/runner-log'
import type {Case, Report} from './report.ts'

/** GitHub shows no more of one kind from one step. */
const MOST = 10

const KINDS = [
  ['error', 'failed'],
  ['warning', 'error'],
  ['notice', 'skipped'],
] as const satisfies readonly (readonly [string, Case['status']])[]

/**
 * Workflow commands for the cases that did not pass: failures as errors, no verdict and failures that decided nothing as warnings, waived ones as notices; ten of each and
 * a line for the rest. Empty when all passed. `safe` sees words before they are escaped: behind an address, `%0A` were a part of it. Source: GitHub
 * Actions, Workflow commands.
 */
export function githubAnnotations(
  {cases}: Pick<Report, 'cases'>,
  seen = (file: string) => file,
  safe = (words: string) => words,
): string {
  const lines = KINDS.flatMap(([command, status]) => {
    const own = cases.filter((one) => shownStatus(one) === status).flatMap(byPlace)
    const shown = own
      .slice(0, MOST)
      .map(({suite, name, type, message, short = message, file, issues: [issue] = []}) => {
        // Nothing stands above an annotation that would say it.
        const words = [type, file === undefined && short !== '' ? short : message]
          .filter((part) => part !== undefined && part !== '')
          .join(': ')
        const place = file === undefined ? '' : `${placeWords(safe(seen(file)), issue)},`
        return `::${command} ${place}title=${property(safe(`${suite}: ${name}`))}::${data(safe(words || status))}`
      })
    const left = own.length - shown.length
    return left > 0 ? [...shown, `${left} more of the kind ${command} are in the report`] : shown
  })
  return lines.map((line) => `${line}\n`).join('')
}

/** A failure that decided nothing is no error of a run that is green. */
function shownStatus({status, isOptional}: Case): Case['status'] {
  return status === 'failed' && isOptional ? 'error' : status
}

/** Where a document breaks its rules: one error a place, in the file it stands in. Empty where no place is known. */
export function githubIssues(
  {code, issues}: {readonly code: string; readonly issues: readonly Issue[]},
  file: string,
  safe = (words: string) => words,
): string {
  const placed = issues.filter(({line}) => line !== undefined)
  const shown = placed.slice(0, MOST).map((issue) => {
    const {pointer, message} = issue
    const words = `${placeWords(safe(file), issue)},title=${property(code)}`
    return `::error ${words}::${data(safe(`${pointer || '/'}: ${message}`))}\n`
  })
  const left = placed.length - shown.length
  return shown.join('') + (left > 0 ? `${left} more are told above\n` : '')
}

/** A case that speaks of places in a file is one for each of them. */
function byPlace(one: Case): Case[] {
  if (one.file === undefined || one.issues === undefined) return [one]
  return one.issues.map((issue) => ({...one, issues: [issue], message: `${issue.pointer || '/'} ${issue.message}`}))
}

function placeWords(file: string, {line, column}: Partial<Issue> = {}): string {
  const place = Object.entries({file, line, col: column}).filter(([, value]) => value !== undefined)
  return place.map(([name, value]) => `${name}=${property(String(value))}`).join(',')
}

function data(text: string): string {
  return inertWithinCommand(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
