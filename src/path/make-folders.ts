import {dirname} from 'node:path'
import type {Directories} from './files.ts'

/** A folder and all above it that are missing. Throws as the first that cannot be made. */
export async function makeFolders(folder: string, directories: Pick<Directories, 'make'>): Promise<void> {
  const parent = dirname(folder)
  try {
    await directories.make(folder)
  } catch (error) {
    if (parent === folder) throw error
    await makeFolders(parent, directories)
    await directories.make(folder)
  }
}
