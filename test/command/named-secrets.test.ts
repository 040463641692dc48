import {existsSync, mkdirSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {secrecyOf} from '#redact/key-names'
import {Searcher} from '../support/canary/searcher.ts'
import {assay} from '../support/hall-rig.ts'
import {type NamedSecret, namedSecrets} from '../support/named-secrets.ts'
import {ALL_SECRET_NAMES} from '../support/secret-names.ts'
import {SEED} from '../support/seed.ts'
import {spec} from '../support/spec.ts'
import {tempDir} from '../support/temp-dir.ts'
import {filesBelow} from '../support/workshop.ts'

const it = spec('secrets that somebody names')
const LIMIT_MS = 120_000
const PATH = process.env['PATH'] ?? ''
const secrets = namedSecrets(SEED)
const env = {PATH, ...Object.fromEntries(secrets.map(({name, value}) => [name, value]))}
/** Says every value in prose, where no name stands beside it, and in base64; what it was given and what is secret in it. */
const TELLER = `
const {readFileSync, mkdirSync, writeFileSync} = require('node:fs')
const said = JSON.parse(readFileSync('said.json', 'utf8')).flatMap((text) => [
  'the service took ' + text + ' today', Buffer.from('x' + text).toString('base64')])
console.log(said.join('\\n'))
console.error(said.toReversed().join('\\n'))
mkdirSync('out', {recursive: true})
writeFileSync('out/said.json', JSON.stringify({said}))
writeFileSync('out/said.md', said.join('\\n\\n'))`

/** A folder with what is said, and a job around `steps`. */
function shopWith(said: readonly string[], job: object) {
  const dir = tempDir()
  mkdirSync(join(dir.path, 'bin'))
  writeFileSync(join(dir.path, 'bin', 'tell.cjs'), TELLER)
  writeFileSync(join(dir.path, 'said.json'), JSON.stringify(said))
  writeFileSync(join(dir.path, 'job.json'), JSON.stringify({schema_version: 1, name: 'named', ...job}))
  return dir
}

function leaks(all: readonly NamedSecret[], folder: string, texts: Readonly<Record<string, string>>): string[] {
  const searcher = new Searcher(all.map(({secret}) => secret))
  const files = ['runs', 'issue-bundles']
    .filter((name) => existsSync(join(folder, name)))
    .flatMap((name) => [...filesBelow(join(folder, name))])
  const places = [
    ...Object.entries(texts),
    ...files.map(([name, content]): [string, string] => [name, content.toString()]),
  ]
  const found = places.flatMap(([name, content]) => [...searcher.find(name, name), ...searcher.find(name, content)])
  return found.map(({output, value, encoding}) => `${all[value]?.name} as ${encoding} in ${output}`)
}

const TELL = {argv: [process.execPath, 'bin/tell.cjs'], outputs: ['out/*']}

it('at least two hundred names of public tools are tried', () => {
  assert.ok(ALL_SECRET_NAMES.length >= 200, String(ALL_SECRET_NAMES.length))
})

it(
  'no value of a variable that a program of a job is given gets out, whatever the program says',
  async () => {
    const steps = Array.from({length: Math.ceil(secrets.length / 64)}, (_, at) => ({
      id: `tell${at}`,
      use: 'exec',
      with: {...TELL, env: secrets.slice(64 * at, 64 * at + 64).map(({name}) => name)},
    }))
    using dir = shopWith(
      secrets.flatMap(({value, secret}) => [value, secret]),
      {steps, bundle: true},
    )
    const {code, out, err} = await assay(['run', 'job.json', '--format', 'json'], {cwd: dir.path, env})
    assert.is(code, 0, out + err)
    assert.is(JSON.parse(out).bundle.complete, true)
    assert.equal(leaks(secrets, dir.path, {out, err}), [])
  },
  LIMIT_MS,
)

it(
  'nor that of an input whose name says secret, given as a flag',
  async () => {
    // A file may not even declare an input whose name can mean nothing else.
    const said = secrets.filter(({name}) => secrecyOf(name.toLowerCase()) === 'likely')
    assert.ok(said.length >= 20)
    const named = said.map((one) => ({...one, name: one.name.toLowerCase()}))
    const inputs = Object.fromEntries(named.map(({name}) => [name, {type: 'string'}]))
    const steps = [{id: 'tell', use: 'exec', with: TELL}]
    using dir = shopWith(
      named.map(({secret}) => secret),
      {inputs, steps, bundle: true},
    )
    const set = named.flatMap(({name, secret}) => ['--set', `${name}=${secret}`])
    const {code, out, err} = await assay(['run', 'job.json', ...set], {cwd: dir.path, env: {PATH}})
    assert.is(code, 0, out + err)
    assert.equal(leaks(named, dir.path, {out, err}), [])
  },
  LIMIT_MS,
)

const PROVIDER = `
const {readFileSync} = require('node:fs')
const said = JSON.parse(readFileSync(__dirname + '/said.json', 'utf8')).join(' and ')
const hello = {protocol: 1, name: 'teller', capabilities: ['score'], descriptor: {observation: 'state'},
  runtime: {note: said}, model: {id: 'model ' + said}}
require('node:readline').createInterface({input: process.stdin}).on('line', (line) => {
  const {id, op} = JSON.parse(line)
  const good = {hello, health: {status: 'ok'}}[op]
  console.error('stderr says ' + said)
  const reply = good ? {id, ok: true, result: good} : {id, ok: false, error: {code: 'internal', message: 'it said ' + said}}
  console.log(JSON.stringify(reply))
})`

it(
  'nor that of a variable in a provider file, in health, events and errors',
  async () => {
    for (let at = 0; at < secrets.length; at += 60) {
      const own = secrets.slice(at, at + 60)
      using dir = shopWith(
        own.map(({secret}) => secret),
        {steps: [{id: 'x', use: 'doctor'}]},
      )
      writeFileSync(join(dir.path, 'provider.cjs'), PROVIDER)
      const command = [process.execPath, '{dir}/provider.cjs']
      const teller = {
        name: 'teller',
        transport: 'stdio',
        capabilities: ['score'],
        command,
        env: own.map(({name}) => name),
      }
      writeFileSync(join(dir.path, 'p.json'), JSON.stringify({schema_version: 1, providers: [teller]}))
      const flags = ['--providers', 'p.json', '--format', 'json']
      const options = {cwd: dir.path, env: {PATH, ...Object.fromEntries(own.map(({name, value}) => [name, value]))}}
      const asked = [
        ['benchmark', '--provider', 'teller', '--operation', 'score', '--iterations', '2', '--warmup', '0'],
        ['provider', 'health', 'teller'],
        ['doctor'],
      ]
      for (const argv of asked) {
        const {out, err} = await assay([...argv, ...flags], options)
        assert.equal(leaks(own, dir.path, {out, err}), [], argv.join(' '))
      }
    }
  },
  LIMIT_MS,
)

it.run()
