import {cutText} from '#error/cut-text'

const MOST_KEPT_BYTES = 4 * 1024
/** More is searched than is kept: a text to mask may begin in the kept part and end beyond it. */
const MOST_LOOKED_BYTES = 2 * MOST_KEPT_BYTES
/** Longer than any secret of a webhook: the end of the searched part may be the beginning of one. */
const UNSURE_CHARACTERS = 512

/** The beginning of a receiver's response, to help find the cause of failures. */
export class KeptReply {
  #bytes = Buffer.alloc(0)

  take(piece: Uint8Array): void {
    const room = MOST_LOOKED_BYTES - this.#bytes.length
    if (room > 0) this.#bytes = Buffer.concat([this.#bytes, piece.subarray(0, room)])
  }

  /** At most 4 KiB of text, without the secret and without what `mask` removes; null if nothing came. */
  text(secret: string, mask: (text: string) => string): string | null {
    if (this.#bytes.length === 0) return null
    const masked = mask(this.#bytes.toString('utf8').replaceAll(secret, '[secret of the webhook]'))
    const isCut = this.#bytes.length === MOST_LOOKED_BYTES
    return cutText(isCut ? masked.slice(0, -UNSURE_CHARACTERS) : masked, MOST_KEPT_BYTES)
  }
}
