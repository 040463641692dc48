import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {commandTable} from '../../bin/dev/document.ts'
import {assay, assayJson, ROOT} from '../support/hall-rig.ts'
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

it('what is tried, how much of it and what decides stand apart, and flags of every command come last', async () => {
  for (const command of ['eval', 'benchmark']) {
    const {out} = await assay([command, '--help'])
    const headings = [...out.matchAll(/^(.*)FLAGS$/gm)].map(([, name = '']) => name.trim())
    assert.equal(headings, ['TRIAL', 'SIZE', 'VERDICT', 'LISTING', 'RUN', 'PROVIDER ACCESS', 'TELEMETRY', 'GLOBAL'])
    assert.match(out, `USAGE\n  $ assay ${command} [flags]\n`)
  }
  assert.match((await assay(['runs', 'cleanup', '--help'])).out, 'USAGE\n  $ assay runs cleanup --keep N [flags]\n')
  assert.match((await assay(['provider', 'info', '--help'])).out, 'USAGE\n  $ assay provider info NAME [flags]\n')
})

it('every command has an example of its own', async () => {
  for (const {id, examples = []} of await commandTable()) {
    const words = id.replaceAll(':', ' ')
    const own = examples.map(String).filter((line) => line.includes(words) || line.includes('<%= command.id %>'))
    assert.ok(own.length > 0, words)
  }
})

it('help is as wide as a terminal of 80 columns at most, but for command lines to copy', async () => {
  const golden: {command: string}[] = JSON.parse(readFileSync(join(ROOT, 'test', 'golden', 'commands.json'), 'utf8'))
  const ids = golden.map(({command}) => command)
  assert.ok(ids.length > 10)
  for (const id of ['', ...ids]) {
    const {out} = await assay([...id.split(/[: ]/).filter(Boolean), '--help'])
    const long = out.split('\n').filter((line) => line.length > 80 && !line.startsWith('  $ '))
    assert.equal(long, [], id)
  }
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
