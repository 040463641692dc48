import {chmodSync, mkdirSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'

/** A program of a folder that is found by its name. */
export function putProgram(bin: string, name: string, script: string): void {
  mkdirSync(bin, {recursive: true})
  writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`)
  chmodSync(join(bin, name), 0o755)
}
