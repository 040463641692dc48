import {mkdtempSync, realpathSync, rmSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'

/** A fresh empty directory, removed when the scope ends: `using dir = tempDir()`. Among temporary files, or below `parent`. */
export function tempDir(parent = tmpdir()): {path: string; [Symbol.dispose](): void} {
  const path = mkdtempSync(join(realpathSync(parent), 'assay-test-'))
  return {path, [Symbol.dispose]: () => rmSync(path, {recursive: true, force: true, maxRetries: 3})}
}
