import {crc32} from 'node:zlib'
import {Allowance, type ArchiveEntry, type ArchiveList, refused} from '#archive/archive-entry'
import {inflate} from './gzip.ts'
import {CENTRAL_BYTES, END_BYTES, LOCAL_BYTES, METHODS, SIGNATURES} from './zip.ts'

const ENCRYPTED = 0x2041
const HAS_DESCRIPTOR = 0x0008
/** Length of a data descriptor without and with its optional signature. */
const DESCRIPTOR_BYTES = [12, 16]
/** Extra fields of times and owners, which writers add by default; other fields give an entry another name, size or kind in some programs. */
const HARMLESS_FIELDS: ReadonlySet<number> = new Set([0x000a, 0x5455, 0x5855, 0x7855, 0x7875])
const FILE_TYPES = 0o170000
const REGULAR = 0o100000
const FOLDER = 0o040000

interface Listed {
  readonly name: Buffer
  readonly flags: number
  readonly method: number
  readonly sum: number
  readonly packedBytes: number
  readonly sizeBytes: number
  readonly offset: number
}

/**
 * The regular files and the folders of a zip. Its two lists must agree, and entries must follow each other without a gap, so that every
 * reader finds the same files in it. Throws `archive_refused` for links, encrypted entries, anything between or after the entries, and for
 * more than an archive may hold.
 */
export function zipEntries(zip: Uint8Array): ArchiveList {
  const bytes = Buffer.from(zip.buffer, zip.byteOffset, zip.length)
  const {listed, start} = readCentral(bytes)
  const allowance = new Allowance()
  const entries: ArchiveEntry[] = []
  const folders: string[] = []
  let at = 0
  for (const [index, entry] of listed.entries()) {
    allowance.take(entry.sizeBytes)
    const next = listed[index + 1]?.offset ?? start
    if (entry.offset !== at) throw refused('holds something between its entries')
    const {content, end} = readEntry(bytes, entry)
    if (entry.flags & HAS_DESCRIPTOR) checkDescriptor(bytes.subarray(end, next), entry)
    else if (next !== end) throw refused('holds something between its entries')
    at = next
    const path = entry.name.toString('utf8')
    if (!path.endsWith('/')) entries.push({path, content})
    else if (entry.sizeBytes > 0) throw refused('holds a folder with content')
    else folders.push(path)
  }
  return {entries, folders}
}

function readCentral(bytes: Buffer): {readonly listed: readonly Listed[]; readonly start: number} {
  const end = bytes.length - END_BYTES
  if (end < 0 || bytes.readUInt32LE(end) !== SIGNATURES.end) throw refused('goes on behind its end, or is cut off')
  const [count, sizeBytes, start] = [
    bytes.readUInt16LE(end + 10),
    bytes.readUInt32LE(end + 12),
    bytes.readUInt32LE(end + 16),
  ]
  const isOneFile = bytes.readUInt32LE(end + 4) === 0 && bytes.readUInt16LE(end + 8) === count
  if (!isOneFile || start + sizeBytes !== end) throw refused('has a list of entries that does not fit')
  const listed: Listed[] = []
  let at = start
  while (listed.length < count) {
    if (at + CENTRAL_BYTES > end || bytes.readUInt32LE(at) !== SIGNATURES.central)
      throw refused('has a list of entries that does not fit')
    const nameBytes = bytes.readUInt16LE(at + 28)
    const extra = at + CENTRAL_BYTES + nameBytes
    const next = extra + bytes.readUInt16LE(at + 30)
    checkExtra(bytes.subarray(extra, next))
    if (bytes.readUInt16LE(at + 32) > 0) throw refused('holds a comment')
    listed.push(readListed(bytes, at, nameBytes))
    at = next
  }
  if (at !== end) throw refused('has a list of entries that does not fit')
  return {listed: listed.sort((a, b) => a.offset - b.offset), start}
}

