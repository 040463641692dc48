/** How a file is broken. `text` stands for the whole content where it is replaced. */
export interface Corruption {
  readonly mode: 'truncate' | 'flip' | 'replace'
  readonly offset: number
  readonly text: string
}

/** The bytes as they are after it: cut off at the offset, one bit of the byte there turned, or others. */
export function corrupted(content: Uint8Array, {mode, offset, text}: Corruption): Uint8Array {
  if (mode === 'replace') return new TextEncoder().encode(text)
  if (mode === 'truncate') return content.subarray(0, offset)
  // Slices of a Buffer are views of it.
  const flipped = Uint8Array.from(content)
  const at = Math.min(offset, Math.max(0, content.length - 1))
  flipped.set([(content[at] ?? 0) ^ 1], at)
  return flipped
}

/** What is known of a file that was broken: digests of the good content and of the bad. */
export interface KeptFile {
  readonly path: string
  readonly good_sha256: string
  readonly bad_sha256: string
}
