import {AssayError} from '#error/assay-error'

/** What a caller is told who asks a policy and does not say what its raw actions mean. */
export function translatorMissing(provider: string): AssayError {
  return new AssayError('translator_missing', `the policy of ${provider} needs a translator before it is called`, {
    hint: 'Give --translator FILE, or --translator builtin:raw for one raw_action a step.',
  })
}

export function translatorFault(what: string): AssayError {
  return new AssayError('translator_invalid', `action translator ${what}`)
}
