import {basename} from 'node:path'
import {TarPieces} from '#archive/tar-pieces'
import {startSha256} from '#digest/sha256'
import type {FileReader} from '#path/files'
import type {BackupContext} from './backup-context.ts'
import {type BackupManifest, badArchive} from './backup-manifest.ts'
import {type MemberEvent, MemberWatch} from './member-watch.ts'

const MOST_SUM_BYTES = 4096

/** A backup that was read. */
export interface ReadBackup {
  readonly manifest: BackupManifest
  /** Digest of the archive, in hex. */
  readonly sha256: string
  readonly sizeBytes: number
}

/**
 * Reads a backup to its end and extracts nothing: checks the digest beside it, its manifest and every file. `take` receives the contents in
 * order. Throws `archive_refused`, `node_refused` for a newer form, `file_missing`.
 */
export async function readBackup(
  path: string,
  {files, gzip}: Pick<BackupContext, 'files' | 'gzip'>,
  take?: (events: readonly MemberEvent[]) => Promise<void>,
): Promise<ReadBackup> {
  const {reader} = files
  const {sha256, sizeBytes} = checkSum(path, reader)
  let events: MemberEvent[] = []
  const watch = new MemberWatch((event) => {
    if (take === undefined) return
    events.push(typeof event === 'object' && 'piece' in event ? {piece: Uint8Array.from(event.piece)} : event)
  })
  const tar = new TarPieces(watch)
  using file = reader.open(path)
  for await (const piece of gzip.unpack(copies(file))) {
    tar.write(piece)
    if (events.length > 0) await take?.(events)
    events = []
  }
  tar.finish()
  return {manifest: watch.finish(), sha256, sizeBytes}
}

/** Checks the digest of an archive against the `.sha256` file beside it. */
function checkSum(path: string, reader: FileReader) {
  const digest = startSha256()
  using file = reader.open(path)
  const {sizeBytes} = file.facts()
  for (let piece = file.next(); piece !== undefined; piece = file.next()) digest.update(piece)
  const sha256 = digest.digest().replace('sha256:', '')
  const sumPath = `${path}.sha256`
  if (reader.facts(sumPath)?.kind !== 'file') throw badArchive('is unfinished: there is no .sha256 beside it')
  const line = new TextDecoder().decode(reader.read(sumPath, MOST_SUM_BYTES))
  const [, told, name] = /^([0-9a-f]{64}) [ *]([^\n]+)\n$/.exec(line) ?? []
  if (told === undefined || name !== basename(path)) throw badArchive('has a .sha256 beside it that is of another file')
  if (told !== sha256) throw badArchive('does not have the digest of its .sha256')
  return {sha256, sizeBytes}
}

function* copies(file: {next(): Uint8Array | undefined}): Generator<Uint8Array> {
  for (let piece = file.next(); piece !== undefined; piece = file.next()) yield Uint8Array.from(piece)
}
