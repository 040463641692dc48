/** Compresses and decompresses streams. */
export interface Gzip {
  pack(pieces: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>
  /** Throws `archive_refused` for data that are not gzip, or damaged. */
  unpack(pieces: Iterable<Uint8Array>): AsyncIterable<Uint8Array>
}
