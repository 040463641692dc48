import {join} from 'node:path'
import type {FileReader} from '#path/files'
import type {Globs} from '#path/glob'
import {resolveInside} from '#path/resolve-inside'

/** What a pattern matched below a folder, sorted. `unfit`: a link, a path out of the folder, or a name that is unsafe elsewhere. */
export interface FoundOutputs {
  readonly fit: readonly string[]
  readonly unfit: readonly string[]
}

/** Regular files that match; links are neither followed nor kept. What cannot be kept is told, not dropped. */
export async function findOutputs(
  pattern: string,
  cwd: string,
  ports: {readonly globs: Globs; readonly reader: FileReader},
): Promise<FoundOutputs> {
  const found = (await ports.globs.match(pattern, cwd)).sort()
  const isFit = (path: string) => isInside(path, cwd, ports.reader)
  return {fit: found.filter(isFit), unfit: found.filter((path) => !isFit(path))}
}

function isInside(path: string, cwd: string, reader: FileReader): boolean {
  return 'path' in resolveInside(cwd, path, reader) && reader.facts(join(cwd, path))?.kind === 'file'
}
