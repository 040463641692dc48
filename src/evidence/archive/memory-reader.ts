import {AssayError} from '#error/assay-error'
import type {DirectoryEntry, FileFacts, FileReader} from '#path/files'

/** Regular files in memory under one folder, as a map from absolute paths to bytes. */
export class MemoryReader implements FileReader {
  readonly #files: ReadonlyMap<string, Uint8Array>
  readonly #folders: ReadonlyMap<string, DirectoryEntry[]>

  constructor(
    files: ReadonlyMap<string, Uint8Array>,
    folders: ReadonlyMap<string, DirectoryEntry[]> = foldersOf(files.keys()),
  ) {
    this.#files = files
    this.#folders = folders
  }

  /** This reader with one more file, or with new content for a file that it has. */
  with(path: string, content: Uint8Array): MemoryReader {
    return new MemoryReader(new Map([...this.#files, [path, content]]), this.#folders)
  }

  facts(path: string): FileFacts | undefined {
    const sizeBytes = this.#files.get(path)?.length
    const kind = sizeBytes !== undefined ? 'file' : this.#folders.has(path) ? 'directory' : undefined
    return kind && {kind, sizeBytes: sizeBytes ?? 0, links: 1, mtimeMs: 0, identity: path}
  }

  list(path: string): DirectoryEntry[] {
    const entries = this.#folders.get(path)
    if (!entries) throw new AssayError('file_missing', 'there is no such folder')
    return entries
  }

  read(path: string, limitBytes = Number.MAX_SAFE_INTEGER): Uint8Array {
    const content = this.#content(path)
    if (content.length > limitBytes) throw new AssayError('document_size', 'the file is too large')
    return content
  }

  open(path: string) {
    const content = this.#content(path)
    let isRead = content.length === 0
    return {
      facts: () => ({kind: 'file' as const, sizeBytes: content.length, links: 1, mtimeMs: 0, identity: path}),
      next() {
        if (isRead) return undefined
        isRead = true
        return content
      },
      [Symbol.dispose]() {},
    }
  }

  real(path: string): string | undefined {
    return this.facts(path) && path
  }

  #content(path: string): Uint8Array {
    const content = this.#files.get(path)
    if (!content) throw new AssayError('file_missing', 'there is no such file')
    return content
  }
}

function foldersOf(paths: Iterable<string>): Map<string, DirectoryEntry[]> {
  const folders = new Map<string, Map<string, DirectoryEntry['kind']>>()
  for (const path of paths) {
    let kind: DirectoryEntry['kind'] = 'file'
    for (let name = path; name !== ''; ) {
      const at = name.lastIndexOf('/')
      const parent = name.slice(0, at)
      const entries = folders.get(parent) ?? new Map<string, DirectoryEntry['kind']>()
      folders.set(parent, entries.set(name.slice(at + 1), kind))
      kind = 'directory'
      name = parent
    }
  }
  return new Map([...folders].map(([path, entries]) => [path, sorted(entries)]))
}

function sorted(entries: ReadonlyMap<string, DirectoryEntry['kind']>): DirectoryEntry[] {
  return [...entries].map(([name, kind]) => ({name, kind})).sort((a, b) => (a.name < b.name ? -1 : 1))
}
