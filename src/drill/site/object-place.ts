import {join} from 'node:path'
import type {Files} from '#path/files'

/** A pack of a repository, else a loose object; paths are relative to the home of the drill. */
export function objectIn(folder: string, home: string, {reader}: Pick<Files, 'reader'>): string {
  const names = (path: string) => reader.list(join(home, path)).map(({name}) => name)
  const objects = join(folder, 'objects')
  const pack = names(join(objects, 'pack')).find((name) => name.endsWith('.pack'))
  if (pack !== undefined) return join(objects, 'pack', pack)
  const loose = names(objects).find((name) => /^[0-9a-f]{2}$/.test(name)) ?? ''
  return join(objects, loose, names(join(objects, loose))[0] ?? '')
}
