import {join} from 'node:path'
import type {FileFacts, FileReader} from '#path/files'
import {UNSPELT} from '#path/safe-relative-path'
import type {FoundFile} from '../model/candidates.ts'

const MOST_FILES = 100_000
const MOST_LEVELS = 32

/** Facts for a name that is not UTF-8: the file exists but cannot be examined. */
const UNREACHED: FileFacts = {kind: 'other', sizeBytes: 0, links: 1, mtimeMs: 0, changedMs: 0, identity: ''}

/**
 * Every name below a folder: files, links (never followed), other kinds, and empty folders. Sorted by path. `isWhole` is false for a tree
 * with more names or levels than evidence can have: the rest was not examined.
 */
export function listFiles(folder: string, reader: FileReader): {found: FoundFile[]; isWhole: boolean} {
  const found: FoundFile[] = []
  const isWhole = collect(folder, '', reader, found)
  return {found: found.sort((a, b) => (a.path < b.path ? -1 : 1)), isWhole}
}

function collect(folder: string, below: string, reader: FileReader, found: FoundFile[]): boolean {
  if (below.split('/').length > MOST_LEVELS) return false
  const entries = reader.list(join(folder, below))
  if (entries.length === 0 && below !== '') keep(folder, below, reader, found)
  for (const {name, kind} of entries) {
    const path = below === '' ? name : `${below}/${name}`
    if (kind === 'other' && name.includes(UNSPELT)) found.push({path, facts: UNREACHED})
    else if (kind !== 'directory') keep(folder, path, reader, found)
    else if (!collect(folder, path, reader, found)) return false
    if (found.length > MOST_FILES) return false
  }
  return true
}

function keep(folder: string, path: string, reader: FileReader, found: FoundFile[]): void {
  const facts = reader.facts(join(folder, path))
  // The file is gone since it was listed: if it is needed, the digests will show that.
  if (facts) found.push({path, facts})
}
