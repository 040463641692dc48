import type {AddressPolicy} from '#net/address-policy'
import type {HttpClient} from '#net/http-client'

/** A delivery to be attempted after at least `waitMs`: a duration rather than a time, since the clock may be changed meanwhile. */
export interface WaitingDelivery {
  readonly id: string
  readonly hookId: string
  readonly waitMs: number
}

/** Encrypts secrets of webhooks, so that the database alone does not reveal them. */
export interface SecretBox {
  seal(hookId: string, secret: string): Uint8Array
  /** Undefined if it was sealed with another key or for another hook, or was changed. */
  open(hookId: string, sealed: Uint8Array): string | undefined
}

/** Tells the worker that attempts deliveries about new ones. To be rung after the commit, so that they are on the disk. */
export class HookBell {
  #listener: (waiting: readonly WaitingDelivery[]) => void = () => undefined

  listen(listener: (waiting: readonly WaitingDelivery[]) => void): void {
    this.#listener = listener
  }

  ring(waiting: readonly WaitingDelivery[]): void {
    if (waiting.length > 0) this.#listener(waiting)
  }
}

/** What webhooks need from the rest of the node. */
export interface HookDesk {
  readonly box: SecretBox
  readonly bell: HookBell
  /** Masks what looks like a secret, for text from others. */
  readonly mask: (text: string) => string
  /** Returns a client that reaches only addresses that the policy allows. */
  readonly reach: (policy: AddressPolicy) => HttpClient
}
