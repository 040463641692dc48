import {dirname} from 'node:path'
import type {FileReader} from './files.ts'

/** Whether another disk begins at a folder: no rename takes its place. One of the same disk that is mounted a second time cannot be told. */
export function isMountPoint(path: string, reader: Pick<FileReader, 'facts'>): boolean {
  const disk = (at: string) => reader.facts(at)?.identity.split(':')[0]
  const [own, around] = [disk(path), disk(dirname(path))]
  return own !== undefined && around !== undefined && own !== around
}
