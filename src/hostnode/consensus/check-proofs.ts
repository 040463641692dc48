import {isSignatureOf} from './member-key.ts'
import {memberOf, type ValidatorNetwork} from './network.ts'
import type {PeerMessage} from './peer-message.ts'
import {type Certificate, certifies, isCertified, type SignedVote, voteText} from './vote.ts'

/** Whether a member of the network signed a vote. */
export function isVoteSigned(network: ValidatorNetwork, vote: SignedVote): boolean {
  return (
    memberOf(network, vote.voter) !== undefined &&
    isSignatureOf(vote.voter, voteText(vote, network.genesisId), vote.signature)
  )
}

/** Whether a quorum signed a certificate, and in this phase. */
export function isProof(network: ValidatorNetwork, certificate: Certificate, phase: Certificate['phase']): boolean {
  return certificate.phase === phase && isCertified(certificate, network, (vote) => isVoteSigned(network, vote))
}

/** Whether all signatures inside a message are good. `from`: the sender, proven already by the signature of the whole message. */
export function isProven(network: ValidatorNetwork, from: string, message: PeerMessage): boolean {
  if (message.kind === 'vote') return message.vote.voter === from && isVoteSigned(network, message.vote)
  if (message.kind === 'proposal') return message.justify === null || isProof(network, message.justify, 'prepare')
  if (message.kind === 'view') return message.lock === null || isProof(network, message.lock.certificate, 'prepare')
  if (message.kind !== 'block') return true
  const {block, certificate} = message
  return certifies(certificate, block) && isProof(network, certificate, 'commit')
}
