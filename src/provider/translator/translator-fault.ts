import {AssayError} from '#error/assay-error'

export function translatorFault(what: string): AssayError {
  return new AssayError('translator_invalid', `action translator ${what}`)
}
