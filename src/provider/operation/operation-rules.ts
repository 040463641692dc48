import type {ProviderCapability} from '#contract/generated/types'
import type {Descriptor, Metadata, Slot} from '../model/provider.ts'

/** What a result may say of where it came from. `metadata` is the provider's own, redacted. */
export interface AnswerOrigin {
  readonly provider: string
  readonly metadata: Metadata
}

export interface AnswerFacts {
  readonly origin: AnswerOrigin
  /** Of the attempt that answered, as measured; never floored. */
  readonly latencyMs: number
  readonly memory: RunMemory
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
