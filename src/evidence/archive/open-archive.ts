import {join} from 'node:path'
import {type ArchiveEntry, type ArchiveList, MOST_UNPACKED_BYTES, refused} from '#archive/archive-entry'
import {tarEntries} from '#archive/tar-entries'
import type {FileReader} from '#path/files'
import {BAGIT, EVIDENCE_MANIFEST} from '../model/bundle-layout.ts'
import {foldName, nameFault} from '../model/payload-name.ts'
import {gunzip} from './gzip.ts'
import {MemoryReader} from './memory-reader.ts'
import {zipEntries} from './zip-entries.ts'

/** A bundle inside an archive, presented as a folder that exists only in memory. */
export interface OpenedArchive {
  readonly folder: string
  readonly reader: FileReader
}

const FOLDER = '/bundle'
/** Longest name: the folder that was packed, and a path that a bundle allows. */
const MOST_NAME_BYTES = 512

/**
 * Opens a zip or a gzipped tar in memory; nothing is unpacked to disk. Throws `archive_refused` for one that cannot hold a packed bundle:
 * damaged, larger than a bundle can be, with links, devices or encrypted entries, names that lead out of it, or names that fall together.
 * Throws `document_size`.
 */
export function openArchive(path: string, reader: FileReader): OpenedArchive {
  const bytes = reader.read(path, MOST_UNPACKED_BYTES)
  const list = listOf(bytes)
  const entries = list.entries.map(({path: name, content}) => ({path: here(name), content}))
  checkNames(entries)
  checkFolders(list.folders, entries)
  const top = topFolder(entries)
  const files = new Map(entries.map(({path: name, content}) => [join(FOLDER, name.slice(top.length)), content]))
  return {folder: FOLDER, reader: new MemoryReader(files)}
}

const here = (name: string) => name.replace(/^\.\//, '')

/** Refuses empty folders: unpacked, they would exist beside the files. */
function checkFolders(folders: readonly string[], entries: readonly ArchiveEntry[]): void {
  // An archive may list any number of both: each name is looked at only once.
  const held = new Set([''])
  for (const {path} of entries)
    for (let end = path.indexOf('/'); end >= 0; end = path.indexOf('/', end + 1)) held.add(path.slice(0, end + 1))
  if (folders.some((name) => !held.has(here(name.endsWith('/') ? name : `${name}/`))))
    throw refused('holds an empty folder')
}

function listOf(bytes: Uint8Array): ArchiveList {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return tarEntries(gunzip(bytes))
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return zipEntries(bytes)
  throw refused('is neither a zip nor a gzipped tar')
}

/** Checks names as on a disk that ignores case: no name stands for two files, and none for a file and a folder. */
function checkNames(entries: readonly ArchiveEntry[]): void {
  const files = new Set<string>()
  const folders = new Map<string, string>()
  for (const {path} of entries) {
    const fault = nameFault(path, MOST_NAME_BYTES)
    if (fault !== undefined) throw refused(`has an entry whose name ${fault}`)
    const folded = foldName(path)
    if (files.has(folded)) throw refused('has two entries that are one on some disks')
    files.add(folded)
    for (let end = path.indexOf('/'); end >= 0; end = path.indexOf('/', end + 1)) {
      const head = path.slice(0, end)
      if ((folders.get(foldName(head)) ?? head) !== head) throw refused('has two folders that are one on some disks')
      folders.set(foldName(head), head)
    }
  }
  if ([...files].some((name) => folders.has(name))) throw refused('has an entry that is a file and a folder')
}

/** The common prefix of all names if the folder of the bundle was packed; empty if only its content was. */
function topFolder(entries: readonly ArchiveEntry[]): string {
  const first = entries[0]?.path ?? ''
  const top = first.slice(0, first.indexOf('/') + 1)
  const has = (name: string) => entries.some(({path}) => path === `${top}${name}`)
  return entries.every(({path}) => path.startsWith(top)) && (has(BAGIT) || has(EVIDENCE_MANIFEST)) ? top : ''
}
