import {join} from 'node:path'
import type {SafeBytes} from '#redact/safe'
import type {Files, WritableFile} from './files.ts'
import {type NameSource, uniqueName} from './write-atomic.ts'

/** `folder`: absolute, must exist. `shownAs`: what stands before a name where a path is told; nothing by default. */
export interface ArtifactFolderOptions {
  readonly folder: string
  readonly shownAs?: string
}

/** What a folder of clips needs: a disk (`nodeFiles`), random names, and a redactor that looks at every piece. */
export interface ArtifactFolderPorts {
  readonly files: Pick<Files, 'writer' | 'directories'>
  readonly entropy: NameSource
  readonly redactor: {pieces(): (piece: Uint8Array) => SafeBytes}
}

/** A folder for clips that providers make: written piece by piece, whole under their name or not there. */
export class ArtifactFolder {
  readonly #options: ArtifactFolderOptions
  readonly #ports: ArtifactFolderPorts

  constructor(options: ArtifactFolderOptions, ports: ArtifactFolderPorts) {
    this.#options = options
    this.#ports = ports
  }

  /** Throws `disk_full`, `workspace_unwritable`, `io_error`. */
  async create(): Promise<OpenArtifact> {
    const {entropy, files} = this.#ports
    const temporary = join(this.#options.folder, uniqueName('.tmp-', entropy))
    const file = await files.writer.open(temporary, 'new', {private: true})
    return new OpenArtifact(file, temporary, this.#options, this.#ports)
  }
}

/** A clip that is being written; it has no name before it is whole. */
export class OpenArtifact {
  readonly #file: WritableFile
  readonly #temporary: string
  readonly #options: ArtifactFolderOptions
  readonly #ports: ArtifactFolderPorts
  readonly #checked: (piece: Uint8Array) => SafeBytes
  #isClosed = false
  #isKept = false

  constructor(file: WritableFile, temporary: string, options: ArtifactFolderOptions, ports: ArtifactFolderPorts) {
    this.#file = file
    this.#temporary = temporary
    this.#options = options
    this.#ports = ports
    this.#checked = ports.redactor.pieces()
  }

  /** Throws `evidence_refused` where a registered secret stands in it, and as writing does. */
  async write(piece: Uint8Array): Promise<void> {
    await this.#file.write(this.#checked(piece))
  }

  /** On disk under its name when this returns. Throws `disk_full`, `io_error`. */
  async keep(name: string): Promise<string> {
    const {folder, shownAs} = this.#options
    const {writer, directories} = this.#ports.files
    await this.#file.sync()
    await this.#close()
    await writer.rename(this.#temporary, join(folder, name))
    this.#isKept = true
    await directories.sync(folder)
    return shownAs === undefined ? name : `${shownAs}/${name}`
  }

  /** Leaves nothing of what was not kept. Throws `io_error`. */
  async discard(): Promise<void> {
    if (this.#isKept) return
    await this.#close().catch(() => undefined)
    await this.#ports.files.writer.remove(this.#temporary)
  }

  async #close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    await this.#file.close()
  }
}
