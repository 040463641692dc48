import {basename, dirname, join} from 'node:path/posix'
import {AssayError, codeOf} from '#error/assay-error'
import type {FileFacts, FileReader} from '#path/files'
import {FOLDERS, JOURNAL, LEDGER, MANIFEST, RUNS} from './layout.ts'

/** The place of an open run: `real` is its folder with every link followed, as it was when the run was made. */
export interface RunPlace {
  readonly folder: string
  readonly real: string | undefined
}

/**
 * An error if somebody else moved, replaced or linked an open run elsewhere: what it has written may be anywhere. `journalBytes`: the bytes
 * written to its journal, if all writes succeeded; more bytes are from others, and break its chain.
 */
export function disturbance(
  place: RunPlace,
  known: Iterable<string>,
  reader: FileReader,
  journalBytes?: number,
): AssayError | undefined {
  const what = findFault(place, known, reader) ?? findForeign(place, journalBytes, reader)
  if (what === undefined) return undefined
  return disturbed(place.folder, what)
}

export function disturbed(folder: string, what: string): AssayError {
  return new AssayError('run_disturbed', `while the run ${basename(folder)} was open, ${what}; it has no verdict`)
}

/** The disturbance behind an error, if there is one; any other error is returned unchanged. */
export function becauseDisturbed(
  error: unknown,
  place: RunPlace,
  known: Iterable<string>,
  reader: FileReader,
): unknown {
  const found = codeOf(error) === 'run_disturbed' ? undefined : disturbance(place, known, reader)
  return found === undefined ? error : new AssayError(found.code, found.message, {cause: error})
}

function findFault({folder, real}: RunPlace, known: Iterable<string>, reader: FileReader): string | undefined {
  if (kindAt(folder, reader) === undefined) return 'its folder was removed'
  if (real === undefined || reader.real(folder) !== real) return 'another folder or a link was put in its place'
  const ledger = kindAt(join(dirname(folder), LEDGER), reader)
  if (ledger !== 'file') return `${RUNS}/${LEDGER} ${told(ledger)}`
  const files = [MANIFEST, JOURNAL, ...known]
  const folders = new Set([...FOLDERS, ...files.flatMap(above)])
  for (const [paths, wanted] of [
    [folders, 'directory'],
    [files, 'file'],
  ] as const) {
    for (const path of paths) {
      const kind = kindAt(join(folder, path), reader)
      if (kind !== wanted) return `its ${path} ${told(kind)}`
    }
  }
  return undefined
}

function findForeign({folder}: RunPlace, bytes: number | undefined, reader: FileReader): string | undefined {
  const isOurs = bytes === undefined || reader.facts(join(folder, JOURNAL))?.sizeBytes === bytes
  return isOurs ? undefined : `somebody else wrote to its ${JOURNAL}`
}

function kindAt(path: string, reader: FileReader): FileFacts['kind'] | undefined {
  return reader.facts(path)?.kind
}

function told(kind: FileFacts['kind'] | undefined): string {
  return kind === undefined ? 'was removed' : `was replaced by a ${kind === 'other' ? 'special file' : kind}`
}

/** The folders inside the run that contain a path. */
function above(path: string): string[] {
  const folder = dirname(path)
  return folder === '.' ? [] : [folder, ...above(folder)]
}
