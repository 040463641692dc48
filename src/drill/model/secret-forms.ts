/** A secret as it may stand in a file: as it is, backwards, in other cases, base64 at each of three offsets, hexadecimal, and percent-encoded throughout. */
export function secretForms(secret: string): string[] {
  const bytes = Buffer.from(secret)
  const hex = bytes.toString('hex')
  return [
    secret,
    [...secret].reverse().join(''),
    secret.toUpperCase(),
    hex,
    hex.toUpperCase(),
    hex.replace(/../g, '%$&'),
    ...[0, 1, 2].map((offset) => base64At(bytes, offset)),
  ]
}

/** The letters of base64 that follow from the secret alone, when it begins so many bytes after a group of three. */
function base64At(bytes: Uint8Array, offset: number): string {
  const text = Buffer.concat([Buffer.alloc(offset), bytes])
    .toString('base64')
    .replace(/=+$/, '')
  return text.slice(offset === 0 ? 0 : offset + 1, -1)
}
