import {refused} from './archive-entry.ts'
import {BLOCK, TAR_END} from './tar.ts'
import {EXTENDED, isEmpty, isTarFile, paxPath, readTarHeader} from './tar-entries.ts'

const MOST_EXTENDED_BYTES = 64 * 1024

/** Told of each regular file as it goes by. What these throw ends the reading. */
export interface TarListener {
  begin(path: string, sizeBytes: number): void
  /** Stands until it returns. */
  content(piece: Uint8Array): void
  end(): void
}

/**
 * Reads a tar that comes in pieces, of any size, without keeping it. Throws `archive_refused` for links, devices and whatever else is no file or folder,
 * for a damaged header, and for anything behind the end.
 */
export class TarPieces {
  readonly #listener: TarListener
  #held: Buffer = Buffer.alloc(0)
  /** For the entry in progress: bytes of content to come, and of the padding of its last block. */
  #left = 0
  #padding = 0
  #inside = false
  #emptyBlocks = 0
  #longName: string | undefined

  constructor(listener: TarListener) {
    this.#listener = listener
  }

  write(piece: Uint8Array): void {
    let bytes: Buffer = this.#held.length === 0 ? Buffer.from(piece) : Buffer.concat([this.#held, piece])
    for (;;) {
      bytes = this.#passContent(bytes)
      if (this.#left > 0 || this.#padding > 0) break
      const next = this.#takeHeader(bytes)
      if (next === undefined) break
      bytes = next
    }
    this.#held = bytes
  }

  /** No more is to come. */
  finish(): void {
    if (this.#left > 0 || this.#padding > 0 || this.#held.length > 0) throw refused('is cut off')
    if (this.#emptyBlocks * BLOCK < TAR_END.length) throw refused('goes on behind its end, or has none')
  }

  #passContent(bytes: Buffer): Buffer {
    const content = bytes.subarray(0, this.#left)
    if (content.length > 0) this.#listener.content(content)
    this.#left -= content.length
    if (this.#inside && this.#left === 0) {
      this.#inside = false
      this.#listener.end()
    }
    if (this.#left > 0) return bytes.subarray(content.length)
    const filling = bytes.subarray(content.length, content.length + this.#padding)
    this.#padding -= filling.length
    return bytes.subarray(content.length + filling.length)
  }

  /** What stands behind it; undefined where more must come first. */
  #takeHeader(bytes: Buffer): Buffer | undefined {
    if (bytes.length < BLOCK) return undefined
    const block = bytes.subarray(0, BLOCK)
    if (isEmpty(block)) {
      this.#emptyBlocks++
      return bytes.subarray(BLOCK)
    }
    if (this.#emptyBlocks > 0) throw refused('goes on behind its end, or has none')
    const {name, sizeBytes, type} = readTarHeader(block)
    const paddedBytes = Math.ceil(sizeBytes / BLOCK) * BLOCK
    if (type === EXTENDED) {
      if (sizeBytes > MOST_EXTENDED_BYTES) throw refused('has a damaged header')
      if (bytes.length < BLOCK + paddedBytes) return undefined
      this.#longName = paxPath(bytes.subarray(BLOCK, BLOCK + sizeBytes)) ?? this.#longName
      return bytes.subarray(BLOCK + paddedBytes)
    }
    this.#left = sizeBytes
    this.#padding = paddedBytes - sizeBytes
    this.#inside = isTarFile({type, sizeBytes})
    if (this.#inside) this.#listener.begin(this.#longName ?? name, sizeBytes)
    this.#longName = undefined
    return bytes.subarray(BLOCK)
  }
}
