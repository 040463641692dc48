/** Packs and unpacks what comes in pieces. */
export interface Gzip {
  pack(pieces: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>
  /** Throws `archive_refused` for what is no gzip, or damaged. */
  unpack(pieces: Iterable<Uint8Array>): AsyncIterable<Uint8Array>
}
