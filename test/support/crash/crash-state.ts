import type {FileReader} from '#path/files'
import {type Entries, type FileNode, type FolderNode, fileNode, folderNode, type ModelNode} from './model-node.ts'
import {readerOf} from './read-model.ts'

/** How much of the last write to a file reached the disk: its first bytes, or all but its first sectors, which read as zeros. */
export interface Tear {
  readonly how: 'cut' | 'hole'
  readonly bytes: number
}

/** What became of one file or folder. */
export interface Fate {
  readonly version: number
  readonly tear?: Tear
}

/** A disk as a power cut after operation `at` may leave it. What has no fate is durable as it was. */
export class CrashState {
  readonly at: number
  readonly root: FolderNode
  readonly #fates: ReadonlyMap<ModelNode, Fate>
  readonly #mtimeMs: number

  constructor(root: FolderNode, at: number, fates: ReadonlyMap<ModelNode, Fate>, mtimeMs: number) {
    this.root = root
    this.at = at
    this.#fates = fates
    this.#mtimeMs = mtimeMs
  }

  contentOf(node: ModelNode): Buffer | Entries {
    const fate = this.#fates.get(node)
    if (node.kind === 'directory') {
      const version = fate ? node.versions[fate.version] : node.versions.findLast(({at}) => at <= this.at)
      return version?.content ?? new Map()
    }
    return fileContent(node, fate, this.at)
  }

  get reader(): FileReader {
    return readerOf(this.root, {contentOf: (node) => this.contentOf(node), mtimeMs: this.#mtimeMs})
  }

  /** Every file that can be reached, with its path. */
  *files(): Generator<{path: string; node: FileNode; bytes: Buffer}> {
    for (const [path, node] of this.#below(this.root, '')) {
      if (node.kind === 'file') yield {path, node, bytes: this.contentOf(node) as Buffer}
    }
  }

  /** Paths of all folders, a parent before its children. */
  *folders(): Generator<string> {
    for (const [path, node] of this.#below(this.root, '')) if (node.kind === 'directory') yield path
  }

  *#below(folder: FolderNode, prefix: string): Generator<[string, ModelNode]> {
    for (const [name, node] of this.contentOf(folder) as Entries) {
      const path = `${prefix}/${name}`
      yield [path, node]
      if (node.kind === 'directory') yield* this.#below(node, path)
    }
  }

  /** Two states are the same when all that can be reached is the same. */
  get key(): string {
    const seen = new Map<ModelNode, number>()
    const tell = (node: ModelNode): string => {
      const fate = this.#fates.get(node)
      const tear = fate?.tear ? `${fate.tear.how}${fate.tear.bytes}` : ''
      if (node.kind === 'file') return `${fate?.version ?? '-'}${tear}`
      if (!seen.has(node)) seen.set(node, seen.size)
      const inside = [...(this.contentOf(node) as Entries)].map(([name, child]) => `${name}=${tell(child)}`)
      return `{${inside.join(',')}}`
    }
    return `${this.at}:${tell(this.root)}`
  }

  /** The same disk after the machine was started again: all that is there is durable. */
  rebooted(): FolderNode {
    const copies = new Map<ModelNode, ModelNode>()
    const copy = (node: ModelNode): ModelNode => {
      const done = copies.get(node)
      if (done) return done
      const content = this.contentOf(node)
      const made =
        node.kind === 'file'
          ? fileNode(0, content as Buffer)
          : folderNode(0, new Map([...(content as Entries)].map(([name, child]) => [name, copy(child)])))
      copies.set(node, made)
      return made
    }
    return copy(this.root) as FolderNode
  }
}

function fileContent(node: FileNode, fate: Fate | undefined, at: number): Buffer {
  if (!fate) return node.versions.findLast((version) => version.at <= at)?.content ?? Buffer.alloc(0)
  const whole = node.versions[fate.version]?.content ?? Buffer.alloc(0)
  const before = node.versions[fate.version - 1]?.content.length ?? 0
  if (!fate.tear) return whole
  if (fate.tear.how === 'cut') return whole.subarray(0, before + fate.tear.bytes)
  const holed = Buffer.from(whole)
  return holed.fill(0, before, before + fate.tear.bytes)
}
