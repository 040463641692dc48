import * as assert from 'uvu/assert'
import {assay, assayJson} from '../support/hall-rig.ts'
import {spec} from '../support/spec.ts'

const it = spec('help')

it('help of a command groups its flags, has short ones and ends with what its exits mean', async () => {
  const {out, code} = await assay(['runs', 'list', '--help'])
  assert.is(code, 0)
  for (const part of [
    'FILTER FLAGS',
    'GLOBAL FLAGS',
    '-n, --limit',
    '-f, --format',
    '-o, --output',
    '-q, --quiet',
    '-v, --verbose',
  ])
    assert.match(out, part)
  assert.match(out, /EXIT CODES\n {2}0 {3}listed\n {2}1 .*\n {2}2 {3}the command line/)
})

it('help of the program and of a topic has no exits of a command', async () => {
  for (const argv of [['--help'], ['runs', '--help']]) assert.not.match((await assay(argv)).out, 'EXIT CODES')
})

it('short flags do what the long ones do, also where the command line is what failed', async () => {
  const long = await assayJson(['provider', 'info', 'mock'])
  const short = await assay(['provider', 'info', 'mock', '-f', 'json'])
  assert.equal(JSON.parse(short.out), long.document)
  const failed = await assay(['provider', 'info', 'nobody', '-f', 'json'])
  assert.is(JSON.parse(failed.out).error.code, 'unknown_provider')
})
it.run()
