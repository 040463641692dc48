import fc from 'fast-check'
import * as assert from 'uvu/assert'
import {isConsistent, isIncluded} from '#digest/merkle-proof'
import {
  consistencyProof,
  type Hash,
  inclusionProof,
  leafHash,
  leftEdge,
  merkleRoot,
  merkleTree,
  rootFromEdge,
} from '#digest/merkle-tree'
import {rotated} from '../../support/depth.ts'
import {SEED} from '../../support/seed.ts'
import {spec} from '../../support/spec.ts'

const it = spec('the Merkle tree')
it.after(() => console.log(`seed ${SEED}`))

/** Leaves and roots of certificate-transparency's reference test data (merkletree/merkle_tree_test.cc). */
const LEAVES = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f']
const ROOTS = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
]

const SIZES = Array.from({length: 71}, (_, size) => size)

const hex = (hash: Hash) => Buffer.from(hash).toString('hex')
const hexes = (hashes: readonly Hash[]) => hashes.map(hex)
const leaf = (at: number) => leafHash(Buffer.from(`leaf ${at}`))
const leaves = (count: number) => Array.from({length: count}, (_, at) => leaf(at))
const treeOf = (count: number) => merkleTree(leaves(count))
const flip = (hash: Hash, bit: number): Hash => {
  const copy = Uint8Array.from(hash)
  copy[bit >> 3] = (copy[bit >> 3] ?? 0) ^ (1 << (bit & 7))
  return copy
}

it('has the reference roots for zero to eight leaves', () => {
  const hashes = LEAVES.map((content) => leafHash(Buffer.from(content, 'hex')))
  for (const [count, root] of ROOTS.entries()) {
    assert.is(hex(merkleRoot(merkleTree(hashes.slice(0, count)))), root, `${count} leaves`)
  }
})

it('gives the reference proofs', () => {
  const tree = merkleTree(LEAVES.map((content) => leafHash(Buffer.from(content, 'hex'))))
  assert.equal(hexes(inclusionProof(tree, 0)), [
    '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
    '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
    '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
  ])
  assert.equal(hexes(consistencyProof(tree, 6)), [
    '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
    'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
    'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  ])
})

it('proves every leaf of every size up to 70, and at that index only', () => {
  for (const size of rotated(SIZES, 3)) {
    const tree = treeOf(size)
    const root = merkleRoot(tree)
    for (let index = 0; index < size; index++) {
      const path = inclusionProof(tree, index)
      for (let claimed = 0; claimed < size; claimed++) {
        assert.is(isIncluded({hash: leaf(index), index: claimed}, {size, root}, path), claimed === index)
      }
      assert.not.ok(isIncluded({hash: leaf(size), index}, {size, root}, path), 'another leaf')
      assert.not.ok(isIncluded({hash: leaf(index), index}, {size, root}, [...path, root]), 'a longer path')
      if (path.length > 0) assert.not.ok(isIncluded({hash: leaf(index), index}, {size, root}, path.slice(1)))
    }
  }
})

it('proves that each tree begins with each earlier one', () => {
  for (const size of rotated(SIZES.slice(0, 41), 3)) {
    const tree = treeOf(size)
    const second = {size, root: merkleRoot(tree)}
    for (let earlier = 0; earlier <= size; earlier++) {
      const first = {size: earlier, root: merkleRoot(treeOf(earlier))}
      const path = consistencyProof(tree, earlier)
      assert.ok(isConsistent(first, second, path), `${earlier} of ${size}`)
      assert.not.ok(isConsistent({...first, root: leaf(1_000)}, second, path), 'another history')
      assert.not.ok(isConsistent(first, second, [...path, leaf(1)]), 'a longer path')
    }
  }
})

it('never shows a rewritten history to be consistent', () => {
  fc.assert(
    fc.property(fc.integer({min: 1, max: 60}), fc.nat(), fc.nat(), (size, earlierSeed, changedSeed) => {
      const earlier = 1 + (earlierSeed % size)
      const changed = changedSeed % earlier
      const forged = leaves(size).map((hash, at) => (at === changed ? leaf(1_000) : hash))
      const tree = merkleTree(forged)
      const first = {size: earlier, root: merkleRoot(treeOf(earlier))}
      return !isConsistent(first, {size, root: merkleRoot(tree)}, consistencyProof(tree, earlier))
    }),
    {seed: SEED},
  )
})

it('lets no flipped bit pass, in leaf, path or root', () => {
  fc.assert(
    fc.property(fc.integer({min: 1, max: 70}), fc.nat(), fc.nat(), fc.nat(255), (size, at, place, bit) => {
      const index = at % size
      const tree = treeOf(size)
      const parts = [leaf(index), merkleRoot(tree), ...inclusionProof(tree, index)]
      const [hash, root, ...path] = parts.map((part, at) => (at === place % parts.length ? flip(part, bit) : part))
      return hash !== undefined && root !== undefined && !isIncluded({hash, index}, {size, root}, path)
    }),
    {seed: SEED, numRuns: 500},
  )
  fc.assert(
    fc.property(fc.integer({min: 2, max: 40}), fc.nat(), fc.nat(), fc.nat(255), (size, earlierSeed, place, bit) => {
      const earlier = 1 + (earlierSeed % (size - 1))
      const tree = treeOf(size)
      const parts = [merkleRoot(treeOf(earlier)), merkleRoot(tree), ...consistencyProof(tree, earlier)]
      const [old, root, ...path] = parts.map((part, at) => (at === place % parts.length ? flip(part, bit) : part))
      return !isConsistent({size: earlier, root: old ?? leaf(0)}, {size, root: root ?? leaf(0)}, path)
    }),
    {seed: SEED, numRuns: 500},
  )
})

it('is computed again from its left edge and the leaves behind it, and from nothing else', () => {
  for (const size of rotated(SIZES, 3)) {
    const tree = treeOf(size)
    for (let start = 0; start <= size; start++) {
      const edge = leftEdge(tree, start)
      const rest = leaves(size).slice(start)
      assert.is(hex(rootFromEdge(edge, start, rest) ?? leaf(0)), hex(merkleRoot(tree)), `${start} of ${size}`)
      assert.is(rootFromEdge([...edge, leaf(0)], start, rest), undefined)
      if (rest.length > 0)
        assert.is.not(hex(rootFromEdge(edge, start, rest.slice(1)) ?? leaf(0)), hex(merkleRoot(tree)))
    }
  }
})

it('refuses a position that it does not have', () => {
  const tree = treeOf(5)
  for (const index of [-1, 5, 0.5, Number.NaN]) assert.throws(() => inclusionProof(tree, index), 'no such leaf')
  for (const size of [-1, 6, 0.5]) {
    assert.throws(() => consistencyProof(tree, size), 'never had this size')
    assert.throws(() => leftEdge(tree, size), 'never had this size')
  }
  const root = merkleRoot(tree)
  for (const [index, size] of [
    [5, 5],
    [-1, 5],
    [0, Number.NaN],
    [2 ** 53, 2 ** 54],
  ] as const)
    assert.not.ok(isIncluded({hash: leaf(0), index}, {size, root}, inclusionProof(tree, 0)))
  assert.not.ok(isConsistent({size: 6, root}, {size: 5, root}, []))
})

it.run()
