/** Bytes after which lines go on in a further file: a bundle takes no file above a million, and masking may lengthen a line. */
export const MOST_SEGMENT_BYTES = 900_000

/** The files that lines of one path are kept in: the path itself, then `name-0002.ndjson` and so on. `at` counts from 1. */
export function segmentPath(path: string, at: number): string {
  if (at === 1) return path
  const dot = path.lastIndexOf('.')
  return `${path.slice(0, dot)}-${String(at).padStart(4, '0')}${path.slice(dot)}`
}

/** What the manifest calls the file: labels are unique, and the plain one is the first file's. */
export function segmentLabel(label: string, at: number): string {
  return at === 1 ? label : `${label}-${String(at).padStart(4, '0')}`
}
