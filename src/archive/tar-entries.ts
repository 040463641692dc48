import {Allowance, type ArchiveEntry, type ArchiveList, refused} from './archive-entry.ts'
import {BLOCK, checksum} from './tar.ts'

const FILE = new Set(['0', '\0'])
/** What other writers put before an entry: extended headers of its own, and GNU's long name. */
export const EXTENDED = 'x'
const LONG_NAME = 'L'
const FOLDER = '5'
/** All that an extended header may say: what writers put there unasked, and no reader takes for another name, size or content. */
const PAX_KEYS: ReadonlySet<string> = new Set([
  'path',
  'mtime',
  'atime',
  'ctime',
  'LIBARCHIVE.creationtime',
  'uid',
  'gid',
  'uname',
  'gname',
])

/**
 * The regular files and the folders of a tar. Throws `archive_refused` for links, devices and whatever else is no file or folder, headers that hold for all
 * entries among them, for a damaged header, for anything behind the end, and for more than an archive may hold.
 */
export function tarEntries(tar: Uint8Array): ArchiveList {
  const entries: ArchiveEntry[] = []
  const folders: string[] = []
  let longName: string | undefined
  for (const {name, type, content} of membersOf(Buffer.from(tar.buffer, tar.byteOffset, tar.length))) {
    if (type === LONG_NAME) longName = content.toString('utf8').replace(/\0+$/, '')
    else if (type === EXTENDED) longName = paxPath(content) ?? longName
    else {
      const path = longName ?? name
      if (isTarFile({type, sizeBytes: content.length})) entries.push({path, content})
      else folders.push(path)
      longName = undefined
    }
  }
  return {entries, folders}
}

/** False for a folder. Throws `archive_refused` for what is neither. */
export function isTarFile({type, sizeBytes}: Pick<TarHeader, 'type' | 'sizeBytes'>): boolean {
  if (FILE.has(type)) return true
  if (type === FOLDER && sizeBytes === 0) return false
  throw refused('holds a link, a device or something else that is no file')
}

interface Member {
  readonly name: string
  readonly type: string
  readonly content: Buffer
}

/** Header and content of each, up to the two empty blocks at the end; behind those stands nothing but padding. */
function* membersOf(bytes: Buffer): Generator<Member> {
  const allowance = new Allowance()
  let at = 0
  for (;;) {
    const block = bytes.subarray(at, at + BLOCK)
    if (block.length < BLOCK) throw refused('is cut off')
    if (isEmpty(block)) break
    const {name, sizeBytes, type} = readTarHeader(block)
    allowance.take(sizeBytes)
    const content = bytes.subarray(at + BLOCK, at + BLOCK + sizeBytes)
    if (content.length < sizeBytes) throw refused('is cut off')
    yield {name, type, content}
    at += BLOCK + Math.ceil(sizeBytes / BLOCK) * BLOCK
  }
  const rest = bytes.subarray(at)
  if (!isEmpty(rest) || rest.length < 2 * BLOCK) throw refused('goes on behind its end, or has none')
}

/** What one header block says. */
export interface TarHeader {
  readonly name: string
  readonly sizeBytes: number
  readonly type: string
}

/** Throws `archive_refused` for a block that is no header. */
export function readTarHeader(block: Buffer): TarHeader {
  if (octal(block.subarray(148, 156)) !== checksum(block)) throw refused('has a damaged header')
  const text = (from: number, to: number) => block.toString('utf8', from, to).replace(/\0[\s\S]*$/, '')
  const prefix = text(257, 262) === 'ustar' && block[262] === 0 ? text(345, 500) : ''
  const name = text(0, 100)
  return {
    name: prefix === '' ? name : `${prefix}/${name}`,
    sizeBytes: octal(block.subarray(124, 136)),
    type: block.toString('latin1', 156, 157),
  }
}

/** GNU's form for numbers past 8 GiB is none of these, and so refused. */
function octal(field: Buffer): number {
  const text = field
    .toString('latin1')
    .replace(/[\0 ]+$/, '')
    .trimStart()
  if (!/^[0-7]{1,11}$/.test(text)) throw refused('has a damaged header')
  return Number.parseInt(text, 8)
}

/** The path in the records of an extended header, if it tells one: length, space, key, =, value, newline. */
export function paxPath(content: Buffer): string | undefined {
  let path: string | undefined
  for (let at = 0; at < content.length; ) {
    const [, length] = /^(\d{1,9}) /.exec(content.toString('latin1', at, at + 10)) ?? []
    const record = content.toString('utf8', at, at + Number(length))
    const [, key, value] = /^\d+ ([^=]+)=([\s\S]*)\n$/.exec(record) ?? []
    if (length === undefined || key === undefined || Number(length) === 0) throw refused('has a damaged header')
    if (!PAX_KEYS.has(key)) throw refused('says of a file what not all programs that unpack it make the same of')
    if (key === 'path') path = value
    at += Number(length)
  }
  return path
}

export function isEmpty(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 0)
}
