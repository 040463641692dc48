import {mkdirSync, writeFileSync} from 'node:fs'
import {delimiter, join} from 'node:path'
import * as assert from 'uvu/assert'
import {AssayError} from '#error/assay-error'
import {lackOfProgram} from '#job/program-lack'
import {nodeReader} from '#path/node-files'
import {spec} from '../../support/spec.ts'
import {tempDir} from '../../support/temp-dir.ts'

const it = spec('where a program of a step is looked for')

it('a folder of PATH that may not be entered holds nothing, and the next one is looked into, as shells do', () => {
  using dir = tempDir()
  const [locked, open] = [join(dir.path, 'locked'), join(dir.path, 'open')]
  mkdirSync(open)
  writeFileSync(join(open, 'tool'), '')
  // Whoever runs the tests may be allowed to enter everything.
  const reader = {
    ...nodeReader,
    real(path: string) {
      if (path.startsWith(locked)) throw new AssayError('file_unreadable', 'cannot resolve (EACCES)')
      return nodeReader.real(path)
    },
  }
  const place = {cwd: dir.path, path: [locked, open].join(delimiter)}
  assert.is(lackOfProgram('tool', place, reader), undefined)
  assert.is(lackOfProgram('other', place, reader), 'no folder of PATH holds it')
  assert.is(lackOfProgram(join(locked, 'tool'), place, reader), 'there is no such file')
})

it.run()
