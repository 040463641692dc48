import {isRecord} from '#contract/is-record'
import {canonicalJson, digestOf} from '#digest/canonical-json'
import {isSignatureOf, type MemberKey} from '../consensus/member-key.ts'
import {isDigestValue, isMemberKey, isSignature} from '../consensus/message-forms.ts'
import {memberOf, type ValidatorNetwork} from '../consensus/network.ts'

/** Why a connection is closed before it carries anything. */
export type HandshakeFault = 'garbage' | 'other_network' | 'not_a_member' | 'replayed' | 'wrong_key'

/** What one line of a greeting leads to. */
export type HandshakeStep =
  | {readonly say: string}
  | {readonly fault: HandshakeFault}
  /** Each knows who the other is. `session`: of this connection alone, part of every signature on it. */
  | {readonly peer: string; readonly session: string}

/** What one side of a greeting is told. */
export interface HandshakeWish {
  readonly network: ValidatorNetwork
  readonly key: MemberKey
  /** `sha256:` and 64 hex digits, new for each connection. */
  readonly nonce: string
  /** Whom a dialled address must belong to. */
  readonly expected?: string | undefined
}

/** Both challenge each other: who cannot sign the other's new number with the key of a member gets no further, and no answer fits another connection. */
export class Handshake {
  readonly #wish: HandshakeWish
  #other: {readonly pubkey: string; readonly nonce: string} | undefined

  constructor(wish: HandshakeWish) {
    this.#wish = wish
  }

  hello(): string {
    const {network, key, nonce} = this.#wish
    return JSON.stringify({hello: {network: network.genesisId, pubkey: key.pubkey, nonce}})
  }

  take(line: unknown): HandshakeStep {
    if (!isRecord(line)) return {fault: 'garbage'}
    return this.#other === undefined ? this.#greet(line['hello']) : this.#prove(line['proof'], this.#other)
  }

  #greet(hello: unknown): HandshakeStep {
    if (!isRecord(hello)) return {fault: 'garbage'}
    const {network: genesis, pubkey, nonce} = hello
    const {network, key, expected} = this.#wish
    if (!isMemberKey(pubkey) || !isDigestValue(nonce)) return {fault: 'garbage'}
    if (genesis !== network.genesisId) return {fault: 'other_network'}
    if (memberOf(network, pubkey) === undefined) return {fault: 'not_a_member'}
    // One's own greeting sent back.
    if (nonce === this.#wish.nonce || pubkey === key.pubkey) return {fault: 'replayed'}
    if (expected !== undefined && pubkey !== expected) return {fault: 'wrong_key'}
    this.#other = {pubkey, nonce}
    const text = proofText(network, {from: key.pubkey, to: pubkey, challenge: nonce, nonce: this.#wish.nonce})
    return {say: JSON.stringify({proof: key.sign(text)})}
  }

  #prove(proof: unknown, {pubkey, nonce}: {readonly pubkey: string; readonly nonce: string}): HandshakeStep {
    const {network, key, nonce: own} = this.#wish
    const text = proofText(network, {from: pubkey, to: key.pubkey, challenge: own, nonce})
    if (!isSignature(proof)) return {fault: 'garbage'}
    if (!isSignatureOf(pubkey, text, proof)) return {fault: 'wrong_key'}
    return {peer: pubkey, session: digestOf({network: network.genesisId, nonces: [own, nonce].sort()})}
  }
}

interface ProofParts {
  readonly from: string
  readonly to: string
  readonly challenge: string
  readonly nonce: string
}

function proofText({genesisId}: ValidatorNetwork, parts: ProofParts): string {
  return canonicalJson({purpose: 'hostnode-peer', network: genesisId, ...parts})
}
