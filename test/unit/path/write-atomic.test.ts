import {mkdirSync, readdirSync, readFileSync, statSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import type {ErrorCode} from '#error/codes'
import {nodeFiles} from '#path/node-files'
import {writeAtomic} from '#path/write-atomic'
import {systemEntropy} from '#random/system-entropy'
import {Redactor} from '#redact/redactor'
import {failingFiles} from '../../support/run-rig.ts'
import {spec} from '../../support/spec.ts'
import {tempDir} from '../../support/temp-dir.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('atomic write')
const safe = (text: string) => new Redactor().text(text)
const ports = {files: nodeFiles, entropy: systemEntropy}

it('makes a private file, and replaces one', async () => {
  using dir = tempDir()
  const path = join(dir.path, 'a.txt')
  await writeAtomic(path, safe('one'), ports)
  await writeAtomic(path, safe('two'), ports)
  assert.is(readFileSync(path, 'utf8'), 'two')
  assert.is(statSync(path).mode & 0o777, 0o600)
  assert.equal(readdirSync(dir.path), ['a.txt'])
})
it('a failure at any step keeps the old file and leaves no temporary', async () => {
  const codes: readonly [errno: string, code: ErrorCode][] = [
    ['ENOSPC', 'disk_full'],
    ['EROFS', 'workspace_unwritable'],
    ['EIO', 'io_error'],
  ]
  for (const operation of ['open', 'write', 'sync', 'close', 'rename']) {
    for (const [errno, code] of codes) {
      using dir = tempDir()
      const path = join(dir.path, 'a.txt')
      writeFileSync(path, 'old')
      const files = failingFiles(nodeFiles, {operation, errno, from: 1})
      await throwsCode(() => writeAtomic(path, safe('new'), {...ports, files}), code)
      assert.is(readFileSync(path, 'utf8'), 'old', operation)
      assert.equal(readdirSync(dir.path), ['a.txt'], operation)
    }
  }
})
it('a directory in the place of the file stays, and no temporary does', async () => {
  using dir = tempDir()
  mkdirSync(join(dir.path, 'a.txt'))
  await throwsCode(() => writeAtomic(join(dir.path, 'a.txt'), safe('new'), ports), 'io_error')
  assert.equal(readdirSync(dir.path), ['a.txt'])
})
it.run()
