import {digestOf} from '#digest/canonical-json'
import {leafHash, merkleRoot, merkleTree} from '#digest/merkle-tree'
import {compareReleases} from '../model/release-order.ts'

/** Further entries wait for the next block: a proposal must fit into one line of the link. */
export const MOST_BLOCK_ENTRIES = 256

/** The part of a block that is voted for. `block_id` is the SHA-256 of its canonical JSON. */
export interface BlockHeader {
  /** The oldest release that can read it. */
  readonly format: string
  readonly height: number
  readonly parent_id: string
  /** The view in which it was first proposed. */
  readonly view: number
  /** The key of the proposer. */
  readonly producer: string
  /** Ms since the epoch, always after the parent's. */
  readonly timestamp_ms: number
  /** Merkle root of the entries. */
  readonly tx_root: string
  readonly tx_count: number
  /** Digest of the whole ledger up to this block. */
  readonly state_root: string
}

/** A block: its header, and the digests of the writes that it makes final. */
export interface ChainBlock {
  readonly header: BlockHeader
  readonly entries: readonly string[]
}

/** The block that the next one builds on. */
export interface ChainTip {
  readonly height: number
  readonly id: string
  readonly stateRoot: string
  readonly timestampMs: number
  readonly format: string
}

/** The tip of a chain without blocks. */
export function genesisTip(genesisId: string): ChainTip {
  return {height: 0, id: genesisId, stateRoot: genesisId, timestampMs: 0, format: '0.0.0'}
}

export function blockId(header: BlockHeader): string {
  return digestOf(header)
}

export function tipOf({header}: ChainBlock): ChainTip {
  const {height, state_root, timestamp_ms, format} = header
  return {height, id: blockId(header), stateRoot: state_root, timestampMs: timestamp_ms, format}
}

/** Merkle root of the entries. Source: RFC 6962, 2.1, over the text of each digest. */
export function entriesRoot(entries: readonly string[]): string {
  const leaves = entries.map((entry) => leafHash(Buffer.from(entry)))
  return `sha256:${Buffer.from(merkleRoot(merkleTree(leaves))).toString('hex')}`
}

/** Digest of the ledger after a block, made of the digest before it and the root of its entries. */
export function stateRootAfter(parent: Pick<ChainTip, 'stateRoot'>, txRoot: string): string {
  return digestOf({parent: parent.stateRoot, tx_root: txRoot})
}

/** What a leader decides of a block; the rest follows from the parent. */
export interface BlockDraft {
  readonly view: number
  readonly producer: string
  readonly nowMs: number
  readonly format: string
  readonly entries: readonly string[]
}

export function makeBlock(parent: ChainTip, {view, producer, nowMs, format, entries}: BlockDraft): ChainBlock {
  const txRoot = entriesRoot(entries)
  const header = {
    format: compareReleases(format, parent.format) < 0 ? parent.format : format,
    height: parent.height + 1,
    parent_id: parent.id,
    view,
    producer,
    timestamp_ms: Math.max(nowMs, parent.timestampMs + 1),
    tx_root: txRoot,
    tx_count: entries.length,
    state_root: stateRootAfter(parent, txRoot),
  }
  return {header, entries}
}

/** What can be wrong with a block as the next one of its chain. */
export type BlockFault = 'height' | 'parent' | 'time' | 'format' | 'tx_root' | 'state_root'

/** What is wrong with a block as the successor of its parent or with what its header says of its content; undefined for a good block. */
export function blockFault({header, entries}: ChainBlock, parent: ChainTip): BlockFault | undefined {
  if (header.height !== parent.height + 1) return 'height'
  if (header.parent_id !== parent.id) return 'parent'
  if (header.timestamp_ms <= parent.timestampMs) return 'time'
  if (compareReleases(header.format, parent.format) < 0) return 'format'
  const isCounted = header.tx_count === entries.length && entries.length <= MOST_BLOCK_ENTRIES
  if (!isCounted || new Set(entries).size < entries.length || header.tx_root !== entriesRoot(entries)) return 'tx_root'
  return header.state_root === stateRootAfter(parent, header.tx_root) ? undefined : 'state_root'
}
