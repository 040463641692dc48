import {basename, join} from 'node:path'
import {AssayError} from '#error/assay-error'
import type {FileReader} from '#path/files'
import type {RefTable} from '../git/refs.ts'

const MOST_SMALL_BYTES = 1024 * 1024

/** Something to be packed: a file of the disk, or bytes. */
export interface BackupSource {
  /** Its name in the archive. */
  readonly path: string
  readonly from: {readonly file: string} | {readonly bytes: Uint8Array}
}

/**
 * The files of a repository as it was when `refs` were recorded. Objects never change and nobody removes them while a node serves, so that those of later
 * pushes are the only ones too many, and no push has to wait. Source of the names: gitrepository-layout(5). Throws `node_store` where it is not whole,
 * `node_refused` where its objects are elsewhere.
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

/** What it borrows of other repositories is in no archive of it. */
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

/** What git writes with `pack-refs`, without the ids that tags lead to: it finds them itself. */
function packedRefs(refs: RefTable): string {
  const lines = [...refs].sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
  return `# pack-refs with: sorted \n${lines.map(([ref, oid]) => `${oid} ${ref}\n`).join('')}`
}

/** Names below `objects`: those that are whole. */
function objectFiles(folder: string, reader: FileReader): string[] {
  return reader.list(folder).flatMap(({name, kind}) => {
    // Git makes folders of other names for pushes that are under way, and may take one away while it is looked at.
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

/** A pack is of use with its index alone. */
function other(file: string): string {
  return file.endsWith('.pack') ? 'idx' : 'pack'
}
