import {isAbsolute, resolve} from 'node:path'
import {fileURLToPath} from 'node:url'
import {AssayError} from '#error/assay-error'

/** A path as a caller may give it. */
export type Place = string | URL

/**
 * Where a place lies: an absolute path stays, a relative one is seen from `base`. The folder of the process is never asked. Throws
 * `invalid_input` for a relative path without a base, and for a URL that is no `file:` URL of this machine.
 */
export function pathOf(name: string, place: Place, base?: string): string {
  const path = placeText(name, place)
  if (isAbsolute(path)) return resolve(path)
  if (base !== undefined) return resolve(base, path)
  throw new AssayError('invalid_input', `${name} is a relative path, and nothing says where it starts`, {
    hint: 'Give an absolute path such as join(import.meta.dirname, "runs"), a file: URL, or cwd beside it.',
  })
}

/** A place as text: seen from nowhere yet, for use cases that take paths as a caller writes them. */
export function placeText(name: string, place: Place): string {
  if (typeof place === 'string') return place
  try {
    return fileURLToPath(place)
  } catch (error) {
    throw new AssayError('invalid_input', `${name} is no file: URL of this machine`, {cause: error})
  }
}

/** A place as text; undefined where none was given. Throws `invalid_input`. */
export function textIfGiven(name: string, place: Place | undefined): string | undefined {
  return place === undefined ? undefined : placeText(name, place)
}