function readListed(bytes: Buffer, at: number, nameBytes: number): Listed {
  const flags = bytes.readUInt16LE(at + 8)
  if (flags & ENCRYPTED) throw refused('holds an encrypted entry')
  // Writers on some other systems record no mode.
  const type = (bytes.readUInt32LE(at + 38) >>> 16) & FILE_TYPES
  if (![0, REGULAR, FOLDER].includes(type)) throw refused('holds a link, a device or something else that is no file')
  return {
    name: bytes.subarray(at + CENTRAL_BYTES, at + CENTRAL_BYTES + nameBytes),
    flags,
    method: bytes.readUInt16LE(at + 10),
    sum: bytes.readUInt32LE(at + 16),
    packedBytes: bytes.readUInt32LE(at + 20),
    sizeBytes: bytes.readUInt32LE(at + 24),
    offset: bytes.readUInt32LE(at + 42),
  }
}

function readEntry(bytes: Buffer, entry: Listed): {readonly content: Uint8Array; readonly end: number} {
  const {offset, name, method, packedBytes, sizeBytes} = entry
  if (offset + LOCAL_BYTES > bytes.length || bytes.readUInt32LE(offset) !== SIGNATURES.local)
    throw refused('has a list of entries that does not fit')
  const nameEnd = offset + LOCAL_BYTES + bytes.readUInt16LE(offset + 26)
  const isSame = bytes.subarray(offset + LOCAL_BYTES, nameEnd).equals(name) && bytes.readUInt16LE(offset + 8) === method
  if (!isSame) throw refused('calls an entry by two names')
  const from = nameEnd + bytes.readUInt16LE(offset + 28)
  checkExtra(bytes.subarray(nameEnd, from))
  const packed = bytes.subarray(from, from + packedBytes)
  const content = unpack(packed, method, sizeBytes)
  if (packed.length !== packedBytes || content.length !== sizeBytes || crc32(content) !== entry.sum)
    throw refused('is damaged: a checksum does not fit')
  checkLocal(bytes, entry)
  return {content, end: from + packedBytes}
}

const TOLD_TWICE = 'tells of an entry in two ways, of which not all programs that unpack it take the same'

/**
 * Checks the local header of an entry. Programs that read a stream use this header, others the list at the end. If the sums come in a
 * descriptor after the content, the header has none.
 */
function checkLocal(bytes: Buffer, {offset, flags, sum, packedBytes, sizeBytes}: Listed): void {
  const told = [14, 18, 22].map((at) => bytes.readUInt32LE(offset + at))
  const isSame = told.join() === [sum, packedBytes, sizeBytes].join()
  const isLeftOut = (flags & HAS_DESCRIPTOR) !== 0 && told.every((one) => one === 0)
  if (bytes.readUInt16LE(offset + 6) !== flags || !(isSame || isLeftOut)) throw refused(TOLD_TWICE)
}

/**
 * Checks the descriptor after an entry, whose sums must equal those of the list. Stored content without compression has no end of its own,
 * so it must not have a descriptor.
 */
function checkDescriptor(behind: Buffer, {method, sum, packedBytes, sizeBytes}: Listed): void {
  if (!DESCRIPTOR_BYTES.includes(behind.length)) throw refused('holds something between its entries')
  const isSigned = behind.length === Math.max(...DESCRIPTOR_BYTES)
  const told = [0, 4, 8].map((at) => behind.readUInt32LE(at + (isSigned ? 4 : 0)))
  const isMarked = !isSigned || behind.readUInt32LE(0) === SIGNATURES.descriptor
  const isSame = isMarked && told.join() === [sum, packedBytes, sizeBytes].join()
  if (!isSame || method !== METHODS.deflated) throw refused(TOLD_TWICE)
}

/** Checks the extra fields; each consists of a number, a length and content. */
function checkExtra(extra: Buffer): void {
  for (let at = 0; at < extra.length; ) {
    if (at + 4 > extra.length) throw refused('has a damaged header')
    if (!HARMLESS_FIELDS.has(extra.readUInt16LE(at)))
      throw refused('says of a file what not all programs that unpack it make the same of')
    at += 4 + extra.readUInt16LE(at + 2)
    if (at > extra.length) throw refused('has a damaged header')
  }
}

function unpack(packed: Uint8Array, method: number, sizeBytes: number): Uint8Array {
  if (method === METHODS.stored) return packed
  if (method !== METHODS.deflated) throw refused('is packed by a method that is not read here')
  const {content, usedBytes} = inflate(packed, sizeBytes)
  if (usedBytes !== packed.length) throw refused('holds something between its entries')
  return content
}
