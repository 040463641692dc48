import {blockId, type ChainBlock} from '../consensus/chain-block.ts'
import type {Certificate} from '../consensus/vote.ts'
import type {NodeStore, StoreRow} from './node-store.ts'

/** A block that is final, with the proof. */
export interface FinalBlock {
  readonly block: ChainBlock
  readonly certificate: Certificate
}

/** A block as it stands in the store, whether it is right or not. */
export interface BlockRow extends FinalBlock {
  readonly height: number
  readonly id: string
}

/** Inside a transaction. Entries of this node that it holds are final with it. Throws where there is a block of that height, or one of its entries. */
export function storeBlock(store: NodeStore, {block, certificate}: FinalBlock): void {
  const {header, entries} = block
  store.run(
    'INSERT INTO blocks (height, id, block, certificate) VALUES (?, ?, ?, ?)',
    header.height,
    blockId(header),
    JSON.stringify(block),
    JSON.stringify(certificate),
  )
  for (const digest of entries) {
    store.run('INSERT INTO block_entries (digest, height) VALUES (?, ?)', digest, header.height)
    store.run('UPDATE ledger SET height = ? WHERE digest = ?', header.height, digest)
  }
}

export function blockAt(store: NodeStore, height: number): BlockRow | undefined {
  const row = store.one('SELECT * FROM blocks WHERE height = ?', height)
  return row && toBlock(row)
}

export function lastBlock(store: NodeStore): BlockRow | undefined {
  const row = store.one('SELECT * FROM blocks ORDER BY height DESC LIMIT 1')
  return row && toBlock(row)
}

/** The newest first. */
export function newestBlocks(store: NodeStore, most: number): BlockRow[] {
  return store.all('SELECT * FROM blocks ORDER BY height DESC LIMIT ?', most).map(toBlock)
}

/** From a height on, in order. */
export function blocksFrom(store: NodeStore, height: number, most: number): BlockRow[] {
  return store.all('SELECT * FROM blocks WHERE height >= ? ORDER BY height LIMIT ?', height, most).map(toBlock)
}

/** Whether a write is in some block. */
export function isEntryFinal(store: NodeStore, digest: string): boolean {
  return store.one('SELECT 1 FROM block_entries WHERE digest = ?', digest) !== undefined
}

function toBlock({height, id, block, certificate}: StoreRow): BlockRow {
  return {
    height: Number(height),
    id: String(id),
    block: JSON.parse(String(block)),
    certificate: JSON.parse(String(certificate)),
  }
}
