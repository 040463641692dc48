/** What is known of a delivery that was processed. Digests, for an id may be taken for a secret where it is written. */
export interface SeenDelivery {
  readonly idSha256: string
  readonly bodySha256: string
  readonly atMs: number
}

/** `duplicate`: its id was processed. `replay`: its body was, under another id; the signature covers the body alone, so anybody can send it again. */
export type DeliveryStanding = 'new' | 'duplicate' | 'replay'

const LEAST_KEPT = 10_000
const LEAST_KEPT_MS = 24 * 3_600_000

/** Deliveries that were processed: each of the last day, and the newest 10,000 however old. */
export class SeenDeliveries {
  readonly #byId = new Map<string, SeenDelivery>()
  readonly #idByBody = new Map<string, string>()

  get size(): number {
    return this.#byId.size
  }

  standing({idSha256, bodySha256}: Pick<SeenDelivery, 'idSha256' | 'bodySha256'>): DeliveryStanding {
    if (this.#byId.has(idSha256)) return 'duplicate'
    return this.#idByBody.has(bodySha256) ? 'replay' : 'new'
  }

  add(delivery: SeenDelivery, nowMs: number): void {
    this.#byId.set(delivery.idSha256, delivery)
    this.#idByBody.set(delivery.bodySha256, delivery.idSha256)
    for (const oldest of this.#byId.values()) {
      if (this.#byId.size <= LEAST_KEPT || nowMs - oldest.atMs < LEAST_KEPT_MS) return
      this.#byId.delete(oldest.idSha256)
      if (this.#idByBody.get(oldest.bodySha256) === oldest.idSha256) this.#idByBody.delete(oldest.bodySha256)
    }
  }
}
