import {AssayError} from '#error/assay-error'
import type {FileReader} from './files.ts'

/** Whether a file is there, also behind links. What cannot be looked at, in the folder of another user or behind a loop of links, cannot be started or read either. */
export function isReachableFile(path: string, reader: Pick<FileReader, 'real' | 'facts'>): boolean {
  try {
    const real = reader.real(path)
    return real !== undefined && reader.facts(real)?.kind === 'file'
  } catch (error) {
    if (error instanceof AssayError && error.code === 'file_unreadable') return false
    throw error
  }
}
