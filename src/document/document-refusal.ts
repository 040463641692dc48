import {AssayError, type ErrorOptions, type Issue} from '#error/assay-error'
import type {ErrorCode} from '#error/codes'
import type {CallerDocument} from './document.ts'

/** What a document is found to be: `what` follows its name in the message. */
interface Refusal {
  readonly code: ErrorCode
  readonly what: string
  readonly detail?: ErrorOptions['detail']
}

/** The error for a document that breaks its rules: every issue, and the file that they stand in. */
export function documentRefusal(
  {name, path}: Pick<CallerDocument, 'name' | 'path'>,
  {code, what, detail}: Refusal,
  issues: readonly Issue[],
): AssayError {
  const words = issues.length === 1 ? '1 issue' : `${issues.length} issues`
  return new AssayError(code, `${name} ${what} (${words})`, {issues, path, ...(detail && {detail})})
}
