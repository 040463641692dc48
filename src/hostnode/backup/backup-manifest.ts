import {isRecord} from '#contract/is-record'
import {AssayError} from '#error/assay-error'

/** Name of the first member of an archive. */
export const MANIFEST_NAME = 'backup_manifest.json'
export const MOST_BACKUP_MANIFEST_BYTES = 256 * 1024 * 1024
const FORMAT_VERSION = 1
const DIGEST = /^sha256:[0-9a-f]{64}$/

/** One file of a backup. `sha256` includes the prefix `sha256:`. */
export interface BackupFile {
  readonly path: string
  readonly size: number
  readonly sha256: string
}

/** Contents of a backup in numbers. `objects` are git objects. */
export interface BackupCounts {
  readonly repositories: number
  readonly objects: number
  readonly refs: number
  readonly users: number
  readonly tokens: number
  readonly hooks: number
}

/** The description that a backup carries of itself. */
export interface BackupManifest {
  readonly format_version: 1
  readonly created_at: string
  readonly node_version: string
  readonly schema_version: number
  readonly node_id: string | null
  readonly quiesced: boolean
  readonly files: readonly BackupFile[]
  /** SHA-256 over the sorted lines `owner/name oid ref`. */
  readonly refs_digest: string
  readonly counts: BackupCounts
  /** Id of the key that opens the secrets of webhooks; null if the node had no key. */
  readonly secrets_key_id: string | null
  /** The last vote of a validator; null if it never voted. */
  readonly last_signed: unknown
  readonly config_sha256: string | null
}

/** Parses a manifest. Throws `archive_refused` for bytes that are no manifest, `node_refused` for a newer format. */
export function parseBackupManifest(bytes: Uint8Array): BackupManifest {
  const value = jsonOf(bytes)
  if (!isRecord(value)) throw badArchive('has a manifest that is none')
  if (Number(value['format_version']) > FORMAT_VERSION)
    throw new AssayError('node_refused', 'the backup is of a newer form', {hint: 'Use the release that made it.'})
  if (!isManifest(value)) throw badArchive('has a manifest that is none')
  return value
}

/** A refusal of an archive. Its message repeats nothing that the archive holds, which may be hostile. */
export function badArchive(what: string): AssayError {
  return new AssayError('archive_refused', `the backup ${what}`, {hint: 'Use another backup; nothing of it was used.'})
}

function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', {fatal: true}).decode(bytes))
  } catch {
    throw badArchive('has a manifest that is none')
  }
}

function isManifest(value: object): value is BackupManifest {
  const {format_version, created_at, node_version, schema_version, files, refs_digest, counts} = Object(value)
  return (
    format_version === FORMAT_VERSION &&
    [created_at, node_version].every((one) => typeof one === 'string' && /^[0-9A-Za-z.:+-]{1,64}$/.test(one)) &&
    isCount(schema_version) &&
    typeof refs_digest === 'string' &&
    DIGEST.test(refs_digest) &&
    isRecord(counts) &&
    ['repositories', 'objects', 'refs', 'users', 'tokens', 'hooks'].every((name) => isCount(counts[name])) &&
    Array.isArray(files) &&
    files.every(isFile)
  )
}

function isFile(value: unknown): value is BackupFile {
  if (!isRecord(value)) return false
  const {path, size, sha256} = value
  return typeof path === 'string' && isCount(size) && typeof sha256 === 'string' && DIGEST.test(sha256)
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0
}
