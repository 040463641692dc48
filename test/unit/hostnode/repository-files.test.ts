import {mkdirSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {AssayError} from '#error/assay-error'
import {repositoryFiles} from '#hostnode/backup/repository-files'
import type {FileReader} from '#path/files'
import {nodeFiles} from '#path/node-files'
import {spec} from '../../support/spec.ts'
import {tempDir} from '../../support/temp-dir.ts'

const it = spec('files of a repository in a backup')

it('a push that ends while its folder is looked at keeps no backup from being made', () => {
  using dir = tempDir()
  const folder = join(dir.path, 'one.git')
  for (const name of ['ab', 'pack', 'info', 'tmp_objdir-incoming-Xy12'])
    mkdirSync(join(folder, 'objects', name), {recursive: true})
  for (const name of ['HEAD', 'config']) writeFileSync(join(folder, name), 'x\n')
  writeFileSync(join(folder, 'objects', 'ab', 'c'.repeat(38)), 'x')
  const {reader} = nodeFiles
  const vanishing: FileReader = Object.create(reader, {
    list: {
      value: (path: string) => {
        if (path.includes('incoming')) throw new AssayError('file_missing', 'it has gone')
        return reader.list(path)
      },
    },
  })
  const files = repositoryFiles({folder, path: 'repos/one.git', refs: new Map()}, vanishing)
  assert.equal(
    files.map(({path}) => path),
    ['HEAD', 'config', 'packed-refs', `objects/ab/${'c'.repeat(38)}`].map((name) => `repos/one.git/${name}`),
  )
})
it.run()
