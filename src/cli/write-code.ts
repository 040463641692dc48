import {hereFiles} from '#compose/here-files'
import {writeAtomic} from '#path/write-atomic'
import {systemEntropy} from '#random/system-entropy'
import {publishedCode} from '#redact/safe'
import type {CodeFile} from './kept-code.ts'

/** Writes what `codeToKeep` gave. Nothing depends on it: where it cannot be written, later starts compile as this one did. */
export async function writeCode(files: readonly CodeFile[]): Promise<void> {
  for (const {path, bytes} of files) {
    const ports = {files: hereFiles, entropy: systemEntropy}
    await writeAtomic(path, publishedCode(bytes), ports).catch(() => undefined)
  }
}
