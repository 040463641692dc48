/** Unpredictable bytes, for names that must not collide; never for results. */
export interface Entropy {
  bytes(count: number): Uint8Array
}
