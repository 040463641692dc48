import {join} from 'node:path'
import {AssayError} from '#error/assay-error'
import type {FileReader} from '#path/files'
import type {Operation} from '../model/operation.ts'
import type {Recordings} from '../model/recordings.ts'

const LIMIT_BYTES = 16 * 1024 * 1024

/** The recorded replies of these operations, which are shipped with Assay. Throws `file_missing` if they are not there. */
export async function loadRecordings(
  folder: string,
  operations: readonly Operation[],
  reader: Pick<FileReader, 'facts' | 'read'>,
): Promise<Recordings> {
  const found = operations.map((operation): [Operation, Uint8Array] => {
    const path = join(folder, `${operation}.ndjson`)
    if (!reader.facts(path)) throw new AssayError('file_missing', `the recorded replies of ${operation} are missing`)
    return [operation, reader.read(path, LIMIT_BYTES)]
  })
  return Object.fromEntries(found)
}
