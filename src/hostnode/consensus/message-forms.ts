import {isDigest} from '#contract/ids'
import {isRecord} from '#contract/is-record'
import {isReleaseText} from '../model/release-order.ts'
import {type ChainBlock, MOST_BLOCK_ENTRIES} from './chain-block.ts'
import type {BlockLock, Certificate, SignedVote} from './vote.ts'

// Type guards for what comes over the link: whether a value has the fields of its type, each of its kind, and stays within the limits.

const MOST_VOTES = 100

export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0
}

export function isDigestValue(value: unknown): value is string {
  return typeof value === 'string' && isDigest(value)
}

export function isMemberKey(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)
}

export function isSignature(value: unknown): value is string {
  return typeof value === 'string' && /^[A-Za-z0-9_-]{86}$/.test(value)
}

export function isVote(value: unknown): value is SignedVote {
  return isRecord(value) && isPlace(value) && isMemberKey(value['voter']) && isSignature(value['signature'])
}

export function isCertificate(value: unknown): value is Certificate {
  if (!isRecord(value) || !isPlace(value)) return false
  const {votes} = value
  if (!Array.isArray(votes) || votes.length > MOST_VOTES) return false
  return votes.every((vote) => isRecord(vote) && isMemberKey(vote['voter']) && isSignature(vote['signature']))
}

export function isBlock(value: unknown): value is ChainBlock {
  if (!isRecord(value)) return false
  const {header, entries} = value
  if (!isRecord(header) || !Array.isArray(entries) || entries.length > MOST_BLOCK_ENTRIES) return false
  const {format, parent_id, producer, tx_root, state_root} = header
  const counts = ['height', 'view', 'timestamp_ms', 'tx_count'].every((field) => isCount(header[field]))
  const digests = [parent_id, tx_root, state_root, ...entries].every(isDigestValue)
  // An unknown field would count towards the id.
  const isWhole = Object.keys(header).length === 9
  return counts && digests && isWhole && isMemberKey(producer) && typeof format === 'string' && isReleaseText(format)
}

export function isLock(value: unknown): value is BlockLock {
  return isRecord(value) && isBlock(value['block']) && isCertificate(value['certificate'])
}

function isPlace({height, view, phase, block_id}: Readonly<Record<string, unknown>>): boolean {
  return isCount(height) && isCount(view) && (phase === 'prepare' || phase === 'commit') && isDigestValue(block_id)
}
