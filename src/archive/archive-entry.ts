import {AssayError} from '#error/assay-error'

/** One regular file of an archive; folders need no entry. */
export interface ArchiveEntry {
  readonly path: string
  readonly content: Uint8Array
}

/** What an archive lists: its files, and the names of folders that have an entry of their own. */
export interface ArchiveList {
  readonly entries: readonly ArchiveEntry[]
  readonly folders: readonly string[]
}

/** What an archive may unpack to, all files together. Its maker keeps to it as well as its reader. */
export const MOST_UNPACKED_BYTES = 512 * 1024 * 1024
/** A zip counts its entries in 16 bits. */
export const MOST_ENTRIES = 65_000

/** No part of what an archive holds is repeated in the message: it may be anything. */
export function refused(what: string): AssayError {
  return new AssayError('archive_refused', `the archive ${what}`)
}

/** Counts what comes out of an archive and throws `archive_refused` before it is too much. */
export class Allowance {
  #bytes = MOST_UNPACKED_BYTES
  #entries = MOST_ENTRIES

  take(sizeBytes: number): void {
    this.#bytes -= sizeBytes
    this.#entries -= 1
    if (this.#bytes < 0 || this.#entries < 0) throw refused('unpacks to more than a bundle can hold')
  }
}
