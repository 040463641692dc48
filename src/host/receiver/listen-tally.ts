import type {ReceivedRequest, ReceiverCounts, SecretUse, WebhookListenResult} from '#contract/generated/types'
import {type Exit, exitFor} from '#error/exit'

const MOST_LISTED = 1_000

/** What came in so far. */
export class ListenTally {
  readonly #wanted: number
  readonly #expected: ReadonlySet<string>
  readonly #uses = new Map<string, number>()
  readonly #listed: ReceivedRequest[] = []
  #leftOut = 0
  #counted = 0
  readonly #outcomes: ReceiverCounts = {
    accepted: 0,
    duplicate: 0,
    replay: 0,
    declined: 0,
    unsigned: 0,
    invalid: 0,
    too_large: 0,
    too_late: 0,
    cut_off: 0,
    misdirected: 0,
  }

  /** `expected`: events that count, all where it is empty. */
  constructor(wanted: number, expected: readonly string[]) {
    this.#wanted = wanted
    this.#expected = new Set(expected)
  }

  get counted(): number {
    return this.#counted
  }

  get isComplete(): boolean {
    return this.#counted >= this.#wanted
  }

  add(request: ReceivedRequest): void {
    this.#outcomes[request.outcome]++
    if (request.signer !== null) this.#uses.set(request.signer, (this.#uses.get(request.signer) ?? 0) + 1)
    if (this.#listed.length < MOST_LISTED) this.#listed.push(request)
    else this.#leftOut++
    const isFresh = request.outcome === 'accepted' || request.outcome === 'declined'
    if (isFresh && (this.#expected.size === 0 || this.#expected.has(request.event ?? ''))) this.#counted++
  }

  /** `interrupt`: which signal ended the waiting, if one did. */
  result(url: string, interrupt: 'SIGINT' | 'SIGTERM' | undefined): WebhookListenResult {
    const byName = [...this.#uses].sort(([a], [b]) => (a < b ? -1 : 1))
    return {
      schema_version: 1,
      command: 'webhook listen',
      exit: this.#exit(interrupt),
      url,
      expected: [...this.#expected],
      wanted: this.#wanted,
      counted: this.#counted,
      outcomes: {...this.#outcomes},
      signers: byName.map(([signer, deliveries]): SecretUse => ({signer, deliveries})),
      deliveries: [...this.#listed],
      deliveries_left_out: this.#leftOut,
    }
  }

  /** What is wrong outweighs what is right, and what is missing is never right. */
  #exit(interrupt: 'SIGINT' | 'SIGTERM' | undefined): Exit {
    const {unsigned, invalid} = this.#outcomes
    const count = `${this.#counted} of ${this.#wanted} deliveries came`
    if (unsigned > 0) return exitFor('fail', `${count}; ${unsigned} had no valid signature`)
    if (invalid > 0) return exitFor('fail', `${count}; ${invalid} signed ones were no payload of their event`)
    if (this.isComplete) return exitFor('pass', count)
    if (interrupt !== undefined) return exitFor('interrupted', `${count} before ${interrupt}`, {signal: interrupt})
    return exitFor('inconclusive', `${count} in time`)
  }
}
