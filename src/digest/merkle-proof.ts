import {type Hash, merkleRoot, nodeHash} from './merkle-tree.ts'

/** What a verifier knows of a tree. */
export interface KnownTree {
  readonly size: number
  readonly root: Hash
}

/** A position in a tree, on the way up: the node and the last node of its level. */
interface Climb {
  node: number
  last: number
}

/** Whether the leaf stands at `index` of the tree of `size` leaves with this root. Source: RFC 9162, 2.1.3.2. */
export function isIncluded(
  leaf: {readonly hash: Hash; readonly index: number},
  tree: KnownTree,
  path: readonly Hash[],
): boolean {
  if (!isCount(leaf.index) || !isCount(tree.size) || leaf.index >= tree.size) return false
  const climb = {node: leaf.index, last: tree.size - 1}
  let hash = leaf.hash
  for (const sibling of path) {
    if (climb.last === 0) return false
    if (isRight(climb)) {
      hash = nodeHash(sibling, hash)
      skipLonely(climb)
    } else hash = nodeHash(hash, sibling)
    rise(climb)
  }
  return climb.last === 0 && isSame(hash, tree.root)
}

/** Whether the leaves of the first tree are the first leaves of the second. Source: RFC 9162, 2.1.4.2. */
export function isConsistent(first: KnownTree, second: KnownTree, path: readonly Hash[]): boolean {
  if (!isCount(first.size) || !isCount(second.size) || first.size > second.size) return false
  if (first.size === 0) return path.length === 0 && isSame(first.root, merkleRoot([]))
  if (first.size === second.size) return path.length === 0 && isSame(first.root, second.root)
  return path.length > 0 && leadsToBoth(first, second, path)
}

function leadsToBoth(first: KnownTree, second: KnownTree, path: readonly Hash[]): boolean {
  const climb = {node: first.size - 1, last: second.size - 1}
  while (climb.node % 2 === 1) rise(climb)
  // A full first tree is a node of the second: its root is known and not told again.
  const [start, ...rest] = climb.node === 0 ? [first.root, ...path] : path
  if (!start) return false
  let [old, all] = [start, start]
  for (const sibling of rest) {
    if (climb.last === 0) return false
    if (isRight(climb)) {
      old = nodeHash(sibling, old)
      all = nodeHash(sibling, all)
      skipLonely(climb)
    } else all = nodeHash(all, sibling)
    rise(climb)
  }
  return climb.last === 0 && isSame(old, first.root) && isSame(all, second.root)
}

/** Whether what is hashed next stands to the left. */
const isRight = ({node, last}: Climb) => node % 2 === 1 || node === last

/** A last node without a neighbour moves up as it is. */
function skipLonely(climb: Climb): void {
  while (climb.node % 2 === 0 && climb.node !== 0) rise(climb)
}

/** Division instead of a shift: sizes come from outside and may be larger than 32 bits. */
function rise(climb: Climb): void {
  climb.node = Math.floor(climb.node / 2)
  climb.last = Math.floor(climb.last / 2)
}

const isCount = (value: number) => Number.isSafeInteger(value) && value >= 0
const isSame = (a: Hash, b: Hash) => Buffer.from(a).equals(b)
