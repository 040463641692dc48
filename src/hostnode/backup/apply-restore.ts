import {dirname} from 'node:path'
import {isRecord} from '#contract/is-record'
import {AssayError} from '#error/assay-error'
import type {Files} from '#path/files'
import {jsonOrNothing} from '../model/json-text.ts'

/** The plan of a swap of folders, kept in a file beside the data directory until the swap is done. */
export interface RestoreMarker {
  /** The folder with the backup. */
  readonly from: string
  /** The folder that it replaces: the data directory, or the target of that link. */
  readonly to: string
  /** Where the previous folder is moved; null if there was none. */
  readonly old: string | null
}

const MOST_BYTES = 64 * 1024

export function markerPath(dataDir: string): string {
  return `${dataDir}.restore.json`
}

/**
 * Finishes a swap that a crash interrupted, whichever of its steps were done, and returns whether there was one. Throws `node_store` for an
 * unreadable marker.
 */
export async function finishRestore(
  dataDir: string,
  {files}: {readonly files: Files},
  passed: (point: 'restore.old-moved' | 'restore.new-moved') => void = () => undefined,
): Promise<boolean> {
  const {reader, writer, directories} = files
  const path = markerPath(dataDir)
  if (reader.facts(path) === undefined) return false
  const {from, to, old} = readMarker(dataDir, files)
  if (reader.facts(from) !== undefined) {
    if (old !== null && reader.facts(old) === undefined && reader.facts(to) !== undefined) await writer.rename(to, old)
    passed('restore.old-moved')
    await writer.rename(from, to)
    await directories.sync(dirname(to))
  }
  passed('restore.new-moved')
  await writer.remove(path)
  await directories.sync(dirname(dataDir))
  return true
}

/** Undoes a swap of which no step could be done, so that a node starts with the present data; one that was begun is left to the next start. */
export async function giveUpRestore(
  dataDir: string,
  {from, to, old}: RestoreMarker,
  {files: {reader, writer, directories}}: {readonly files: Files},
): Promise<void> {
  const isBegun = reader.facts(from) === undefined || (old !== null && reader.facts(to) === undefined)
  if (isBegun) return
  await writer.remove(markerPath(dataDir))
  await directories.sync(dirname(dataDir))
  await directories.removeTree(from)
}

function readMarker(dataDir: string, {reader}: Files): RestoreMarker {
  const value = jsonOrNothing(new TextDecoder().decode(reader.read(markerPath(dataDir), MOST_BYTES)))
  if (isRecord(value) && typeof value['from'] === 'string') {
    const {from, to, old} = value
    // Older releases did not record this: they always replaced the data directory itself.
    return {from, to: typeof to === 'string' ? to : dataDir, old: typeof old === 'string' ? old : null}
  }
  throw new AssayError('node_store', 'the marker of a restore beside the data directory cannot be read')
}
