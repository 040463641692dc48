import type {ProviderCapability} from '#contract/generated/types'
import {record} from '#contract/json'
import {AssayError} from '#error/assay-error'
import type {Descriptor} from '../model/descriptor.ts'
import type {Metadata, Provider, RequestOf, Slot} from '../model/provider.ts'
import {asFault, type TextRedactor} from '../model/provider-fault.ts'

/** What a result may say of where it came from. `metadata` is the provider's own, redacted. */
export interface AnswerOrigin {
  readonly provider: string
  readonly metadata: Metadata
}

export interface AnswerFacts {
  readonly origin: AnswerOrigin
  /** Duration of the attempt that answered, as measured; never rounded down. */
  readonly latencyMs: number
  readonly memory: RunMemory
  /** What the provider states of itself. */
  readonly descriptor?: Descriptor | undefined
}

/** A result that passed, and what its terminal event tells of it. */
export interface CheckedResult<Result> {
  readonly result: Result
  readonly told?: Metadata
}

/** One operation: which slot answers it, and what makes a request and an answer good. */
export interface OperationRules<Request, Result> {
  readonly capability: ProviderCapability
  readonly slot: Slot
  /** The request as the provider gets it. Throws a caller error, before anything is sent. */
  checkRequest(request: Request, descriptor: Descriptor): Request
  /** The result, or `contract_violation`. `answer` may be anything at all. */
  checkAnswer(answer: unknown, request: Request, facts: AnswerFacts): CheckedResult<Result>
}

/** What must not change from one answer of a provider to the next. */
export class RunMemory {
  readonly #seen = new Map<string, unknown>()

  /** True for the first value under a name and for every later one that equals it. */
  isConstant(name: string, value: unknown): boolean {
    if (!this.#seen.has(name)) this.#seen.set(name, value)
    return this.#seen.get(name) === value
  }
}

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
