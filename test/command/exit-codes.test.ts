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

it('every command has its row, and every row a command', async () => {
  const {cwd, env, output} = {cwd: ROOT, env: {}, output: {} as Hall['output']}
  const hall: Hall = {cwd, env, output, signal: new AbortController().signal, interruptedBy: () => undefined}
  const known = await loadCommandTable({root: ROOT, userPlugins: false, devPlugins: false, hall, version: '0'})
  assert.equal(
    Object.keys(TABLE).sort(),
    known.map(({words}) => words.join(' ')),
  )
})

for (const [command, row] of Object.entries(TABLE)) {
  for (const [name, way] of Object.entries(row) as [keyof Row, Way | string][]) {
    if (typeof way === 'string') continue
    it(`${command}: ${name} is ${EXIT[name]} everywhere it is told`, () => check(name, way), LIMIT_MS)
  }
}

async function check(name: keyof Row, way: Way): Promise<void> {
  using shop = workshop()
  const {argv, before} = await prepare(shop, way)
  const {code, out, document} = await shop.ask(argv, way.rig)
  assert.equal([code, document.exit?.code, document.exit?.name], [EXIT[name], EXIT[name], name], out.slice(0, 1500))
  for (const id of shop.runs().filter((run) => !before.includes(run))) {
    const {outcome} = shop.manifest(id)
    if (outcome) assert.is(outcome.exit_code, code, `manifest: ${outcome.reason}`)
  }
  await checkJunit(way, code)
}

/** Where a command has cases, its JUnit is red exactly when the exit is not 0; a mistake has no document at all. */
async function checkJunit(way: Way, wanted: number): Promise<void> {
  using shop = workshop()
  const {argv} = await prepare(shop, way)
  const {code, out, err} = await shop.tell([...argv, '--format', 'junit'], way.rig)
  if (err.includes('--format must be one of')) return
  assert.is(code, wanted, err)
  if (out === '') return assert.match(err, /^error /)
  const xml = readXml(out)
  const red = findAll(xml, 'failure').length + findAll(xml, 'error').length
  assert.is(red > 0, code !== 0, out)
}

async function prepare(shop: Workshop, {words, given}: Way) {
  const id = String(await given?.(shop))
  return {argv: words.split(' ').map((word) => word.replace('RUN', id)), before: shop.runs()}
}

it.run()
