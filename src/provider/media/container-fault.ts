const BOX_HEAD = 8
const LARGE_HEAD = 16
const EBML = Buffer.from([0x1a, 0x45, 0xdf, 0xa3])
const SEGMENT = Buffer.from([0x18, 0x53, 0x80, 0x67])

/**
 * Why bytes are no whole file of a video container that is not decoded here, or `undefined`. MP4: boxes that fill the file, with the movie and its data
 * among them. WebM: a segment behind the header. Other types are not looked at. Source: ISO/IEC 14496-12, 4.2; RFC 8794.
 */
export function containerFault(bytes: Uint8Array, mediaType: string): string | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (mediaType === 'video/webm') {
    const isWhole = buffer.subarray(0, EBML.length).equals(EBML) && buffer.includes(SEGMENT, EBML.length)
    return isWhole ? undefined : 'it has no segment'
  }
  return mediaType === 'video/mp4' ? boxFault(buffer) : undefined
}

function boxFault(bytes: Buffer): string | undefined {
  const names = new Set<string>()
  for (let at = 0; at < bytes.length; ) {
    const size = boxSize(bytes, at)
    if (size === undefined || at + size > bytes.length) return 'a box is cut off'
    names.add(bytes.toString('latin1', at + 4, at + BOX_HEAD))
    at += size
  }
  if (!names.has('moov')) return 'it has no movie'
  return names.has('mdat') || names.has('moof') ? undefined : 'its movie has no data'
}

/** 1 says that a larger number follows, 0 that the box is the last. */
function boxSize(bytes: Buffer, at: number): number | undefined {
  if (at + BOX_HEAD > bytes.length) return undefined
  const size = bytes.readUInt32BE(at)
  if (size === 0) return bytes.length - at
  if (size !== 1) return size >= BOX_HEAD ? size : undefined
  if (at + LARGE_HEAD > bytes.length) return undefined
  const large = Number(bytes.readBigUInt64BE(at + BOX_HEAD))
  return large >= LARGE_HEAD ? large : undefined
}
