import type {ArchiveEntry} from './archive-entry.ts'

export const BLOCK = 512
const MOST_NAME_BYTES = 100
/** What stands behind the last entry. */
export const TAR_END: Uint8Array = new Uint8Array(2 * BLOCK)

/**
 * A tar file with nothing in it of the machine that made it: mode 0644, no owner, time 0, entries in the order given. Names that the
 * old header cannot hold stand in an extended one. Source: POSIX.1-2017, pax interchange format.
 */
export function tarOf(entries: readonly ArchiveEntry[]): Uint8Array {
  return Buffer.concat([...entries.flatMap(blocksOf), TAR_END])
}

function blocksOf({path, content}: ArchiveEntry): Uint8Array[] {
  return [tarHead(path, content.length), content, tarPadding(content.length)]
}

/** What stands before the content of an entry. */
export function tarHead(path: string, sizeBytes: number): Uint8Array {
  const isPlain = Buffer.byteLength(path) <= MOST_NAME_BYTES && /^[\x20-\x7e]*$/.test(path)
  if (isPlain) return header(path, sizeBytes, '0')
  const record = Buffer.from(paxRecord('path', path))
  const extended = [header('extended', record.length, 'x'), record, tarPadding(record.length)]
  return Buffer.concat([...extended, header('extended', sizeBytes, '0')])
}

/** What stands behind the content of an entry, up to a whole block. */
export function tarPadding(sizeBytes: number): Uint8Array {
  return new Uint8Array((BLOCK - (sizeBytes % BLOCK)) % BLOCK)
}

function header(name: string, sizeBytes: number, type: string): Uint8Array {
  const block = Buffer.alloc(BLOCK)
  const put = (text: string, at: number) => block.write(text, at, 'latin1')
  put(name, 0)
  put('0000644\0', 100)
  put('0000000\0', 108)
  put('0000000\0', 116)
  put(`${sizeBytes.toString(8).padStart(11, '0')}\0`, 124)
  put('00000000000\0', 136)
  put(type, 156)
  put('ustar\x0000', 257)
  put('0000000\0', 329)
  put('0000000\0', 337)
  put(`${checksum(block).toString(8).padStart(6, '0')}\0 `, 148)
  return block
}

/** The sum of a header's bytes, those of the sum itself taken as spaces. */
export function checksum(block: Uint8Array): number {
  let sum = 0
  for (const [at, byte] of block.entries()) sum += at >= 148 && at < 156 ? 0x20 : byte
  return sum
}

/** Its length counts its own digits. */
function paxRecord(key: string, value: string): string {
  const rest = ` ${key}=${value}\n`
  const size = Buffer.byteLength(rest)
  let length = size
  while (length !== size + String(length).length) length = size + String(length).length
  return `${length}${rest}`
}
