import {mkdirSync, writeFileSync} from 'node:fs'
import {dirname, join} from 'node:path'
import type {CallerDocument} from '#document/document'
import {loadDocument} from '#document/load-document'
import {nodeReader} from '#path/node-files'
import {tempDir} from './temp-dir.ts'

/** Writes one document and loads it; limit 256 KiB. */
export async function loadText(name: string, content: string | Uint8Array): Promise<CallerDocument> {
  using dir = tempDir()
  const path = join(dir.path, name)
  mkdirSync(dirname(path), {recursive: true})
  writeFileSync(path, content)
  return await loadDocument({path, name, limitBytes: 256 * 1024}, nodeReader)
}
