import {type ValidatorNetwork, weightOf} from './network.ts'
import {type Certificate, compareVotes, PHASES, type SignedVote, type VotePhase} from './vote.ts'

/** The newest vote of each member in each phase, at one height: bounded in size whatever members send. */
export class VoteBox {
  readonly #network: ValidatorNetwork
  readonly #votes: Readonly<Record<VotePhase, Map<string, SignedVote>>> = {prepare: new Map(), commit: new Map()}

  constructor(network: ValidatorNetwork) {
    this.#network = network
  }

  /** Adds a vote. `twice`: the member voted for another block at this height, view and phase. */
  add(vote: SignedVote): 'new' | 'known' | 'twice' {
    const votes = this.#votes[vote.phase]
    const last = votes.get(vote.voter)
    const order = last === undefined ? 1 : compareVotes(vote, last)
    if (order === 0 && last?.block_id !== vote.block_id) return 'twice'
    if (order <= 0) return 'known'
    votes.set(vote.voter, vote)
    return 'new'
  }

  /** Certificates of the blocks that enough weight voted for in one view. */
  certificates(phase: VotePhase, quorum: number): Certificate[] {
    const same = Map.groupBy(this.#votes[phase].values(), ({view, block_id}) => `${view} ${block_id}`)
    return [...same.values()].flatMap((votes) => {
      const [first] = votes
      const weight = weightOf(
        this.#network,
        votes.map(({voter}) => voter),
      )
      if (first === undefined || weight < quorum) return []
      const {height, view, block_id} = first
      return [{height, view, phase, block_id, votes: votes.map(({voter, signature}) => ({voter, signature}))}]
    })
  }

  /** The votes of one member, to be sent again. */
  of(member: string): SignedVote[] {
    return PHASES.map((phase) => this.#votes[phase].get(member)).filter((vote) => vote !== undefined)
  }

  clear(): void {
    for (const phase of PHASES) this.#votes[phase].clear()
  }
}
