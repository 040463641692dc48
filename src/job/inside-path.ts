import {AssayError} from '#error/assay-error'
import {resolveInside} from '#path/resolve-inside'
import type {JobPorts} from './step-runner.ts'

/** The real place of a file that a step names, below the current directory. Throws `path_unsafe`. */
export function insidePath(key: string, path: string, {cwd, files}: Pick<JobPorts, 'cwd' | 'files'>): string {
  const place = resolveInside(cwd, path, files.reader)
  if ('path' in place) return place.path
  throw new AssayError('path_unsafe', `the ${key} ${place.message}`)
}

/** The same for a translator: a built-in one has no file. */
export function translatorIn(translator: string, ports: Pick<JobPorts, 'cwd' | 'files'>): string {
  return translator.startsWith('builtin:') ? translator : insidePath('translator', translator, ports)
}
