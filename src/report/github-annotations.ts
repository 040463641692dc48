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

function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
