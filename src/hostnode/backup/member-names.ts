const MOST_NAME_BYTES = 1024
const MOST_PART_BYTES = 255
/** Paths of files in a data directory: the database, repositories, and keys if they were asked for. */
const PLACES = /^(node\.sqlite|keys\/(secrets|node)\.key|repos\/[^/]+(\/[^/]+)+)$/

/** Whether a file of a backup may have this name: relative, in Unicode form NFC, of valid parts, and at a place where a node keeps files. */
export function isMemberName(name: string): boolean {
  return (
    PLACES.test(name) &&
    Buffer.byteLength(name) <= MOST_NAME_BYTES &&
    name === name.normalize('NFC') &&
    // Lone surrogates and control characters.
    !/[\p{Cc}\p{Cs}\\]/u.test(name) &&
    name.split('/').every((part) => part !== '.' && part !== '..' && Buffer.byteLength(part) <= MOST_PART_BYTES)
  )
}

/** What is wrong with a list of names: one is not allowed, appears twice, or is both a file and a folder. Undefined for a good list. */
export function nameFaultOf(names: readonly string[]): string | undefined {
  const files = new Set(names)
  if (names.some((name) => !isMemberName(name))) return 'names a file that leads elsewhere or is none of a node'
  if (files.size !== names.length) return 'names a file twice'
  const isBoth = names.some((name) => {
    for (let end = name.indexOf('/'); end >= 0; end = name.indexOf('/', end + 1))
      if (files.has(name.slice(0, end))) return true
    return false
  })
  return isBoth ? 'names a file that is a folder too' : undefined
}
