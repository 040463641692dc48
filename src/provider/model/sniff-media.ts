/** First bytes of the media types a clip may have: offset and bytes. */
const MAGIC: Readonly<Record<string, readonly (readonly [number, Uint8Array])[]>> = {
  'video/x-msvideo': [
    [0, Buffer.from('RIFF')],
    [8, Buffer.from('AVI ')],
  ],
  'video/mp4': [[4, Buffer.from('ftyp')]],
  'video/webm': [[0, Uint8Array.of(0x1a, 0x45, 0xdf, 0xa3)]],
}

/** True for a type of video that is known here. */
export function isVideoType(type: unknown): type is string {
  return typeof type === 'string' && Object.hasOwn(MAGIC, type)
}

/** True when the bytes begin as those of the type do. */
export function isOfMedia(bytes: Uint8Array, type: string): boolean {
  return (
    MAGIC[type]?.every(([at, start]) => Buffer.compare(bytes.subarray(at, at + start.length), start) === 0) ?? false
  )
}

/** The type that the first bytes are of. */
export function sniffMedia(bytes: Uint8Array): string | undefined {
  return Object.keys(MAGIC).find((type) => isOfMedia(bytes, type))
}
