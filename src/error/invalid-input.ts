import {AssayError} from './assay-error.ts'

/** The refusal of a value given to a call. */
export function invalidInput(message: string, hint?: string): AssayError {
  return new AssayError('invalid_input', message, hint === undefined ? {} : {hint})
}
