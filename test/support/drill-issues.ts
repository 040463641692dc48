import {writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {loadDrill} from '#drill/read/load-drill'
import {AssayError, type Issue} from '#error/assay-error'
import {nodeFiles} from '#path/node-files'
import {Redactor} from '#redact/redactor'
import {tempDir} from './temp-dir.ts'

/** What is wrong with a drill of this text; nothing where it is one. */
export async function drillIssues(text: string): Promise<readonly Issue[]> {
  using dir = tempDir()
  const path = join(dir.path, 'drill.yaml')
  writeFileSync(path, text)
  try {
    await loadDrill(path, {reader: nodeFiles.reader, redactor: new Redactor()})
    return []
  } catch (error) {
    if (error instanceof AssayError && error.code === 'drill_invalid') return error.issues
    throw error
  }
}
