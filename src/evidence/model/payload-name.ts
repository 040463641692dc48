const MOST_PATH_BYTES = 200
const MOST_PART_BYTES = 100
const FORBIDDEN = /[\\$%<>:"|?*]|[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]/u
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\..*)?$/iu
const SECRET_FILE = /^\.env(?:\..*)?$/i

/**
 * Why a slash-separated name is unsafe on some file system or in some shell that may unpack a bundle; `undefined` for a safe one.
 * `mostBytes` limits the whole path. `%` is refused because BagIt and tools disagree on its escapes.
 */
export function nameFault(path: string, mostBytes = MOST_PATH_BYTES): string | undefined {
  if (Buffer.byteLength(path) > mostBytes) return `is longer than ${mostBytes} bytes`
  if (path.startsWith('/') || path.startsWith('~')) return 'leads out of the bundle'
  if (!path.isWellFormed() || FORBIDDEN.test(path)) return 'has a character that is not allowed in names'
  if (path !== path.normalize('NFC')) return 'is not in Unicode form NFC'
  for (const part of path.split('/')) {
    const fault = partFault(part)
    if (fault) return fault
  }
  return undefined
}

function partFault(part: string): string | undefined {
  if (part === '' || part === '.' || part === '..') return 'has an empty, . or .. part'
  if (Buffer.byteLength(part) > MOST_PART_BYTES) return `has a part longer than ${MOST_PART_BYTES} bytes`
  if (DEVICE.test(part)) return 'has the name of a Windows device'
  if (/[. ]$/.test(part) || part.startsWith(' '))
    return 'has a part that begins or ends with a space or ends with a dot'
  if (SECRET_FILE.test(part)) return 'has the name of an environment file'
  return undefined
}

/** A form of the name that ignores case and Unicode form: names with equal forms are one name on some file systems. */
export function foldName(path: string): string {
  return path.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC')
}
