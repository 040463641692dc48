import {isRecord} from '#contract/is-record'
import {AssayError} from '#error/assay-error'
import {memberOf, type ValidatorNetwork} from '../consensus/network.ts'
import type {ValidatorSeat} from '../consensus/standing.ts'
import {nodeFact, setNodeFact} from '../store/facts-table.ts'
import type {NodeStore} from '../store/node-store.ts'
import {RunningValidator, type ValidatorWish} from '../validator/run-validator.ts'

/** What a node brings along; no network where it stands alone. */
export type JoinWish = Omit<ValidatorWish, 'network'> & {readonly network: ValidatorNetwork | undefined}

/**
 * The part of a node among validators; undefined where it stands alone. Throws `node_refused` for a key that is no member's, and for data of another
 * network, or of one where none is named: a node that left without a word would be taken for one of them.
 */
export function joinNetwork({network, ...wish}: JoinWish): ValidatorSeat | undefined {
  refuseOther(wish.store, network)
  if (network === undefined) return undefined
  if (memberOf(network, wish.key.pubkey) === undefined)
    throw new AssayError('node_refused', 'the key of this node is not in the file of validators', {
      hint: `Enter its public key there on every node: ${wish.key.pubkey}`,
    })
  if (nodeFact(wish.store, 'network') === undefined)
    wish.store.transaction(() => setNodeFact(wish.store, 'network', JSON.stringify(network)))
  return new RunningValidator({...wish, network})
}

function refuseOther(store: NodeStore, network: ValidatorNetwork | undefined): void {
  const text = nodeFact(store, 'network')
  if (text === undefined) return
  const stored: unknown = JSON.parse(text)
  if (isRecord(stored) && stored['genesisId'] === network?.genesisId) return
  if (network === undefined)
    throw new AssayError('node_refused', 'the data are those of a validator', {
      hint: 'Name the file of its network with --validators.',
    })
  throw new AssayError('node_refused', 'the data are those of a validator of another network', {
    hint: 'Use the file of validators that the network began with, or an empty data directory.',
  })
}
