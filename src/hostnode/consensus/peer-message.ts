import {isRecord} from '#contract/is-record'
import {isReleaseText} from '../model/release-order.ts'
import type {ChainBlock} from './chain-block.ts'
import type {ConsensusMessage} from './machine-messages.ts'
import {isBlock, isCertificate, isCount, isDigestValue, isLock, isVote} from './message-forms.ts'
import type {Certificate} from './vote.ts'

/** Every message between validators. */
export type PeerMessage =
  | ConsensusMessage
  | {
      readonly kind: 'status'
      readonly height: number
      readonly block_id: string
      readonly version: string
      /** The greatest height at which the sender has seen the receiver vote. */
      readonly voted: number
    }
  /** Digests of writes that wait for a block. */
  | {readonly kind: 'entries'; readonly digests: readonly string[]}
  /** Asks for blocks from a height on. */
  | {readonly kind: 'ask'; readonly from: number}
  | {readonly kind: 'block'; readonly block: ChainBlock; readonly certificate: Certificate}

const MOST_DIGESTS = 256

/** The message of a received value, if it has a known form: every field is present, of its kind and size. */
export function readPeerMessage(value: unknown): PeerMessage | undefined {
  if (!isRecord(value)) return undefined
  return isPeerMessage(value) ? value : undefined
}

function isPeerMessage(value: Readonly<Record<string, unknown>>): value is PeerMessage & Record<string, unknown> {
  const {kind, height, view, block, certificate, justify, lock, vote, digests} = value
  switch (kind) {
    case 'proposal':
      return isCount(height) && isCount(view) && isBlock(block) && (justify === null || isCertificate(justify))
    case 'vote':
      return isVote(vote)
    case 'view':
      return isCount(height) && isCount(view) && (lock === null || isLock(lock))
    case 'status': {
      const {block_id, version, voted} = value
      const isKnownRelease = typeof version === 'string' && isReleaseText(version)
      return isCount(height) && isDigestValue(block_id) && isKnownRelease && isCount(voted)
    }
    case 'entries':
      return Array.isArray(digests) && digests.length <= MOST_DIGESTS && digests.every(isDigestValue)
    case 'ask':
      return isCount(value['from'])
    case 'block':
      return isBlock(block) && isCertificate(certificate)
    default:
      return false
  }
}
