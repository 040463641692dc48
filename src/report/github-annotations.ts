import type {Issue} from '#error/assay-error'
import type {Case, Report} from './report.ts'

/** GitHub shows no more of one kind from one step. */
const MOST = 10

const KINDS = [
  ['error', 'failed'],
  ['warning', 'error'],
  ['notice', 'skipped'],
] as const satisfies readonly (readonly [string, Case['status']])[]

/**
 * Workflow commands for the cases that did not pass: failures as errors, no verdict as warnings, waived ones as notices; ten of each and
 * a line for the rest. Empty when all passed. Source: GitHub Actions, Workflow commands.
 */
export function githubAnnotations({cases}: Pick<Report, 'cases'>): string {
  const lines = KINDS.flatMap(([command, status]) => {
    const own = cases.filter((one) => one.status === status)
    const shown = own.slice(0, MOST).map(({suite, name, type, message}) => {
      const words = [type, message].filter((part) => part !== undefined && part !== '').join(': ')
      return `::${command} title=${property(`${suite}: ${name}`)}::${data(words || status)}`
    })
    const left = own.length - shown.length
    return left > 0 ? [...shown, `${left} more of the kind ${command} are in the report`] : shown
  })
  return lines.map((line) => `${line}\n`).join('')
}

/** Where a document breaks its rules: one error a place, in the file it stands in. Empty where no place is known. */
export function githubIssues(code: string, file: string, issues: readonly Issue[]): string {
  const placed = issues.filter(({line}) => line !== undefined)
  const shown = placed.slice(0, MOST).map(({pointer, message, line, column}) => {
    const place = Object.entries({file, line, col: column, title: code}).filter(([, value]) => value !== undefined)
    const words = place.map(([name, value]) => `${name}=${property(String(value))}`).join(',')
    return `::error ${words}::${data(`${pointer || '/'}: ${message}`)}\n`
  })
  const left = placed.length - shown.length
  return shown.join('') + (left > 0 ? `${left} more are told above\n` : '')
}

function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
