import {basename, isAbsolute, join, relative, sep} from 'node:path'
import type {FileReader} from './files.ts'
import {type PathFault, unsafePath} from './safe-relative-path.ts'

const OUTSIDE: PathFault = {rule: 'path_outside', message: 'must not lead outside through a link'}

/**
 * The real place of a safe relative path under a base directory, links followed, whether it exists yet or not; or the
 * fault when the path is not safe, or a link on the way leads out of the base or to nowhere.
 */
export function resolveInside(
  base: string,
  path: string,
  reader: Pick<FileReader, 'facts' | 'real'>,
): {readonly path: string} | PathFault {
  const fault = unsafePath(path)
  if (fault) return fault
  const root = reader.real(base)
  if (root === undefined) return {rule: 'path_base', message: 'has no base directory'}
  let place = root
  for (const part of path.split('/')) {
    const next = join(place, part)
    const real = reader.facts(next) ? reader.real(next) : next
    if (real === undefined || relativeInside(root, real) === undefined) return OUTSIDE
    place = real
  }
  return {path: place}
}

/** A path as seen from a base, slash separated; empty for the base itself, `undefined` outside of it. Looks at names only. */
export function relativeInside(base: string, path: string): string | undefined {
  const seen = relative(base, path)
  const isOutside = seen === '..' || seen.startsWith(`..${sep}`) || isAbsolute(seen)
  return isOutside ? undefined : seen.split(sep).join('/')
}

/** The last part of a path. */
export function fileName(path: string): string {
  return basename(path)
}
