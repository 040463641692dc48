import {readdirSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {Redactor} from '#redact/redactor'
import {BUILT_HOME} from '../support/built-home.ts'
import {assay} from '../support/hall-rig.ts'
import {BIN, start} from '../support/spawned.ts'
import {spec} from '../support/spec.ts'
import {tempDir} from '../support/temp-dir.ts'

const it = spec('ready answers')
const LONG_MS = 60_000

it(
  'what the build laid out is what the program says itself',
  async () => {
    using dir = tempDir()
    const lines = [
      [],
      ['--help'],
      ['--version'],
      ['runs', 'list', '-h'],
      ['help', 'env'],
      ['drills', '--help', '--', 'x'],
    ]
    for (const argv of lines) {
      const {code, out, err} = await start([BIN, ...argv], dir.path).ended
      assert.equal({code, out, err}, await assay(argv), argv.join(' '))
    }
  },
  LONG_MS,
)

it(
  'another width, an unknown word and a word that is a value are answered by the program',
  async () => {
    using dir = tempDir()
    const narrow = await start([BIN, 'eval', '--help'], dir.path, {OCLIF_COLUMNS: '60'}).ended
    const ready = await start([BIN, 'eval', '--help'], dir.path).ended
    assert.is.not(narrow.out, ready.out)
    assert.is(narrow.out.split('\n').filter((line) => line.length > 60 && !line.startsWith('  $ ')).length, 0)
    const unknown = await start([BIN, 'docter', '--help'], dir.path).ended
    assert.equal([unknown.code, unknown.out], [2, ''])
    assert.match(unknown.err, 'assay doctor')
    const value = await start([BIN, 'runs', 'show', 'help'], dir.path).ended
    assert.is(value.code, 2)
    assert.match(value.err, 'no run')
  },
  LONG_MS,
)

it('the redactor would mask nothing of it', () => {
  const folder = join(BUILT_HOME, 'dist', 'help')
  const files = readdirSync(folder)
  assert.ok(files.length > 40)
  const redactor = new Redactor()
  for (const file of files) assert.equal(redactor.findInText(readFileSync(join(folder, file), 'utf8')), [], file)
})
it.run()
