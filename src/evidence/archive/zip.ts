import {crc32, deflateRawSync} from 'node:zlib'
import type {ArchiveEntry} from '#archive/archive-entry'
import {LEVEL} from './gzip.ts'

export const SIGNATURES = {local: 0x04034b50, central: 0x02014b50, end: 0x06054b50, descriptor: 0x08074b50}
export const METHODS = {stored: 0, deflated: 8}
export const LOCAL_BYTES = 30
export const CENTRAL_BYTES = 46
export const END_BYTES = 22
/** Version 2.0: folders and deflate. The upper byte says Unix, where modes are recorded. */
const VERSION = 20
const MADE_BY_UNIX = 3 << 8
/** Flag: names are UTF-8. */
const UTF8 = 0x0800
/** 1980-01-01, the first day of the format. */
const DATE = 0x0021
const MODE = 0o100644

/**
 * A zip file that contains nothing of the machine that made it: mode 0644, the format's first day, entries in the order given. Source:
 * PKWARE APPNOTE 6.3.10.
 */
export function zipOf(entries: readonly ArchiveEntry[]): Uint8Array {
  const parts: Uint8Array[] = []
  const central: Uint8Array[] = []
  let offset = 0
  for (const {path, content} of entries) {
    const name = Buffer.from(path)
    const deflated = deflateRawSync(content, {level: LEVEL})
    const isSmaller = deflated.length < content.length
    const data = isSmaller ? deflated : content
    const facts = factsOf(isSmaller ? METHODS.deflated : METHODS.stored, {content, data, name})
    const local = Buffer.alloc(4)
    local.writeUInt32LE(SIGNATURES.local)
    parts.push(local, facts, name, data)
    central.push(centralOf(facts, offset), name)
    offset += LOCAL_BYTES + name.length + data.length
  }
  const sizeBytes = central.reduce((sum, part) => sum + part.length, 0)
  return Buffer.concat([...parts, ...central, endOf(entries.length, sizeBytes, offset)])
}

/** The fields that both headers of an entry share, from the version needed to the length of the extra field. */
function factsOf(
  method: number,
  {content, data, name}: {readonly content: Uint8Array; readonly data: Uint8Array; readonly name: Uint8Array},
): Buffer {
  const facts = Buffer.alloc(LOCAL_BYTES - 4)
  facts.writeUInt16LE(VERSION, 0)
  facts.writeUInt16LE(UTF8, 2)
  facts.writeUInt16LE(method, 4)
  facts.writeUInt16LE(DATE, 8)
  facts.writeUInt32LE(crc32(content), 10)
  facts.writeUInt32LE(data.length, 14)
  facts.writeUInt32LE(content.length, 18)
  facts.writeUInt16LE(name.length, 22)
  return facts
}

function centralOf(facts: Uint8Array, offset: number): Buffer {
  const header = Buffer.alloc(CENTRAL_BYTES)
  header.writeUInt32LE(SIGNATURES.central, 0)
  header.writeUInt16LE(MADE_BY_UNIX | VERSION, 4)
  header.set(facts, 6)
  header.writeUInt32LE(MODE * 0x10000, 38)
  header.writeUInt32LE(offset, 42)
  return header
}

function endOf(entries: number, sizeBytes: number, offset: number): Buffer {
  const end = Buffer.alloc(END_BYTES)
  end.writeUInt32LE(SIGNATURES.end, 0)
  end.writeUInt16LE(entries, 8)
  end.writeUInt16LE(entries, 10)
  end.writeUInt32LE(sizeBytes, 12)
  end.writeUInt32LE(offset, 16)
  return end
}
