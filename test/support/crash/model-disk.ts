import {basename, dirname} from 'node:path/posix'
import {writeError} from '#path/errno'
import type {Directories, Files, FileWriter, WritableFile} from '#path/files'
import {type Entries, type FileNode, type FolderNode, fileNode, folderNode, type ModelNode} from './model-node.ts'
import {findNode, readerOf} from './read-model.ts'

/**
 * A disk behind a cache, held in memory. Every change of a file or folder is numbered; what a change did is sure to be there
 * after a power cut only once the same file or folder was synced. Nothing else orders one file or folder against another.
 */
export class ModelDisk {
  readonly root: FolderNode
  /** Number of changes and syncs so far. */
  ops = 0
  readonly files: Files
  readonly #mtimeMs: number
  readonly #pauses: () => number

  /** `pauses`: how many turns to wait before each call, so that work that runs at the same time takes turns. */
  constructor(options: {root?: FolderNode; mtimeMs: number; pauses?: () => number}) {
    this.root = options.root ?? folderNode(0)
    this.#mtimeMs = options.mtimeMs
    this.#pauses = options.pauses ?? (() => 0)
    this.files = {
      reader: readerOf(this.root, {contentOf: (node) => node.versions.at(-1)!.content, mtimeMs: this.#mtimeMs}),
      writer: this.#writer(),
      directories: this.#directories(),
    }
  }

  #writer(): FileWriter {
    return {
      open: (path, how) =>
        this.#turn('create', path, () => {
          const found = this.#find(path)
          if (found?.kind === 'directory') throw fail('EISDIR')
          if (found && how === 'new') throw fail('EEXIST')
          return this.#writable(found ?? this.#put(path, fileNode(this.ops + 1)), path)
        }),
      rename: (from, to) =>
        this.#turn('rename', to, () => {
          if (dirname(from) !== dirname(to)) throw new Error('renames between folders are not modelled')
          const node = this.#mustFind(from)
          if (node.kind === 'file') node.renamedAs = node.versions.length - 1
          const entries = new Map(this.#folderOf(to).versions.at(-1)!.content)
          entries.delete(basename(from))
          this.#change(this.#folderOf(to), entries.set(basename(to), node))
        }),
      link: (from, to) =>
        this.#turn('link', to, () => {
          if (this.#find(to)) return 'exists'
          const node = this.#mustFind(from)
          if (node.kind === 'file') node.renamedAs = node.versions.length - 1
          this.#put(to, node)
          return 'made'
        }),
      remove: (path) => this.#turn('remove', path, () => void (this.#find(path) && this.#unlink(path))),
      truncate: (path, sizeBytes) =>
        this.#turn('truncate', path, () => {
          const node = this.#mustFind(path)
          if (node.kind === 'file') this.#change(node, node.versions.at(-1)!.content.subarray(0, sizeBytes))
        }),
      touch: (path) => this.#turn('touch', path, () => void this.#mustFind(path)),
    }
  }

  #directories(): Directories {
    return {
      make: (path) =>
        this.#turn('create', path, () => {
          if (this.#find(path)) return 'exists'
          this.#put(path, folderNode(this.ops + 1))
          return 'made'
        }),
      sync: (path) => this.#turn('sync', path, () => this.#sync(this.#mustFind(path))),
      removeTree: (path) => this.#turn('remove', path, () => this.#removeTree(path)),
    }
  }

  #writable(node: FileNode, path: string): WritableFile {
    return {
      write: (content) =>
        this.#turn('write', path, () =>
          this.#change(node, Buffer.concat([node.versions.at(-1)!.content, Buffer.from(content)])),
        ),
      sync: () => this.#turn('sync', path, () => this.#sync(node)),
      close: async () => undefined,
    }
  }

  #removeTree(path: string): void {
    const node = this.#find(path)
    if (!node) return
    if (node.kind === 'directory') {
      for (const name of node.versions.at(-1)!.content.keys()) this.#removeTree(`${path}/${name}`)
    }
    this.#unlink(path)
  }

  #put<Node extends ModelNode>(path: string, node: Node): Node {
    const folder = this.#folderOf(path)
    this.#change(folder, new Map(folder.versions.at(-1)!.content).set(basename(path), node))
    return node
  }

  #unlink(path: string): void {
    const folder = this.#folderOf(path)
    const entries = new Map(folder.versions.at(-1)!.content)
    entries.delete(basename(path))
    this.#change(folder, entries)
  }

  #change(node: FileNode, content: Buffer): void
  #change(node: FolderNode, content: Entries): void
  #change(node: ModelNode, content: Buffer | Entries): void {
    this.ops++
    const versions: {at: number; content: Buffer | Entries}[] = node.versions
    versions.push({at: this.ops, content})
  }

  #sync(node: ModelNode): void {
    this.ops++
    node.syncs.push({at: this.ops, version: node.versions.length - 1})
  }

  #find(path: string): ModelNode | undefined {
    return findNode(this.root, path, (node) => node.versions.at(-1)!.content)
  }

  #mustFind(path: string): ModelNode {
    const node = this.#find(path)
    if (!node) throw fail('ENOENT')
    return node
  }

  #folderOf(path: string): FolderNode {
    const folder = this.#mustFind(dirname(path))
    if (folder.kind === 'directory') return folder
    throw fail('ENOTDIR')
  }

  async #turn<T>(action: string, path: string, work: () => T): Promise<T> {
    for (let left = this.#pauses(); left > 0; left--) await undefined
    try {
      return work()
    } catch (error) {
      throw writeError(error, action, path)
    }
  }
}

function fail(code: string): Error {
  return Object.assign(new Error(code), {code})
}
