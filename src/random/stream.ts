import {sha256} from '#digest/sha256'

const WARM_UP = 12
const TWO_32 = 0x1_0000_0000
/** Filled and read at once: an array of its own for each stream costs more than all else of one that draws a few numbers. */
const THROWN_AWAY = new Uint32Array(WARM_UP)
const ONE = new Float64Array(1)

/**
 * Repeatable random numbers: the same words give the same draws on every machine. Not for secrets.
 * Source: sfc32 of Chris Doty-Humphrey's PractRand 0.94.
 */
export class Stream {
  #a: number
  #b: number
  #c: number
  #counter: number

  /** Four 32-bit words; `seedStream` makes them from a label. The first outputs still show the seed and are thrown away. */
  constructor(words: readonly [number, number, number, number]) {
    this.#a = words[0] | 0
    this.#b = words[1] | 0
    this.#c = words[2] | 0
    this.#counter = words[3] | 0
    this.words(THROWN_AWAY)
  }

  /** An integer in 0..2³²-1. */
  u32(): number {
    const sum = (this.#a + this.#b + this.#counter) | 0
    this.#counter = (this.#counter + 1) | 0
    this.#a = this.#b ^ (this.#b >>> 9)
    this.#b = (this.#c + (this.#c << 3)) | 0
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0
    return sum >>> 0
  }

  /** Fills the array with integers in 0..2³²-1, the same ones as that many calls of `u32`; for those who draw millions, see `gaussians`. */
  words(into: Uint32Array): void {
    let a = this.#a | 0
    let b = this.#b | 0
    let c = this.#c | 0
    let counter = this.#counter | 0
    for (let at = 0; at < into.length; at++) {
      const word = (a + b + counter) | 0
      counter = (counter + 1) | 0
      a = b ^ (b >>> 9)
      b = (c + (c << 3)) | 0
      c = (((c << 21) | (c >>> 11)) + word) | 0
      into[at] = word
    }
    this.#a = a
    this.#b = b
    this.#c = c
    this.#counter = counter
  }

  /** A number in [0, 1), a multiple of 2⁻³². */
  uniform(): number {
    return this.u32() / TWO_32
  }

  /** An integer in 0..count-1; `count` 1..2³². */
  int(count: number): number {
    return Math.floor(this.uniform() * count)
  }

  /** Mean 0, variance 1, within ±6. Twelve uniforms added, so that no `log` or `cos` makes two engines differ. */
  gaussian(): number {
    this.gaussians(ONE)
    return ONE[0] ?? Number.NaN
  }

  /**
   * Fills the array with Gaussians, the same ones in the same order as that many calls of `gaussian`. Planners draw millions: the state
   * stays in local variables, told to be 32 bits wide (else the engine boxes them, at five times the cost), and the six words stand one
   * under the other.
   */
  gaussians(into: Float64Array): void {
    let a = this.#a | 0
    let b = this.#b | 0
    let c = this.#c | 0
    let counter = this.#counter | 0
    for (let at = 0; at < into.length; at++) {
      let word = (a + b + counter) | 0
      a = b ^ (b >>> 9)
      b = (c + (c << 3)) | 0
      c = (((c << 21) | (c >>> 11)) + word) | 0
      let sum = (word >>> 16) + (word & 0xffff)
      word = (a + b + counter + 1) | 0
      a = b ^ (b >>> 9)
      b = (c + (c << 3)) | 0
      c = (((c << 21) | (c >>> 11)) + word) | 0
      sum += (word >>> 16) + (word & 0xffff)
      word = (a + b + counter + 2) | 0
      a = b ^ (b >>> 9)
      b = (c + (c << 3)) | 0
      c = (((c << 21) | (c >>> 11)) + word) | 0
      sum += (word >>> 16) + (word & 0xffff)
      word = (a + b + counter + 3) | 0
      a = b ^ (b >>> 9)
      b = (c + (c << 3)) | 0
      c = (((c << 21) | (c >>> 11)) + word) | 0
      sum += (word >>> 16) + (word & 0xffff)
      word = (a + b + counter + 4) | 0
      a = b ^ (b >>> 9)
      b = (c + (c << 3)) | 0
      c = (((c << 21) | (c >>> 11)) + word) | 0
      sum += (word >>> 16) + (word & 0xffff)
      word = (a + b + counter + 5) | 0
      a = b ^ (b >>> 9)
      b = (c + (c << 3)) | 0
      c = (((c << 21) | (c >>> 11)) + word) | 0
      sum += (word >>> 16) + (word & 0xffff)
      counter = (counter + 6) | 0
      into[at] = (sum + 6) / 65536 - 6
    }
    this.#a = a
    this.#b = b
    this.#c = c
    this.#counter = counter
  }
}

/** The stream of a label such as `assay/1|42|two-room@1|cross|0|reset`: its words are the first 16 bytes of the label's SHA-256. */
export function seedStream(label: string): Stream {
  const hex = sha256(label).slice('sha256:'.length)
  const word = (at: number) => Number.parseInt(hex.slice(8 * at, 8 * at + 8), 16)
  return new Stream([word(0), word(1), word(2), word(3)])
}

/** What the draws of one episode are for. Each purpose has a stream of its own, so one more draw here moves nothing there. */
export type StreamPurpose = 'reset' | 'plan' | 'noise' | 'actions' | 'candidates' | 'bootstrap'

/** Names one episode. The suite is left out on purpose: all suites see the same episodes. `environment` is `two-room@1`. */
export interface EpisodeKey {
  readonly seed: number
  readonly environment: string
  readonly stratum: string
  readonly episode: number
}

/** The stream label of one episode and purpose. */
export function episodeLabel(key: EpisodeKey, purpose: StreamPurpose): string {
  return `assay/1|${key.seed}|${key.environment}|${key.stratum}|${key.episode}|${purpose}`
}
