import {dirname, join} from 'node:path'
import {AssayError} from '#error/assay-error'
import type {Files} from '#path/files'

/** A folder with nothing in it, and the way back: it goes away if it was made here, else only what came into it. */
export interface EmptyFolder {
  readonly path: string
  clear(): Promise<void>
}

/**
 * Makes a folder, or takes one that is empty. Throws `invalid_input` where there is something else or no folder around it, `output_exists` where
 * something is in it, `disk_full`, `workspace_unwritable`, `io_error`.
 */
export async function openEmptyFolder(folder: string, {reader, directories, writer}: Files): Promise<EmptyFolder> {
  const real = reader.real(folder)
  if (real === undefined) {
    if (reader.facts(folder) !== undefined) throw notFolder()
    const parent = reader.real(join(folder, '..'))
    if (parent === undefined) {
      throw new AssayError('invalid_input', 'the folder around --output does not exist', {
        hint: 'Make it first.',
        given: dirname(folder),
      })
    }
    await directories.make(folder)
    return {path: folder, clear: () => directories.removeTree(folder)}
  }
  if (reader.facts(real)?.kind !== 'directory') throw notFolder()
  if (reader.list(real).length > 0) throw new AssayError('output_exists', 'the folder of --output is not empty')
  const clear = async () => {
    for (const {name, kind} of reader.list(real)) {
      const path = join(real, name)
      await (kind === 'directory' ? directories.removeTree(path) : writer.remove(path))
    }
  }
  return {path: real, clear}
}

function notFolder(): AssayError {
  return new AssayError('invalid_input', '--output is there, and is no folder', {hint: 'Choose another --output.'})
}
