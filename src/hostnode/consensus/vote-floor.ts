import {quorumWeight, totalWeight, type ValidatorNetwork, weightOf} from './network.ts'

/**
 * From where on a member may vote. Who has its record votes on from there. Who lost it, or got an old one back, asks a quorum how high it may have voted, and
 * keeps silent up to there: to vote twice is worse than to be away.
 */
export class VoteFloor {
  readonly #network: ValidatorNetwork
  readonly #self: string
  readonly #reports = new Map<string, number>()
  #height: number | undefined

  constructor(network: ValidatorNetwork, self: string, hasRecord: boolean) {
    this.#network = network
    this.#self = self
    this.#height = hasRecord ? 0 : undefined
    this.#settle()
  }

  report(member: string, height: number): void {
    if (this.#height !== undefined) return
    this.#reports.set(member, Math.max(height, this.#reports.get(member) ?? 0))
    this.#settle()
  }

  mayVote(height: number): boolean {
    return this.#height !== undefined && height > this.#height
  }

  #settle(): void {
    const heard = weightOf(this.#network, [this.#self, ...this.#reports.keys()])
    if (this.#height === undefined && heard >= quorumWeight(totalWeight(this.#network)))
      this.#height = Math.max(0, ...this.#reports.values())
  }
}
