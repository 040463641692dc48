import {basename, dirname, join} from 'node:path'
import {TAR_END, tarHead, tarPadding} from '#archive/tar'
import {startSha256} from '#digest/sha256'
import {AssayError} from '#error/assay-error'
import type {FileReader} from '#path/files'
import {writeAtomic} from '#path/write-atomic'
import type {BackupContext} from './backup-context.ts'
import {type BackupFile, type BackupManifest, MANIFEST_NAME} from './backup-manifest.ts'
import type {BackupSource} from './repository-files.ts'

/** Path, size and digest of each source, in the order of the sources. */
export function digestFiles(sources: readonly BackupSource[], reader: FileReader): BackupFile[] {
  return sources.map((source) => {
    const digest = startSha256()
    let size = 0
    for (const piece of piecesOf(source, reader)) {
      digest.update(piece)
      size += piece.length
    }
    return {path: source.path, size, sha256: digest.digest()}
  })
}

/**
 * Writes the archive, complete or not at all: beside its place, synced, renamed, and only then the file with its digest, without which it
 * counts as unfinished. Returns the digest in hex.
 */
export async function writeBackup(
  {output, scratch}: {readonly output: string; readonly scratch: string},
  {manifest, sources}: {readonly manifest: BackupManifest; readonly sources: readonly BackupSource[]},
  ports: BackupContext,
): Promise<string> {
  const {files, redactor, gzip, crashAt} = ports
  const made = join(scratch, 'archive')
  const digest = startSha256()
  const safe = redactor.pieces()
  const file = await files.writer.open(made, 'new', {private: true})
  try {
    for await (const piece of gzip.pack(tarOfBackup(manifest, sources, files.reader))) {
      digest.update(piece)
      await file.write(safe(piece))
    }
    await file.sync()
  } finally {
    await file.close()
  }
  crashAt('backup.create.written')
  await files.writer.rename(made, output)
  await files.directories.sync(dirname(output))
  crashAt('backup.create.renamed')
  const sha256 = digest.digest().replace('sha256:', '')
  const line = new TextEncoder().encode(`${sha256}  ${basename(output)}\n`)
  await writeAtomic(`${output}.sha256`, redactor.bytes(line), ports, {forOthers: true})
  return sha256
}

async function* tarOfBackup(
  manifest: BackupManifest,
  sources: readonly BackupSource[],
  reader: FileReader,
): AsyncGenerator<Uint8Array> {
  const own = new TextEncoder().encode(`${JSON.stringify(manifest)}\n`)
  yield tarHead(MANIFEST_NAME, own.length)
  yield own
  yield tarPadding(own.length)
  for (const [at, {path, size, sha256}] of manifest.files.entries()) {
    const source = sources[at]
    if (source === undefined) break
    yield tarHead(path, size)
    const digest = startSha256()
    for (const piece of piecesOf(source, reader)) {
      digest.update(piece)
      yield Uint8Array.from(piece)
    }
    if (digest.digest() !== sha256)
      throw new AssayError('io_error', 'a file changed while it was packed', {hint: 'Make the backup again.'})
    yield tarPadding(size)
  }
  yield TAR_END
}

function* piecesOf({from}: BackupSource, reader: FileReader): Generator<Uint8Array> {
  if ('bytes' in from) {
    yield from.bytes
    return
  }
  using file = reader.open(from.file)
  for (let piece = file.next(); piece !== undefined; piece = file.next()) yield piece
}
