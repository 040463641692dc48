import {resolve} from 'node:path'

/** Where a path given by a caller leads: seen from `base`, itself absolute. Looks at names only. */
export function absolutePath(base: string, path: string): string {
  return resolve(base, path)
}
