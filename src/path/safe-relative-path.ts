import {basename, isAbsolute, join, relative, resolve, sep} from 'node:path'
import type {FileReader} from './files.ts'

/** In place of the bytes of a name that are no UTF-8. */
export const UNSPELT = '\uFFFD'

/** Where a path given by a caller leads: seen from `base`, itself absolute. Looks at names only. */
export function absolutePath(base: string, path: string): string {
  return resolve(base, path)
}

/** Which rule a path breaks, in words that hold no part of it. */
export interface PathFault {
  readonly rule: string
  readonly message: string
}

const MOST_BYTES = 200
const MOST_PART_BYTES = 100
const BARRED = /[\\$%<>:"|?*]|[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u
// Windows answers to these in every directory, whatever the case and the ending. Source: Win32, Naming Files.
const DEVICE = /^(?:con|prn|aux|nul|conin|conout|clock|(?:com|lpt)[0-9¹²³]) *(?:\.|$)/i
const ENV_FILE = /^\.env(?:\.|$)/i

/** The first test that a path meets decides; what is most telling about it comes first. */
const WHOLE: readonly (readonly [broken: (path: string) => boolean, rule: string, message: string])[] = [
  [(path) => path === '', 'path_empty', 'must not be empty'],
  [(path) => /^[/\\]/.test(path), 'path_absolute', 'must be relative, without a leading slash'],
  [(path) => path.startsWith('~'), 'path_home', 'must not start with ~'],
  [(path) => /^[A-Za-z]:/.test(path), 'path_drive', 'must not start with a drive'],
  [(path) => Buffer.byteLength(path) > MOST_BYTES, 'path_length', `must have at most ${MOST_BYTES} bytes`],
  [(path) => BARRED.test(path), 'path_character', 'must not contain \\ $ % < > : " | ? * or control characters'],
  [(path) => path !== path.normalize('NFC'), 'path_nfc', 'must be in Unicode form NFC'],
]
const PART: typeof WHOLE = [
  [(part) => part === '', 'path_empty_part', 'must not contain an empty part'],
  [(part) => part === '.', 'path_dot', 'must not contain a . part'],
  [(part) => part === '..', 'path_traversal', 'must not contain a .. part'],
  [
    (part) => Buffer.byteLength(part) > MOST_PART_BYTES,
    'path_length',
    `parts must have at most ${MOST_PART_BYTES} bytes`,
  ],
  [(part) => ENV_FILE.test(part), 'path_env_file', 'must not name a .env file'],
  [(part) => DEVICE.test(part), 'path_device', 'must not contain a Windows device name'],
  [(part) => /[. ]$/.test(part), 'path_trailing', 'parts must not end in a dot or a space'],
]

/** Why a path is not a safe relative path on every system; `undefined` for one that is. Where links lead is `resolveInside`'s question. */
export function unsafePath(path: string): PathFault | undefined {
  const parts = path.split('/')
  const found = WHOLE.find(([broken]) => broken(path)) ?? PART.find(([broken]) => parts.some((part) => broken(part)))
  return found && {rule: found[1], message: found[2]}
}

export const OUTSIDE: PathFault = {rule: 'path_outside', message: 'must not lead outside through a link'}

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
