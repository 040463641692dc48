import {AssayError} from '#error/assay-error'
import type {FileFacts, FileReader} from '#path/files'
import type {Entries, FolderNode, ModelNode} from './model-node.ts'

export type ContentOf = (node: ModelNode) => Buffer | Entries

/** What has a name, seen through one state of every folder. */
export function findNode(root: FolderNode, path: string, contentOf: ContentOf): ModelNode | undefined {
  let node: ModelNode | undefined = root
  for (const part of path.split('/').filter((one) => one !== '' && one !== '.')) {
    const content: Buffer | Entries | undefined = node && contentOf(node)
    node = content instanceof Map ? content.get(part) : undefined
  }
  return node
}

/** The reading port over one state of a modelled disk. */
export function readerOf(
  root: FolderNode,
  state: {readonly contentOf: ContentOf; readonly mtimeMs: number},
): FileReader {
  const ids = new Map<ModelNode, number>()
  const find = (path: string) => findNode(root, path, state.contentOf)
  const factsOf = (node: ModelNode): FileFacts => {
    const content = state.contentOf(node)
    if (!ids.has(node)) ids.set(node, ids.size + 1)
    const sizeBytes = content instanceof Map ? 0 : (content as Buffer).length
    return {kind: node.kind, sizeBytes, links: 1, mtimeMs: state.mtimeMs, identity: `1:${ids.get(node)}`}
  }
  const fileAt = (path: string): {node: ModelNode; bytes: Buffer} => {
    const node = find(path)
    if (!node) throw new AssayError('file_missing', `cannot open ${path} (ENOENT)`)
    const bytes = state.contentOf(node)
    if (bytes instanceof Buffer) return {node, bytes}
    throw new AssayError('file_unreadable', `${path} is not a regular file`)
  }
  return {
    facts(path) {
      const node = find(path)
      return node && factsOf(node)
    },
    list(path) {
      const node = find(path)
      const entries = node && state.contentOf(node)
      if (!(entries instanceof Map)) throw new AssayError('file_missing', `cannot list ${path} (ENOENT)`)
      return [...entries].map(([name, {kind}]) => ({name, kind})).sort((a, b) => (a.name < b.name ? -1 : 1))
    },
    read(path, limitBytes = Number.MAX_SAFE_INTEGER) {
      const {bytes} = fileAt(path)
      if (bytes.length > limitBytes) throw new AssayError('document_size', `${path} is too large`)
      return bytes
    },
    open(path) {
      const {node, bytes} = fileAt(path)
      const pieces = bytes.length === 0 ? [] : [bytes]
      return {facts: () => factsOf(node), next: () => pieces.pop(), [Symbol.dispose]: () => undefined}
    },
    real: (path) => (find(path) ? path : undefined),
  }
}
