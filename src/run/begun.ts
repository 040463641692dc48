import type {RunId} from '#contract/ids'
import {AssayError} from '#error/assay-error'
import {verdictOfError} from './end-run.ts'

/**
 * An error as it may leave once a run exists. `usage` says that nothing was executed, so no error of that family does: a file system that
 * turned unwritable is unavailable, and a caller's mistake that shows only now should have been refused before.
 */
export function onceBegun(error: unknown, runId: RunId): unknown {
  if (!(error instanceof AssayError) || error.exit !== 'usage') return error
  const code = verdictOfError(error) === 'unavailable' ? 'io_error' : 'bug'
  return new AssayError(code, `${error.message}; the run ${runId} had begun, and what it had written is kept`, {
    hint: `Run assay runs show ${runId} to see how far it came.`,
    detail: error.detail,
    cause: error,
  })
}
