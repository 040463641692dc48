import * as assert from 'uvu/assert'
import {AssayError} from '#error/assay-error'
import type {ErrorCode} from '#error/codes'

/** The work must end in an Assay error of this code; gives the error back for a closer look. */
export async function throwsCode(work: () => unknown, code: ErrorCode): Promise<AssayError> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof AssayError)) throw error
    assert.is(error.code, code, `${error.code}: ${error.message}`)
    return error
  }
  throw new Error(`expected ${code}, nothing was thrown`)
}
