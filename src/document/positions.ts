import {partsOf} from './pointer.ts'
import type {Tree} from './tree.ts'

/** 1-based; the column counts UTF-16 units, as editors and JavaScript do. */
export interface TextPosition {
  readonly line: number
  readonly column: number
}

/** Where things stand in the text, by JSON pointer; of something absent, the nearest thing around it. */
export interface Positions {
  value(pointer: string): TextPosition | undefined
  /** Position of the key, where the pointer ends at one. */
  key(pointer: string): TextPosition | undefined
}

export function positionsIn(text: string, tree: Tree): Positions {
  const locate = locator(text)
  return {
    value: (pointer) => locate(find(tree, partsOf(pointer)).at),
    key: (pointer) => locate(find(tree, partsOf(pointer)).keyAt),
  }
}

/** Offsets of one text as lines and columns; `undefined` for -1. */
export function locator(text: string): (at: number) => TextPosition | undefined {
  const starts = [0]
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', end + 1)) starts.push(end + 1)
  return (at) => {
    if (at < 0) return undefined
    const line = lastNotAfter(starts, at)
    return {line: line + 1, column: at - (starts[line] ?? 0) + 1}
  }
}

function lastNotAfter(starts: readonly number[], at: number): number {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((starts[middle] ?? 0) <= at) low = middle
    else high = middle - 1
  }
  return low
}

function find(tree: Tree, parts: readonly string[]): {at: number; keyAt: number} {
  let node = tree
  let found = {at: tree.at, keyAt: tree.at}
  for (const part of parts) {
    const next = step(node, part)
    if (!next) break
    node = next.value
    if (next.keyAt >= 0) found = {at: node.at < 0 ? next.keyAt : node.at, keyAt: next.keyAt}
  }
  return found
}

function step(node: Tree, part: string): {keyAt: number; value: Tree} | undefined {
  if (node.kind === 'map') return node.entries.find(({key}) => key === part)
  if (node.kind === 'leaf') return undefined
  const value = node.items[Number(part)]
  return value && {keyAt: value.at, value}
}
