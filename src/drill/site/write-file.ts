import {join} from 'node:path'
import type {DrillFile} from '#contract/generated/types'
import type {DrillPorts} from './drill-ports.ts'

/** Lays a file of the drill where the application looks for it. What lies where programs are looked for first is one. */
export async function writeFile(home: string, {path, text}: DrillFile, {files, redactor}: DrillPorts): Promise<void> {
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
