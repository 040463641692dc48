import {join} from 'node:path'
import type {Files} from '#path/files'

const MOST_BYTES = 4096

/** Which branch the HEAD of a repository in `folder` names; undefined where there is none. */
export function headBranch(folder: string, {files}: {readonly files: Files}): string | undefined {
  const path = join(folder, 'HEAD')
  if (files.reader.facts(path)?.kind !== 'file') return undefined
  return /^ref: refs\/heads\/(.+)$/m.exec(new TextDecoder().decode(files.reader.read(path, MOST_BYTES)))?.[1]
}
