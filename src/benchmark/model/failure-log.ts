import {type CallFacts, isSuccess} from './call.ts'

/** Failed calls that no limit counts, such as those of the warm-up: how many by error code, and the message of the first of each code. */
export class FailureLog {
  readonly #counts = new Map<string, number>()
  readonly #messages = new Map<string, string>()

  add(call: CallFacts): void {
    if (isSuccess(call)) return
    const {outcome, message} = call
    this.#counts.set(outcome, (this.#counts.get(outcome) ?? 0) + 1)
    if (message && !this.#messages.has(outcome)) this.#messages.set(outcome, message)
  }

  get counts(): ReadonlyMap<string, number> {
    return this.#counts
  }

  get messages(): ReadonlyMap<string, string> {
    return this.#messages
  }
}
