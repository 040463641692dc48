/** 32 bytes of SHA-256. */
export type Hash = Uint8Array

/**
 * Every node of a Merkle tree, level by level: the leaves first, the root alone last. A node without a right neighbour moves
 * up unchanged, which gives the very tree of RFC 6962, whatever its size. No level at all for no leaf.
 */
export type MerkleTree = readonly (readonly Hash[])[]

/** Loaded when first used: an import at the top would cost every start 4 ms. */
const digest = (content: Uint8Array): Hash => process.getBuiltinModule('node:crypto').hash('sha256', content, 'buffer')

/** A leaf is never taken for a node: the first byte of what is hashed tells them apart. Source: RFC 6962, 2.1. */
export function leafHash(content: Uint8Array): Hash {
  return digest(Buffer.concat([Uint8Array.of(0), content]))
}

export function nodeHash(left: Hash, right: Hash): Hash {
  return digest(Buffer.concat([Uint8Array.of(1), left, right]))
}

/** One pass over the leaf hashes, n - 1 hashes in all. */
export function merkleTree(leaves: readonly Hash[]): MerkleTree {
  const levels: (readonly Hash[])[] = []
  for (let level = leaves; level.length > 0; level = parentsOf(level)) {
    levels.push(level)
    if (level.length === 1) break
  }
  return levels
}

function parentsOf(level: readonly Hash[]): Hash[] {
  const parents: Hash[] = []
  for (let at = 0; at < level.length; at += 2) {
    const [left, right] = [hashAt(level, at), level[at + 1]]
    parents.push(right ? nodeHash(left, right) : left)
  }
  return parents
}

/** The root; that of no leaf is the hash of nothing. */
export function merkleRoot(tree: MerkleTree): Hash {
  return tree.at(-1)?.[0] ?? digest(new Uint8Array())
}

/** The audit path of a leaf: with its hash and its index it leads to the root. Throws RangeError for an index that is none. */
export function inclusionProof(tree: MerkleTree, index: number): Hash[] {
  if (!Number.isInteger(index) || index < 0 || index >= sizeOf(tree)) throw new RangeError('there is no such leaf')
  const path: Hash[] = []
  let at = index
  for (const level of tree) {
    const neighbour = level[at % 2 === 0 ? at + 1 : at - 1]
    if (neighbour) path.push(neighbour)
    at = Math.floor(at / 2)
  }
  return path
}

/**
 * Shows that the first `size` leaves of this tree are those of an earlier one. Empty where nothing needs to be shown: size 0
 * and the whole. Throws RangeError for a size the tree does not have. Source: RFC 6962, 2.1.2.
 */
export function consistencyProof(tree: MerkleTree, size: number): Hash[] {
  const whole = sizeOf(tree)
  if (!Number.isInteger(size) || size < 0 || size > whole) throw new RangeError('the tree never had this size')
  return size === 0 ? [] : subproof(tree, size, {start: 0, end: whole}, true)
}

/** `size` counts from the start of the range; `isKnown` while the range begins where the earlier tree did. */
function subproof(tree: MerkleTree, size: number, range: Range, isKnown: boolean): Hash[] {
  const {start, end} = range
  if (size === end - start) return isKnown ? [] : [subtree(tree, range)]
  const middle = start + powerBelow(end - start)
  const [left, right] = [
    {start, end: middle},
    {start: middle, end},
  ]
  if (start + size <= middle) return [...subproof(tree, size, left, isKnown), subtree(tree, right)]
  return [...subproof(tree, start + size - middle, right, false), subtree(tree, left)]
}

/**
 * The roots of the full subtrees that cover the first `size` leaves, largest first: all that is needed of them to go on.
 * At most one a bit of `size`.
 */
export function leftEdge(tree: MerkleTree, size: number): Hash[] {
  if (!Number.isInteger(size) || size < 0 || size > sizeOf(tree)) throw new RangeError('the tree never had this size')
  const edge: Hash[] = []
  let start = 0
  for (const height of heightsOf(size)) {
    const end = start + 2 ** height
    edge.push(subtree(tree, {start, end}))
    start = end
  }
  return edge
}

/**
 * The root of a tree of which only the left edge of the first `size` leaves and the leaf hashes behind them are known.
 * `undefined` when the edge is not one of that size.
 */
export function rootFromEdge(edge: readonly Hash[], size: number, leaves: readonly Hash[]): Hash | undefined {
  const heights = heightsOf(size)
  if (heights.length !== edge.length) return undefined
  const stack = edge.map((hash, at) => ({hash, height: heights[at] ?? 0}))
  for (const leaf of leaves) {
    let top = {hash: leaf, height: 0}
    while (stack.at(-1)?.height === top.height) {
      const left = stack.pop()
      if (left) top = {hash: nodeHash(left.hash, top.hash), height: top.height + 1}
    }
    stack.push(top)
  }
  return stack.length === 0
    ? merkleRoot([])
    : stack.map(({hash}) => hash).reduceRight((right, left) => nodeHash(left, right))
}

interface Range {
  readonly start: number
  readonly end: number
}

/** The root over a range that is a node of the tree: it starts at a multiple of its size rounded up, and is full or the last. */
function subtree(tree: MerkleTree, {start, end}: Range): Hash {
  const height = Math.ceil(Math.log2(end - start))
  return hashAt(tree[height] ?? [], start / 2 ** height)
}

/** The largest power of two below `size`, which is at least 2. */
function powerBelow(size: number): number {
  return 2 ** (Math.ceil(Math.log2(size)) - 1)
}

/** The bits of a size, highest first. */
function heightsOf(size: number): number[] {
  const bits = size.toString(2)
  return [...bits].flatMap((bit, at) => (bit === '1' ? [bits.length - 1 - at] : []))
}

const sizeOf = (tree: MerkleTree) => tree[0]?.length ?? 0

function hashAt(level: readonly Hash[], at: number): Hash {
  const hash = level[at]
  if (!hash) throw new RangeError('there is no such node')
  return hash
}
