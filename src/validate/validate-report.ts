import type {ValidateResult} from '#contract/generated/types'
import type {Case, Report} from '#report/report'

/** One case a file, one row an issue. */
export function validateReport({files, exit}: ValidateResult): Report {
  const rows = files.flatMap(({file, issues}) =>
    issues.map(({line, column, pointer, message}) => [file, line ?? null, column ?? null, pointer || '/', message]),
  )
  return {
    title: 'Validate',
    status: exit.name === 'ok' ? 'pass' : 'fail',
    facts: [],
    tables: [
      {
        name: 'files',
        columns: ['file', 'kind', 'valid'],
        rows: files.map(({file, kind, valid}) => [file, kind, valid]),
      },
      ...(rows.length > 0 ? [{name: 'issues', columns: ['file', 'line', 'column', 'at', 'what'], rows}] : []),
    ],
    cases: files.map(caseOf),
    tellsCases: true,
    remarks: [],
  }
}

function caseOf({file, kind, issues}: ValidateResult['files'][number]): Case {
  const own = {suite: 'validate', name: file}
  if (issues.length === 0) return {...own, status: 'passed'}
  const message = issues
    .map(({pointer, line, message}) => `${line === undefined ? '' : `line ${line}: `}${pointer || '/'} ${message}`)
    .join('; ')
  return {...own, status: 'failed', type: kind ?? 'unknown kind', message, file, issues}
}
