import {basename, join} from 'node:path'
import {Allowance, type ArchiveEntry} from '#archive/archive-entry'
import {tarOf} from '#archive/tar'
import type {Digest} from '#contract/ids'
import {sha256} from '#digest/sha256'
import type {Files} from '#path/files'
import {type NameSource, writeAtomic} from '#path/write-atomic'
import type {Redactor} from '#redact/redactor'
import {listFiles} from '../read/list-files.ts'
import type {ArchiveKind} from './archive-kind.ts'
import {gzipOf} from './gzip.ts'
import {zipOf} from './zip.ts'

export interface WrittenArchive {
  readonly path: string
  readonly sha256: Digest
  readonly sizeBytes: number
}

/**
 * Packs a complete bundle with its folder as the only name at the top level. Equal bundles give equal bytes. Throws `archive_refused` for
 * one too large to be read back.
 */
export async function writeArchive(
  bundle: string,
  {path, kind}: {readonly path: string; readonly kind: ArchiveKind},
  ports: {readonly files: Files; readonly entropy: NameSource; readonly redactor: Redactor},
): Promise<WrittenArchive> {
  const {reader} = ports.files
  const allowance = new Allowance()
  const top = basename(bundle)
  const entries = listFiles(bundle, reader).found.map(({path: name, facts}): ArchiveEntry => {
    allowance.take(facts.sizeBytes)
    return {path: `${top}/${name}`, content: reader.read(join(bundle, name))}
  })
  const bytes = kind === 'zip' ? zipOf(entries) : gzipOf(tarOf(entries))
  await writeAtomic(path, ports.redactor.bytes(bytes), ports, {forOthers: true})
  return {path, sha256: sha256(bytes), sizeBytes: bytes.length}
}
