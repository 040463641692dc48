import {dirname} from 'node:path'
import {isRecord} from '#contract/is-record'
import {AssayError} from '#error/assay-error'
import type {Files} from '#path/files'
import {jsonOrNothing} from '../model/json-text.ts'

/** What a swap of folders is to do: beside the data directory until it is done. */
export interface RestoreMarker {
  /** The folder with the backup. */
  readonly from: string
  /** Where what was there goes; null where nothing was. */
  readonly old: string | null
}

const MOST_BYTES = 64 * 1024

export function markerPath(dataDir: string): string {
  return `${dataDir}.restore.json`
}

/** Ends a swap that a crash cut in two; each part of it may have been done. Whether there was one. Throws `node_store` for a marker that cannot be read. */
export async function finishRestore(
  dataDir: string,
  {files}: {readonly files: Files},
  passed: (point: 'restore.old-moved' | 'restore.new-moved') => void = () => undefined,
): Promise<boolean> {
  const {reader, writer, directories} = files
  const path = markerPath(dataDir)
  if (reader.facts(path) === undefined) return false
  const {from, old} = readMarker(path, files)
  if (reader.facts(from) !== undefined) {
    if (old !== null && reader.facts(old) === undefined && reader.facts(dataDir) !== undefined)
      await writer.rename(dataDir, old)
    passed('restore.old-moved')
    await writer.rename(from, dataDir)
    await directories.sync(dirname(dataDir))
  }
  passed('restore.new-moved')
  await writer.remove(path)
  await directories.sync(dirname(dataDir))
  return true
}

function readMarker(path: string, {reader}: Files): RestoreMarker {
  const value = jsonOrNothing(new TextDecoder().decode(reader.read(path, MOST_BYTES)))
  if (isRecord(value) && typeof value['from'] === 'string')
    return {from: value['from'], old: typeof value['old'] === 'string' ? value['old'] : null}
  throw new AssayError('node_store', 'the marker of a restore beside the data directory cannot be read')
}
