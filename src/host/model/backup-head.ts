import {constants, gunzipSync} from 'node:zlib'
import {isRecord} from '#contract/is-record'
import {asCount, asText, readField} from './field.ts'

/** What a backup says of itself in its first member; undefined is what it does not tell. */
export interface BackupHead {
  readonly repositories: number | undefined
  /** SHA-256 in hex over the sorted lines `owner/name oid ref`. */
  readonly refsDigest: string | undefined
  /** What its files take on a disk. */
  readonly unpackedBytes: number | undefined
}

const NAME = 'backup_manifest.json'
const BLOCK = 512
/** More than a manifest of a hundred thousand files takes. */
const MOST_BYTES = 32 * 1024 * 1024

/** The manifest at the head of a `tar.gz`; undefined where there is none. Source: POSIX.1-1988 ustar, the service's form of backups. */
export function readBackupHead(archive: Uint8Array): BackupHead | undefined {
  const head = unpackedHead(archive.subarray(0, MOST_BYTES))
  if (head === undefined || textAt(head, 0, 100) !== NAME) return undefined
  const size = Number.parseInt(textAt(head, 124, 12).trim(), 8)
  if (!Number.isSafeInteger(size) || size <= 0 || BLOCK + size > head.length) return undefined
  const manifest = jsonIn(head.subarray(BLOCK, BLOCK + size))
  if (!isRecord(manifest)) return undefined
  return {
    repositories: readField(manifest, ['counts.repositories', 'counts.repos'], asCount)?.value,
    refsDigest: /^(?:sha256:)?([0-9a-f]{64})$/.exec(readField(manifest, ['refs_digest'], asText)?.value ?? '')?.[1],
    unpackedBytes: unpackedIn(manifest),
  }
}

/** File systems give whole blocks. */
const DISK_BLOCK = 4096

function unpackedIn({files}: Readonly<Record<string, unknown>>): number | undefined {
  if (!Array.isArray(files)) return undefined
  const sizes = files.map((file) => readField(file, ['size'], asCount)?.value)
  if (sizes.some((size) => size === undefined)) return undefined
  return sizes.reduce<number>((sum, size = 0) => sum + Math.ceil(size / DISK_BLOCK) * DISK_BLOCK, 0)
}

/** What the beginning of the bytes unpacks to: the end of them is not asked for. */
function unpackedHead(bytes: Uint8Array): Buffer | undefined {
  try {
    return gunzipSync(bytes, {finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: 64 * MOST_BYTES})
  } catch {
    return undefined
  }
}

const textAt = (bytes: Buffer, at: number, length: number) =>
  bytes.toString('latin1', at, at + length).split('\0', 1)[0] ?? ''

function jsonIn(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', {fatal: true}).decode(bytes))
  } catch {
    return undefined
  }
}
