import {dirname} from 'node:path'
import type {HookDelivery} from '#contract/generated/types'
import {AssayError} from '#error/assay-error'
import type {Files, WritableFile} from '#path/files'
import {makeFolders} from '#path/make-folders'
import type {Redactor} from '#redact/redactor'
import {SeenDeliveries, type SeenDelivery} from './seen-deliveries.ts'

interface RecordPorts {
  readonly files: Files
  readonly redactor: Pick<Redactor, 'line' | 'text'>
}

/** A record of deliveries that is open for more. */
export interface OpenDeliveries {
  readonly seen: SeenDeliveries
  /** On the disk when it returns. Throws `disk_full`, `io_error`, and `workspace_busy` where another process writes here too. */
  append(delivery: HookDelivery, nowMs: number): Promise<void>
  close(): Promise<void>
}

/**
 * Opens the record, makes it where it is missing, and reads which deliveries were processed: so that a restart processes none twice.
 * Throws `file_unreadable`, `workspace_unwritable`, `io_error`.
 */
export async function openDeliveries(path: string, nowMs: number, ports: RecordPorts): Promise<OpenDeliveries> {
  const {reader, writer, directories} = ports.files
  const seen = new SeenDeliveries()
  const isNew = reader.facts(path) === undefined
  const {isTorn, sizeBytes} = isNew ? {isTorn: false, sizeBytes: 0} : readSeen(path, {reader, seen, nowMs})
  if (isNew) await makeFolders(dirname(path), directories)
  const file = await writer.open(path, 'append', {private: true})
  if (isNew) await directories.sync(dirname(path))
  if (isTorn) await file.write(ports.redactor.text('\n'))
  let expected = sizeBytes + (isTorn ? 1 : 0)
  return {
    seen,
    append: async (delivery, atMs) => {
      if (reader.facts(path)?.sizeBytes !== expected) throw shared()
      expected += await writeLine(file, delivery, ports)
      seen.add(seenOf(delivery), atMs)
    },
    close: () => file.close(),
  }
}

async function writeLine(file: WritableFile, delivery: HookDelivery, {redactor}: RecordPorts): Promise<number> {
  const line = redactor.line(delivery)
  await file.write(line)
  await file.sync()
  return Buffer.byteLength(line)
}

function readSeen(
  path: string,
  {reader, seen, nowMs}: {readonly reader: Files['reader']; readonly seen: SeenDeliveries; readonly nowMs: number},
): {isTorn: boolean; sizeBytes: number} {
  using file = reader.open(path)
  const decoder = new TextDecoder()
  let rest = ''
  let sizeBytes = 0
  for (let piece = file.next(); piece !== undefined; piece = file.next()) {
    sizeBytes += piece.length
    const lines = (rest + decoder.decode(piece, {stream: true})).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const one = seenIn(line)
      if (one !== undefined) seen.add(one, nowMs)
    }
  }
  return {isTorn: rest !== '', sizeBytes}
}

function seenOf({id_sha256: idSha256, body_sha256: bodySha256, received_at: at}: HookDelivery): SeenDelivery {
  return {idSha256, bodySha256, atMs: Date.parse(at)}
}

/** What a line says of a delivery that was processed; undefined for half a line that a crash left. */
function seenIn(line: string): SeenDelivery | undefined {
  try {
    const {id_sha256: idSha256, body_sha256: bodySha256, received_at: at}: Partial<HookDelivery> = JSON.parse(line)
    if (typeof idSha256 !== 'string' || typeof bodySha256 !== 'string') return undefined
    const atMs = Date.parse(at ?? '')
    return Number.isFinite(atMs) ? {idSha256, bodySha256, atMs} : undefined
  } catch {
    return undefined
  }
}

function shared(): AssayError {
  return new AssayError('workspace_busy', 'another process writes to the record of deliveries', {
    hint: 'Give each listener a record of its own with --record.',
  })
}
