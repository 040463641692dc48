import {type BackupHead, readBackupHead} from '#host/model/backup-head'
import type {MeasurementPorts} from '#measurement/ports'
import type {FileReader} from '#path/files'
import type {RestoreRoom} from '../model/hands.ts'

/** More than a manifest of a hundred thousand files takes. */
const MOST_HEAD_BYTES = 32 * 1024 * 1024
/** For journals of the database while it is looked at. */
const BESIDE_BYTES = 1024 * 1024

/** What a backup unpacks to by its own manifest, and how much is free in the folder where its data go. Undefined where either does not tell. */
export function measureRoom(
  file: string,
  folder: string,
  {files: {reader}, space}: Pick<MeasurementPorts, 'files' | 'space'>,
): RestoreRoom | undefined {
  const freeBytes = space.freeBytes(folder)
  const [place] = reader.facts(folder)?.identity.split(':') ?? []
  const unpacked = headOf(file, reader)?.unpackedBytes
  if (freeBytes === undefined || place === undefined || unpacked === undefined) return undefined
  return {neededBytes: unpacked + BESIDE_BYTES, freeBytes, place}
}

/** Only as much of the archive is read as its manifest takes. */
function headOf(file: string, reader: FileReader): BackupHead | undefined {
  const pieces: Uint8Array[] = []
  using archive = reader.open(file)
  for (let size = 0, piece = archive.next(); piece !== undefined && size < MOST_HEAD_BYTES; piece = archive.next()) {
    pieces.push(Uint8Array.from(piece))
    size += piece.length
    const head = readBackupHead(Buffer.concat(pieces))
    if (head !== undefined) return head
  }
  return undefined
}
