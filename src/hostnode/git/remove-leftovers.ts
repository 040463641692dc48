import {join} from 'node:path'
import type {Files} from '#path/files'

/**
 * Takes away what git leaves in a repository when it is killed: locks, quarantines, halves of objects. No git may be at work in it. How many there were.
 * Sources: gitrepository-layout(5), git's lockfile.c, tmp-objdir.c and object-file.c.
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

/** Objects of pushes that did not come to their end, which git leaves where it is told to end. No push may be under way. */
export async function removeQuarantines(folder: string, {reader, directories}: Files): Promise<void> {
  const objects = join(folder, 'objects')
  for (const {name} of reader.list(objects))
    if (/^(tmp_objdir-)?incoming-/.test(name)) await directories.removeTree(join(objects, name))
}

/** No ref may be named so. */
function isLock(name: string): boolean {
  return name.endsWith('.lock')
}

function isHalf(name: string): boolean {
  return isLock(name) || /^(incoming-|tmp_)/.test(name)
}
