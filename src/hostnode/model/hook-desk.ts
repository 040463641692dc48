import type {AddressPolicy} from '#net/address-policy'
import type {HttpClient} from '#net/http-client'

/** A delivery that is to be attempted, at the earliest in `waitMs`: how long, not when, for the clock may be set meanwhile. */
export interface WaitingDelivery {
  readonly id: string
  readonly hookId: string
  readonly waitMs: number
}

/** Keeps secrets of webhooks so that nobody reads them from the database alone. */
export interface SecretBox {
  seal(hookId: string, secret: string): Uint8Array
  /** Undefined where another key sealed it, for another hook, or it was changed. */
  open(hookId: string, sealed: Uint8Array): string | undefined
}

/** Tells whoever attempts deliveries that there are more. Rung after the commit: what is told is on the disk. */
export class HookBell {
  #listener: (waiting: readonly WaitingDelivery[]) => void = () => undefined

  listen(listener: (waiting: readonly WaitingDelivery[]) => void): void {
    this.#listener = listener
  }

  ring(waiting: readonly WaitingDelivery[]): void {
    if (waiting.length > 0) this.#listener(waiting)
  }
}

/** What webhooks need of the node around them. */
export interface HookDesk {
  readonly box: SecretBox
  readonly bell: HookBell
  /** Without what looks like a secret: for what others said. */
  readonly mask: (text: string) => string
  /** A client that goes where the policy lets it. */
  readonly reach: (policy: AddressPolicy) => HttpClient
}
