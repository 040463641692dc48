import {join} from 'node:path'
import type {FileReader} from '#path/files'

/** Bytes of all regular files below a path; links are not followed, and what cannot be read counts as 0. */
export function treeSize(path: string, reader: FileReader): number {
  try {
    const facts = reader.facts(path)
    if (facts?.kind !== 'directory') return facts?.kind === 'file' ? facts.sizeBytes : 0
    return reader.list(path).reduce((sum, {name}) => sum + treeSize(join(path, name), reader), 0)
  } catch {
    return 0
  }
}
