import {mkdtempSync, realpathSync, rmSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {memoryFolder} from './memory-folder.ts'

/** Who says where temporary files belong gets them there; else they are kept in memory, where that may be done. */
const HOME = realpathSync((process.env['TMPDIR'] ? undefined : memoryFolder()) ?? tmpdir())

/** A fresh empty directory, removed when the scope ends: `using dir = tempDir()`. */
export function tempDir(): {path: string; [Symbol.dispose](): void} {
  const path = mkdtempSync(join(HOME, 'assay-test-'))
  return {path, [Symbol.dispose]: () => rmSync(path, {recursive: true, force: true, maxRetries: 3})}
}
