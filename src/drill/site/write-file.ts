import {join} from 'node:path'
import type {DrillPorts} from './drill-ports.ts'

/** A file below a folder that is there. What lies where programs are looked for first is one. */
export async function putFile(
  home: string,
  {path, text}: {readonly path: string; readonly text: string},
  {files, redactor}: Pick<DrillPorts, 'files' | 'redactor'>,
): Promise<void> {
  for (const at of foldersAbove(path)) await files.directories.make(join(home, at))
  const file = await files.writer.open(join(home, path), 'new', {program: path.startsWith('trap/')})
  try {
    await file.write(redactor.text(text))
    await file.sync()
  } finally {
    await file.close()
  }
}

/** The folders that a path leads through, the outermost first. */
function foldersAbove(path: string): string[] {
  const parts = path.split('/').slice(0, -1)
  return parts.map((_, at) => parts.slice(0, at + 1).join('/'))
}
