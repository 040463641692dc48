import {crc32, deflateRawSync, inflateRawSync} from 'node:zlib'
import {MOST_UNPACKED_BYTES, refused} from '#archive/archive-entry'

/** A fixed level, so that equal content gives equal bytes. */
export const LEVEL = 6
/** Deflate, no flags, no time, and unknown as the operating system. Source: RFC 1952. */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])
const TRAILER_BYTES = 8
const FLAGS = {headerSum: 2, extra: 4, name: 8, comment: 16, reserved: 0xe0}

export function gzipOf(content: Uint8Array): Uint8Array {
  const trailer = Buffer.alloc(TRAILER_BYTES)
  trailer.writeUInt32LE(crc32(content), 0)
  trailer.writeUInt32LE(content.length, 4)
  return Buffer.concat([HEADER, deflateRawSync(content, {level: LEVEL}), trailer])
}

/** The content of a gzip file with one member. Throws `archive_refused` if it is damaged, too large, or followed by something. */
export function gunzip(file: Uint8Array): Uint8Array {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.length)
  const {content, usedBytes} = inflate(bytes.subarray(headerBytes(bytes)), MOST_UNPACKED_BYTES)
  const trailer = bytes.subarray(headerBytes(bytes) + usedBytes)
  if (trailer.length < TRAILER_BYTES) throw refused('is cut off')
  if (trailer.length > TRAILER_BYTES) throw refused('goes on behind its end')
  if (trailer.readUInt32LE(0) !== crc32(content) || trailer.readUInt32LE(4) !== content.length)
    throw refused('is damaged: its checksum does not fit')
  return content
}

/** The content of a deflate stream, and how many of the bytes it uses. Throws `archive_refused` if it is broken or holds more than allowed. */
export function inflate(bytes: Uint8Array, mostBytes: number): {readonly content: Buffer; readonly usedBytes: number} {
  try {
    // The types of @types/node know only the buffer; with `info` the result also holds the engine.
    const told: unknown = inflateRawSync(bytes, {maxOutputLength: Math.max(1, mostBytes), info: true})
    const {buffer, engine} = told as {buffer: Buffer; engine: {bytesWritten: number}}
    return {content: buffer, usedBytes: engine.bytesWritten}
  } catch (error) {
    const isLarge =
      error instanceof RangeError || (error instanceof Error && Reflect.get(error, 'code') === 'ERR_BUFFER_TOO_LARGE')
    throw refused(isLarge ? 'unpacks to more than a bundle can hold' : 'is damaged: it cannot be unpacked')
  }
}

function headerBytes(bytes: Buffer): number {
  const flags = bytes[3] ?? FLAGS.reserved
  if (bytes.length < HEADER.length || bytes[2] !== 8 || (flags & FLAGS.reserved) !== 0)
    throw refused('has a damaged header')
  if (flags & (FLAGS.extra | FLAGS.comment)) throw refused('holds a comment')
  const nameEnd = flags & FLAGS.name ? bytes.indexOf(0, HEADER.length) + 1 : HEADER.length
  if (nameEnd === 0) throw refused('has a damaged header')
  return nameEnd + (flags & FLAGS.headerSum ? 2 : 0)
}
