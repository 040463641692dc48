import {basename, join} from 'node:path'
import {AssayError} from '#error/assay-error'
import type {FileReader} from '#path/files'
import type {RefTable} from '../git/refs.ts'

const MOST_SMALL_BYTES = 1024 * 1024

/** Something to pack: a file on the disk, or bytes. */
export interface BackupSource {
  /** Its name in the archive. */
  readonly path: string
  readonly from: {readonly file: string} | {readonly bytes: Uint8Array}
}

/**
 * The files of a repository as it was when `refs` were recorded. Objects never change, and nobody removes them while a node serves: at most
 * there are surplus objects of later pushes, and no push has to wait. Source of the names: gitrepository-layout(5). Throws `node_store` for an
 * incomplete repository, `node_refused` if it borrows objects of others.
 */
export function repositoryFiles(
  {folder, path, refs}: {readonly folder: string; readonly path: string; readonly refs: RefTable},
  reader: FileReader,
): BackupSource[] {
  refuseBorrowed(folder, path, reader)
  const small = ['HEAD', 'config'].map((name) => ({
    path: `${path}/${name}`,
    from: {bytes: Uint8Array.from(smallFile(join(folder, name), path, reader))},
  }))
  const packed = {path: `${path}/packed-refs`, from: {bytes: new TextEncoder().encode(packedRefs(refs))}}
  const objects = objectFiles(join(folder, 'objects'), reader)
  return [
    ...small,
    packed,
    ...objects.map((name) => ({path: `${path}/objects/${name}`, from: {file: join(folder, 'objects', name)}})),
  ]
}

/** Refuses a repository that borrows objects of others: they would be missing from the archive. */
function refuseBorrowed(folder: string, path: string, reader: FileReader): void {
  const size = reader.facts(join(folder, 'objects', 'info', 'alternates'))?.sizeBytes ?? 0
  if (size === 0) return
  throw new AssayError(
    'node_refused',
    `${path} borrows objects of other repositories (objects/info/alternates), which no backup of it would hold`,
    {
      hint: 'Fetch them with git repack -a -d in that folder, and then remove objects/info/alternates.',
    },
  )
}

function smallFile(file: string, path: string, reader: FileReader): Uint8Array {
  if (reader.facts(file) === undefined)
    throw new AssayError('node_store', `${path} has no ${basename(file)}`, {
      hint: 'Put it back: hostnode verify names everything that is wrong with a repository.',
    })
  return reader.read(file, MOST_SMALL_BYTES)
}

/** The file that `git pack-refs` writes, without the peeled ids of tags: git finds those itself. */
function packedRefs(refs: RefTable): string {
  const lines = [...refs].sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
  return `# pack-refs with: sorted \n${lines.map(([ref, oid]) => `${oid} ${ref}\n`).join('')}`
}

/** Names below `objects` of whole objects and packs. */
function objectFiles(folder: string, reader: FileReader): string[] {
  return reader.list(folder).flatMap(({name, kind}) => {
    // Git makes folders with other names for pushes in progress, and may remove one while it is being read.
    if (kind !== 'directory' || !/^([0-9a-f]{2}|pack)$/.test(name)) return []
    const names = reader.list(join(folder, name)).filter((entry) => entry.kind === 'file')
    const all = new Set(names.map((entry) => entry.name))
    const isWhole = (file: string) =>
      name === 'pack'
        ? /^pack-[0-9a-f]+\.(pack|idx)$/.test(file) && all.has(file.replace(/\w+$/, other(file)))
        : /^[0-9a-f]{38,62}$/.test(file)
    return names.filter((entry) => isWhole(entry.name)).map((entry) => `${name}/${entry.name}`)
  })
}

/** The counterpart of a pack or its index: each is useless without the other. */
function other(file: string): string {
  return file.endsWith('.pack') ? 'idx' : 'pack'
}
