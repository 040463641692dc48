import type {Entropy} from '#random/entropy'

/** The kind of object that an id begins with. */
export type IdPrefix = 'usr' | 'tok' | 'key' | 'repo' | 'hook' | 'dlv' | 'evt' | 'node'

/** Crockford's alphabet: no i, l, o, u. Source: https://www.crockford.com/base32.html */
const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz'
const TIME_DIGITS = 10
const RANDOM_BYTES = 10
const FORM = /^(usr|tok|key|repo|hook|dlv|evt|node)_[0-7][0-9a-hjkmnp-tv-z]{25}$/

/**
 * Makes ids: a prefix and 26 digits, 48 bits of time in ms and 80 random ones, so that they sort by the time they were made. In one ms,
 * or when the clock steps back, the random part counts on from the last id.
 */
export class IdMaker {
  readonly #entropy: Entropy
  readonly #nowMs: () => number
  #lastMs = -1
  #random = 0n

  constructor(nowMs: () => number, entropy: Entropy) {
    this.#nowMs = nowMs
    this.#entropy = entropy
  }

  next(prefix: IdPrefix): string {
    const nowMs = this.#nowMs()
    if (nowMs > this.#lastMs) {
      this.#lastMs = nowMs
      this.#random = drawn(this.#entropy)
    } else if (++this.#random >> 80n !== 0n) {
      this.#lastMs++
      this.#random = drawn(this.#entropy)
    }
    return `${prefix}_${digits(BigInt(this.#lastMs), TIME_DIGITS)}${digits(this.#random, 16)}`
  }
}

/** Whether a text has the form of an id of this kind. */
export function isIdOf(prefix: IdPrefix, text: string): boolean {
  return FORM.exec(text)?.[1] === prefix
}

/** The highest bit is 0, so that there is room to count on. */
function drawn(entropy: Entropy): bigint {
  return BigInt(`0x${Buffer.from(entropy.bytes(RANDOM_BYTES)).toString('hex')}`) >> 1n
}

function digits(value: bigint, count: number): string {
  let text = ''
  for (let at = count - 1; at >= 0; at--) text += DIGITS[Number((value >> BigInt(at * 5)) & 31n)]
  return text
}
