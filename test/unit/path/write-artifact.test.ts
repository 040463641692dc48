import {readdirSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {nodeFiles} from '#path/node-files'
import {ArtifactFolder} from '#path/write-artifact'
import {systemEntropy} from '#random/system-entropy'
import {Redactor} from '#redact/redactor'
import {failingFiles} from '../../support/run-rig.ts'
import {spec} from '../../support/spec.ts'
import {tempDir} from '../../support/temp-dir.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('artifact folder')

async function write(folder: string, files = nodeFiles): Promise<string> {
  const open = await new ArtifactFolder({folder}, {files, entropy: systemEntropy, redactor: new Redactor()}).create()
  try {
    await open.write(Buffer.from('one, '))
    await open.write(Buffer.from('two'))
    return await open.keep('clip.bin')
  } finally {
    await open.discard()
  }
}

it('holds what came in pieces under its name, and nothing beside it', async () => {
  using dir = tempDir()
  assert.is(await write(dir.path), 'clip.bin')
  assert.is(readFileSync(join(dir.path, 'clip.bin'), 'utf8'), 'one, two')
  assert.equal(readdirSync(dir.path), ['clip.bin'])
})

it('a disk that fails at any step is told, and leaves neither half a file nor a name', async () => {
  for (const operation of ['open', 'write', 'sync', 'close', 'rename']) {
    using dir = tempDir()
    const files = failingFiles(nodeFiles, {operation, errno: 'ENOSPC', from: 1})
    await throwsCode(() => write(dir.path, files), 'disk_full')
    assert.equal(readdirSync(dir.path), [], operation)
  }
})

it.run()
