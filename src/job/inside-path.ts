import {isRunId} from '#contract/ids'
import {AssayError} from '#error/assay-error'
import type {MeasurementPorts} from '#measurement/ports'
import {resolveInside} from '#path/safe-relative-path'

/** The real place of a file that a step names, below the current directory. Throws `path_unsafe`. */
export function insidePath(key: string, path: string, {cwd, files}: Pick<MeasurementPorts, 'cwd' | 'files'>): string {
  const place = resolveInside(cwd, path, files.reader)
  if ('path' in place) return place.path
  throw new AssayError('path_unsafe', `the ${key} ${place.message}`)
}

const WORD = /^(builtin:|latest(:[a-z]+)?$)/

/** What the option of a step names: a built-in thing, the newest run or the id of one as it is, a file as its real path. Throws `path_unsafe`. */
export function placeIn(key: string, name: string, ports: Pick<MeasurementPorts, 'cwd' | 'files'>): string {
  return WORD.test(name) || isRunId(name) ? name : insidePath(key, name, ports)
}
