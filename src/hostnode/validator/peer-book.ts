import type {ValidatorNetwork} from '../consensus/network.ts'
import type {PeerMessage} from '../consensus/peer-message.ts'
import type {PeerStanding} from '../consensus/standing.ts'

type Status = Extract<PeerMessage, {kind: 'status'}>

/** What the other validators said of themselves last. */
export class PeerBook {
  readonly #network: ValidatorNetwork
  readonly #self: string
  readonly #said = new Map<string, {readonly status: Status; readonly atMs: number}>()

  constructor(network: ValidatorNetwork, self: string) {
    this.#network = network
    this.#self = self
  }

  hear(peer: string, status: Status, nowMs: number): void {
    this.#said.set(peer, {status, atMs: nowMs})
  }

  /** The releases that the others run, as far as they said. */
  versions(): string[] {
    return [...this.#said.values()].map(({status}) => status.version)
  }

  standings(connected: ReadonlySet<string>): PeerStanding[] {
    return this.#network.members
      .filter(({pubkey}) => pubkey !== this.#self)
      .map(({name, pubkey}) => {
        const said = this.#said.get(pubkey)
        return {
          name,
          pubkey,
          isConnected: connected.has(pubkey),
          height: said?.status.height,
          version: said?.status.version,
          lastSeenAtMs: said?.atMs,
        }
      })
  }
}
