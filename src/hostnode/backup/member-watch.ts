import type {TarListener} from '#archive/tar-pieces'
import {startSha256} from '#digest/sha256'

import {
  type BackupFile,
  type BackupManifest,
  badArchive,
  MANIFEST_NAME,
  MOST_BACKUP_MANIFEST_BYTES,
  parseBackupManifest,
} from './backup-manifest.ts'
import {nameFaultOf} from './member-names.ts'

/** An event while a file comes out of an archive: its name, a piece of it, or its end, reached only if its digest is right. */
export type MemberEvent = {readonly begin: string} | {readonly piece: Uint8Array} | 'end'

/**
 * Checks an archive against its manifest as it streams by: the manifest first, then each file once, with its size and digest, and no other.
 * Throws `archive_refused`.
 */
export class MemberWatch implements TarListener {
  #manifest: BackupManifest | undefined
  #manifestPieces: Uint8Array[] = []
  #left = new Map<string, BackupFile>()
  #current: BackupFile | undefined
  #digest = startSha256()
  readonly #sink: (event: MemberEvent) => void

  constructor(sink: (event: MemberEvent) => void) {
    this.#sink = sink
  }

  begin(path: string, sizeBytes: number): void {
    if (this.#manifest === undefined) {
      if (path !== MANIFEST_NAME) throw badArchive('does not begin with its manifest')
      if (sizeBytes > MOST_BACKUP_MANIFEST_BYTES) throw badArchive('has a manifest that is too large')
      return
    }
    const listed = this.#left.get(path)
    if (listed === undefined) throw badArchive('holds a file that its manifest does not list, or one twice')
    if (listed.size !== sizeBytes) throw badArchive('holds a file of another size than its manifest tells')
    this.#left.delete(path)
    this.#current = listed
    this.#digest = startSha256()
    this.#sink({begin: path})
  }

  content(piece: Uint8Array): void {
    if (this.#manifest === undefined) {
      this.#manifestPieces.push(Uint8Array.from(piece))
      return
    }
    this.#digest.update(piece)
    this.#sink({piece})
  }

  end(): void {
    if (this.#manifest === undefined) {
      this.#readManifest()
      return
    }
    if (this.#digest.digest() !== this.#current?.sha256) throw badArchive('holds a file that was changed')
    this.#sink('end')
  }

  /** To be called at the end. Throws `archive_refused` if something is missing. */
  finish(): BackupManifest {
    if (this.#manifest === undefined) throw badArchive('is empty')
    if (this.#left.size > 0) throw badArchive('lacks a file that its manifest lists')
    return this.#manifest
  }

  #readManifest(): void {
    const manifest = parseBackupManifest(Buffer.concat(this.#manifestPieces))
    this.#manifestPieces = []
    const fault = nameFaultOf(manifest.files.map(({path}) => path))
    if (fault !== undefined) throw badArchive(fault)
    this.#left = new Map(manifest.files.map((file) => [file.path, file]))
    this.#manifest = manifest
  }
}
