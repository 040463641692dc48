import {record} from '#contract/json'
import {AssayError} from '#error/assay-error'
import type {Provider, RequestOf, Slot} from '../model/provider.ts'
import {asFault, type TextRedactor} from '../model/provider-fault.ts'
import type {OperationRules} from './operation-rules.ts'

/**
 * The request as the provider gets it. Throws what a call with it is refused with: the rules of the operation first, then what the provider
 * itself refuses. Nothing is sent, and no event tells of it: a caller's mistake says nothing about the provider.
 */
export function checkRequest<Request, Result>(
  rules: OperationRules<Request, Result>,
  request: Request,
  provider: Pick<Provider, 'profile' | 'descriptor' | 'checks'>,
  redactor: TextRedactor,
): Request {
  try {
    if (record(request) === undefined) throw new AssayError('invalid_input', 'request is not an object')
    const checked = rules.checkRequest(request, provider.descriptor ?? {})
    const own = provider.checks?.[rules.slot as Slot] as ((request: unknown) => void) | undefined
    own?.(checked as RequestOf[Slot])
    return checked
  } catch (thrown) {
    const cause = thrown instanceof AssayError ? thrown : unreadable(thrown)
    throw asFault(cause, {provider: provider.profile.name, operation: rules.capability}, redactor)
  }
}

/** Values of callers may have getters and proxies of their own. */
function unreadable(cause: unknown): AssayError {
  return new AssayError('invalid_input', 'request cannot be read: looking at it failed', {cause})
}
