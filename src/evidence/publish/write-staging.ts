import {dirname, join} from 'node:path'
import type {Digest} from '#contract/ids'
import {sha256} from '#digest/sha256'
import {AssayError} from '#error/assay-error'
import type {Files} from '#path/files'
import type {Entropy} from '#random/entropy'
import type {Safe, SafeBytes} from '#redact/safe'

/** A file as written into the bundle. */
export interface WrittenFile {
  readonly path: string
  readonly sha256: Digest
  readonly sizeBytes: number
}

/** The folder in which a bundle is built, beside its final place, so that one rename publishes it. */
export class Staging {
  readonly folder: string
  readonly #files: Files
  readonly #folders = new Set<string>()
  readonly #paths = new Set<string>()

  private constructor(folder: string, files: Files) {
    this.folder = folder
    this.#files = files
  }

  /** Makes the folder. The random part of its name separates it from that of another process and from leftovers of a crash. */
  static async create(parent: string, runId: string, ports: {files: Files; entropy: Entropy}): Promise<Staging> {
    const name = `.staging-${runId}-${Buffer.from(ports.entropy.bytes(4)).toString('hex')}`
    const folder = join(parent, name)
    if ((await ports.files.directories.make(folder)) === 'made') return new Staging(folder, ports.files)
    throw new AssayError('workspace_busy', 'the staging folder of this bundle is in use')
  }

  /** Writes a new file and syncs it. The digest is that of the given bytes, before the disk had them: reading back finds torn writes. */
  async write(path: string, content: Safe | SafeBytes): Promise<WrittenFile> {
    await this.#makeFolders(dirname(path))
    const file = await this.#files.writer.open(join(this.folder, path), 'new')
    try {
      await file.write(content)
      await file.sync()
    } finally {
      await file.close()
    }
    this.#paths.add(path)
    return {path, sha256: sha256(content), sizeBytes: Buffer.byteLength(content)}
  }

  /** Removes a file, and folders that become empty: a verifier refuses folders without files. */
  async remove(path: string): Promise<void> {
    await this.#files.writer.remove(join(this.folder, path))
    this.#paths.delete(path)
    for (let folder = dirname(path); folder !== '.' && !this.#holds(folder); folder = dirname(folder)) {
      await this.#files.directories.removeTree(join(this.folder, folder))
      this.#folders.delete(folder)
    }
  }

  /** Makes every name in the folder durable; the rename that follows is then the only step left. */
  async sync(): Promise<void> {
    for (const folder of [...this.#folders].sort().reverse())
      await this.#files.directories.sync(join(this.folder, folder))
    await this.#files.directories.sync(this.folder)
  }

  async discard(): Promise<void> {
    await this.#files.directories.removeTree(this.folder)
  }

  #holds(folder: string): boolean {
    return [...this.#paths].some((path) => path.startsWith(`${folder}/`))
  }

  async #makeFolders(folder: string): Promise<void> {
    if (folder === '.' || this.#folders.has(folder)) return
    await this.#makeFolders(dirname(folder))
    await this.#files.directories.make(join(this.folder, folder))
    this.#folders.add(folder)
  }
}
