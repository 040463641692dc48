import {cutText} from '#error/cut-text'

const MOST_KEPT_BYTES = 4 * 1024
/** More than is kept is looked through: what is to be masked may begin in one part and end in the other. */
const MOST_LOOKED_BYTES = 2 * MOST_KEPT_BYTES
/** Longer than any secret of a webhook; the end of what was looked through may be the beginning of one. */
const UNSURE_CHARACTERS = 512

/** The beginning of what a receiver answered, for who looks for its fault. */
export class KeptReply {
  #bytes = Buffer.alloc(0)

  take(piece: Uint8Array): void {
    const room = MOST_LOOKED_BYTES - this.#bytes.length
    if (room > 0) this.#bytes = Buffer.concat([this.#bytes, piece.subarray(0, room)])
  }

  /** At most 4 KiB of it, without the secret and whatever else `mask` takes away; null where nothing came. */
  text(secret: string, mask: (text: string) => string): string | null {
    if (this.#bytes.length === 0) return null
    const masked = mask(this.#bytes.toString('utf8').replaceAll(secret, '[secret of the webhook]'))
    const isCut = this.#bytes.length === MOST_LOOKED_BYTES
    return cutText(isCut ? masked.slice(0, -UNSURE_CHARACTERS) : masked, MOST_KEPT_BYTES)
  }
}
