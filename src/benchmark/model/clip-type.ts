/** First bytes of the clips that can be sent: offset, and the bytes there. */
const FIRST_BYTES: readonly (readonly [mediaType: string, offset: number, bytes: readonly number[]])[] = [
  ['video/x-msvideo', 8, [0x41, 0x56, 0x49, 0x20]],
  ['video/mp4', 4, [0x66, 0x74, 0x79, 0x70]],
  ['video/webm', 0, [0x1a, 0x45, 0xdf, 0xa3]],
]

/** The media type that the bytes show; undefined for anything but AVI, MP4 and WebM. */
export function clipType(bytes: Uint8Array): string | undefined {
  return FIRST_BYTES.find(([, offset, first]) => first.every((byte, at) => bytes[offset + at] === byte))?.[0]
}
