import {existsSync} from 'node:fs'
import * as assert from 'uvu/assert'
import type {Hall} from '#cli/hall'
import {loadCommandTable} from '#cli/load-commands'
import {EXIT} from '#error/exit'
import {type Row, TABLE, type Way} from '../support/exit-ways.ts'
import {ROOT} from '../support/hall-rig.ts'
import {spec} from '../support/spec.ts'
import {findAll, readXml} from '../support/strict-xml.ts'
import {type Workshop, workshop} from '../support/workshop.ts'

const it = spec('exit codes')
const LIMIT_MS = 60_000
const JUNIT = 'told.xml'
const {cwd, env, output} = {cwd: ROOT, env: {}, output: {} as Hall['output']}
const hall: Hall = {cwd, env, output, signal: new AbortController().signal, interruptedBy: () => undefined}
const known = await loadCommandTable({root: ROOT, userPlugins: false, devPlugins: false, hall, version: '0'})
const formats = new Map(
  known.map(({words, flags}) => [words.join(' '), flags.find(({name}) => name === 'format')?.values]),
)

it('some commands have cases, and some have none', () => {
  const having = [...formats.values()].filter((values) => values?.includes('junit'))
  assert.ok(having.length > 5 && having.length < formats.size - 5, String(having.length))
})

it('every command has its row, and every row a command', () => {
  assert.equal(
    Object.keys(TABLE).sort(),
    known.map(({words}) => words.join(' ')),
  )
})

for (const [command, row] of Object.entries(TABLE)) {
  for (const [name, way] of Object.entries(row) as [keyof Row, Way | string][]) {
    if (typeof way === 'string') continue
    it(`${command}: ${name} is ${EXIT[name]} everywhere it is told`, () => check(command, name, way), LIMIT_MS)
  }
}

/** Where a command has cases, the same run tells them as JUnit too. */
async function check(command: string, name: keyof Row, way: Way): Promise<void> {
  using shop = workshop()
  const {argv, before} = await prepare(shop, way)
  const hasCases = formats.get(command)?.includes('junit') === true
  const isBeside = hasCases && !failsFiles(way)
  const {code, out, document} = await shop.ask(isBeside ? [...argv, '--output', JUNIT] : argv, way.rig)
  assert.equal([code, document.exit?.code, document.exit?.name], [EXIT[name], EXIT[name], name], out.slice(0, 1500))
  for (const id of shop.runs().filter((run) => !before.includes(run))) {
    const {outcome} = shop.manifest(id)
    if (outcome) assert.is(outcome.exit_code, code, `manifest: ${outcome.reason}`)
  }
  if (!hasCases) return
  if (!isBeside) return await checkJunitAlone(way, code)
  if (existsSync(shop.path(JUNIT))) checkJunit(shop.read(JUNIT), code)
  else assert.ok(document.error, out)
}

/** Its files fail on purpose: one beside the run would fail first, and in place of what is meant. */
function failsFiles({rig}: Way): boolean {
  return Object.hasOwn(rig?.ports ?? {}, 'files')
}

async function checkJunitAlone(way: Way, wanted: number): Promise<void> {
  using shop = workshop()
  const {argv} = await prepare(shop, way)
  const {code, out, err} = await shop.tell([...argv, '--format', 'junit'], way.rig)
  assert.is(code, wanted, err)
  if (out === '') assert.match(err, /^error /)
  else checkJunit(out, code)
}

/** It is red exactly when the exit is not 0; a mistake has no document at all. */
function checkJunit(text: string, code: number): void {
  const xml = readXml(text)
  const red = findAll(xml, 'failure').length + findAll(xml, 'error').length
  assert.is(red > 0, code !== 0, text)
}

async function prepare(shop: Workshop, {words, given}: Way) {
  const id = String(await given?.(shop))
  return {argv: words.split(' ').map((word) => word.replace('RUN', id)), before: shop.runs()}
}

it.run()
