import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  type Stats,
  statfsSync,
} from 'node:fs'
import {AssayError} from '#error/assay-error'
import {errnoOf, readError} from './errno.ts'
import type {DirectoryEntry, FileFacts, FileReader, Files, ReadableFile} from './files.ts'
import {nodeDirectories, nodeWriter} from './node-writer.ts'
import {UNSPELT} from './safe-relative-path.ts'

// O_NOFOLLOW: a final link is refused; O_NONBLOCK: opening a FIFO returns at once. Both are 0 on Windows.
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)
const GROUP_AND_OTHERS = 0o077
const MOST_PIECE_BYTES = 256 * 1024
const LEAST_PIECE_BYTES = 4 * 1024

export const nodeReader: FileReader = {
  facts(path) {
    try {
      const stats = lstatSync(path, {throwIfNoEntry: false})
      return stats && toFacts(stats)
    } catch (error) {
      if (errnoOf(error) === 'ENOTDIR') return undefined
      throw readError(error, 'look at', path)
    }
  },
  list(path) {
    try {
      return listed(path).sort((a, b) => (a.name < b.name ? -1 : 1))
    } catch (error) {
      throw readError(error, 'list', path)
    }
  },
  read(path, limitBytes = Number.MAX_SAFE_INTEGER, room) {
    using file = openFile(path)
    const {sizeBytes} = file
    if (sizeBytes > limitBytes) {
      throw new AssayError('document_size', `${path} holds ${sizeBytes} bytes, more than ${limitBytes}`)
    }
    const content = room && room.length >= sizeBytes ? room : Buffer.allocUnsafe(sizeBytes)
    let filled = 0
    while (filled < sizeBytes) {
      const got = file.into(content, filled, sizeBytes - filled)
      if (got === 0) break
      filled += got
    }
    return content.subarray(0, filled)
  },
  open: openFile,
  real(path) {
    try {
      return realpathSync(path)
    } catch (error) {
      if (errnoOf(error) === 'ENOENT' || errnoOf(error) === 'ENOTDIR') return undefined
      throw readError(error, 'resolve', path)
    }
  },
}

/** What its bytes do not spell cannot be reached by the name that Node makes of it, which another file may have: it is no file or folder to anybody. */
function listed(path: string): DirectoryEntry[] {
  const entries = readdirSync(path, {withFileTypes: true})
  if (!entries.some(({name}) => name.includes(UNSPELT)))
    return entries.map((entry) => ({name: entry.name, kind: kindOf(entry)}))
  return readdirSync(path, {withFileTypes: true, encoding: 'buffer'}).map((entry) => ({
    name: entry.name.toString(),
    kind: Buffer.from(entry.name.toString()).equals(entry.name) ? kindOf(entry) : 'other',
  }))
}

interface OpenedFile extends ReadableFile {
  /** When it was opened. */
  readonly sizeBytes: number
  into(buffer: Uint8Array, offset: number, mostBytes: number): number
}

function openFile(path: string): OpenedFile {
  const descriptor = attempt('open', path, () => openSync(path, FLAGS))
  const into = (buffer: Uint8Array, offset: number, mostBytes: number) =>
    attempt('read', path, () => readSync(descriptor, buffer, offset, mostBytes, null))
  // One buffer a file: a new one for every piece is memory that the collector gets to see too late.
  let buffer: Uint8Array | undefined
  const opened = fstatSync(descriptor)
  const file = {
    sizeBytes: opened.size,
    facts: () => toFacts(fstatSync(descriptor)),
    into,
    next() {
      buffer ??= Buffer.allocUnsafe(pieceBytes(file.facts().sizeBytes))
      const got = into(buffer, 0, buffer.length)
      return got === 0 ? undefined : buffer.subarray(0, got)
    },
    [Symbol.dispose]: () => closeSync(descriptor),
  }
  if (opened.isFile()) return file
  closeSync(descriptor)
  throw new AssayError('file_unreadable', `${path} is not a regular file`)
}

/** A byte more than the file has, so that the first read meets its end. */
function pieceBytes(sizeBytes: number): number {
  return Math.min(Math.max(sizeBytes + 1, LEAST_PIECE_BYTES), MOST_PIECE_BYTES)
}

function attempt<T>(action: string, path: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw readError(error, action, path)
  }
}

function toFacts(stats: Stats): FileFacts {
  return {
    kind: kindOf(stats),
    sizeBytes: stats.size,
    links: stats.nlink,
    mtimeMs: stats.mtimeMs,
    changedMs: stats.ctimeMs,
    identity: `${stats.dev}:${stats.ino}`,
    ...(process.getuid?.() === stats.uid && {isOpenToOthers: (stats.mode & GROUP_AND_OTHERS) !== 0}),
  }
}

function kindOf(of: {isFile(): boolean; isDirectory(): boolean; isSymbolicLink(): boolean}): FileFacts['kind'] {
  if (of.isSymbolicLink()) return 'link'
  if (of.isFile()) return 'file'
  return of.isDirectory() ? 'directory' : 'other'
}

/** Bytes that this user may still write there; undefined where the file system does not tell. */
export function nodeFreeBytes(folder: string): number | undefined {
  try {
    const {bavail, bsize} = statfsSync(folder)
    return bavail * bsize
  } catch {
    return undefined
  }
}

/** The disk of this machine, for sinks and stores that write. */
export const nodeFiles: Files = Object.freeze({reader: nodeReader, writer: nodeWriter, directories: nodeDirectories})
