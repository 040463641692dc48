import {quorumWeight, totalWeight, type ValidatorNetwork, weightOf} from './network.ts'

/**
 * The height from which a member may vote. A member that has its vote record goes on from there. One that lost it, or got an old one back,
 * asks a quorum how high it may have voted and stays silent up to there: voting twice is worse than being absent.
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
