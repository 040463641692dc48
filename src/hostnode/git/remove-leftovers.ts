import {join} from 'node:path'
import type {Files} from '#path/files'

/**
 * Removes what a killed git leaves in a repository: locks, quarantines, partial objects. No git may be working in it. Returns the number
 * removed. Sources: gitrepository-layout(5), git's lockfile.c, tmp-objdir.c and object-file.c.
 */
export async function removeLeftovers(folder: string, {reader, directories, writer}: Files): Promise<number> {
  let removed = 0
  const remove = async (path: string, isFolder: boolean) => {
    await (isFolder ? directories.removeTree(path) : writer.remove(path))
    removed++
  }
  const inFolder = async (path: string, isLeft: (name: string) => boolean, goesOn: (name: string) => boolean) => {
    if (reader.facts(path)?.kind !== 'directory') return
    for (const {name, kind} of reader.list(path)) {
      const isFolder = kind === 'directory'
      if (isLeft(name)) await remove(join(path, name), isFolder)
      else if (isFolder && goesOn(name)) await inFolder(join(path, name), isLeft, goesOn)
    }
  }
  await inFolder(folder, isLock, (name) => name === 'info')
  await inFolder(join(folder, 'refs'), isLock, () => true)
  await inFolder(join(folder, 'objects'), isHalf, (name) => /^([0-9a-f]{2}|pack|info)$/.test(name))
  return removed
}

/** Removes objects of unfinished pushes, which git leaves behind when told to end. No push may be in progress. */
export async function removeQuarantines(folder: string, {reader, directories}: Files): Promise<void> {
  const objects = join(folder, 'objects')
  for (const {name} of reader.list(objects))
    if (/^(tmp_objdir-)?incoming-/.test(name)) await directories.removeTree(join(objects, name))
}

/** Refs cannot have such a name, so these files are locks. */
function isLock(name: string): boolean {
  return name.endsWith('.lock')
}

function isHalf(name: string): boolean {
  return isLock(name) || /^(incoming-|tmp_)/.test(name)
}
