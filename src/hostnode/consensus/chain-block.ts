import {digestOf} from '#digest/canonical-json'
import {leafHash, merkleRoot, merkleTree} from '#digest/merkle-tree'
import {compareReleases} from '../model/release-order.ts'

/** More entries wait for the next block: a proposal must fit a line of the link. */
export const MOST_BLOCK_ENTRIES = 256

/** What is voted for. `block_id` is the SHA-256 of its canonical JSON. */
export interface BlockHeader {
  /** The oldest release that may read it. */
  readonly format: string
  readonly height: number
  readonly parent_id: string
  /** In which it was first proposed. */
  readonly view: number
  /** The key of the proposer. */
  readonly producer: string
  /** Ms since the epoch, always after the parent's. */
  readonly timestamp_ms: number
  /** Merkle root of the entries. */
  readonly tx_root: string
  readonly tx_count: number
  /** Of the whole ledger up to here. */
  readonly state_root: string
}

/** A block: its header, and the digests of writes that it makes final. */
export interface ChainBlock {
  readonly header: BlockHeader
  readonly entries: readonly string[]
}

/** What the next block builds on. */
export interface ChainTip {
  readonly height: number
  readonly id: string
  readonly stateRoot: string
  readonly timestampMs: number
  readonly format: string
}

/** Before any block. */
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

/** Source: RFC 6962, 2.1, over the text of each digest. */
export function entriesRoot(entries: readonly string[]): string {
  const leaves = entries.map((entry) => leafHash(Buffer.from(entry)))
  return `sha256:${Buffer.from(merkleRoot(merkleTree(leaves))).toString('hex')}`
}

/** The ledger after a block: what it was, and what came. */
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

/** What may be wrong with a block in its place. */
export type BlockFault = 'height' | 'parent' | 'time' | 'format' | 'tx_root' | 'state_root'

/** Whether a block follows on its parent and says of its content what is so; undefined where it does. */
export function blockFault({header, entries}: ChainBlock, parent: ChainTip): BlockFault | undefined {
  if (header.height !== parent.height + 1) return 'height'
  if (header.parent_id !== parent.id) return 'parent'
  if (header.timestamp_ms <= parent.timestampMs) return 'time'
  if (compareReleases(header.format, parent.format) < 0) return 'format'
  const isCounted = header.tx_count === entries.length && entries.length <= MOST_BLOCK_ENTRIES
  if (!isCounted || new Set(entries).size < entries.length || header.tx_root !== entriesRoot(entries)) return 'tx_root'
  return header.state_root === stateRootAfter(parent, header.tx_root) ? undefined : 'state_root'
}
