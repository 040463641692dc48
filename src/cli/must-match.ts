import type {Contract} from '#contract/contract'
import {parse} from '#contract/parse'
import {AssayError} from '#error/assay-error'

/** A result that its own schema refuses is our bug, whatever it says. Throws `bug`. */
export function mustMatch<Result>(contract: Contract<Result>, result: Result, command: string): void {
  try {
    parse(contract, result)
  } catch (error) {
    const issues = error instanceof AssayError ? error.issues : []
    throw new AssayError('bug', `the result of ${command} does not match its schema`, {issues, cause: error})
  }
}
