import {existsSync, mkdirSync} from 'node:fs'
import * as assert from 'uvu/assert'
import {AssayError} from '#error/assay-error'
import {nodeFiles} from '#path/node-files'
import {spec} from '../support/spec.ts'
import {type Workshop, workshop} from '../support/workshop.ts'

const it = spec('a verdict stands')
const PATH = process.env['PATH'] ?? ''

/** A disk on which there is no room left for what lies below a folder of this name. */
function fullAt(name: string) {
  const {writer} = nodeFiles
  const open: typeof writer.open = async (path, how, options) => {
    const file = await writer.open(path, how, options)
    if (!path.includes(`/${name}/`)) return file
    return {...file, write: () => Promise.reject(new AssayError('disk_full', `cannot write ${name}/x (ENOSPC)`))}
  }
  return {env: {PATH}, ports: {files: {...nodeFiles, writer: {...writer, open}}}}
}

function job(shop: Workshop, script: string): string {
  const steps = [{id: 'a', use: 'exec', with: {argv: ['sh', '-c', script]}}]
  shop.put('j.json', JSON.stringify({schema_version: 1, name: 'j', steps}))
  mkdirSync(shop.path('full'), {recursive: true})
  return 'j.json'
}
const dotenv = (shop: Workshop) => /ASSAY_VERDICT=(.*)\nASSAY_EXIT_CODE=(.*)\n/.exec(shop.read('d.env'))?.slice(1)

for (const [ended, script, verdict, code] of [
  ['bad', 'exit 7', 'fail', 1],
  ['good', 'true', 'pass', 3],
] as const) {
  it(`a copy that cannot be written keeps no other from it, and a ${ended} verdict ends with ${code}`, async () => {
    using shop = workshop()
    const argv = ['run', job(shop, script), '--output', 'full/a.xml', '--output', 'b.xml', '--dotenv', 'd.env']
    const {code: ends, document, err} = await shop.ask(argv, fullAt('full'))
    assert.equal([ends, document.exit.code, document.verdict.state], [code, code, verdict])
    assert.match(err, 'error disk_full: cannot write')
    assert.equal([existsSync(shop.path('full/a.xml')), existsSync(shop.path('b.xml'))], [false, true])
    assert.equal(dotenv(shop), [verdict, String(code)])
    assert.is((await shop.ask(['runs', 'verify', document.run_id])).code, 0)
  })

  it(`a bundle that finds no room takes no ${ended} verdict with it, and is made later`, async () => {
    using shop = workshop()
    const argv = ['run', job(shop, script), '--bundle', '--output', 'b.xml', '--dotenv', 'd.env']
    const {code: ends, document, err} = await shop.ask(argv, fullAt('issue-bundles'))
    assert.equal([ends, document.exit.code, document.verdict.state], [code, code, verdict])
    assert.is(document.bundle, null)
    assert.match(err, `the bundle was not made: cannot write issue-bundles/x (ENOSPC)`)
    assert.match(err, `assay runs bundle ${document.run_id} tries again`)
    assert.ok(existsSync(shop.path('b.xml')))
    assert.equal(dotenv(shop), [verdict, String(code)])
    assert.is((await shop.ask(['runs', 'bundle', document.run_id])).code, 0)
  })
}

it('drills without room for their bundle tell what they came to', async () => {
  using shop = workshop()
  const {code, document, err} = await shop.ask(['drills', 'P05', '--bundle'], fullAt('issue-bundles'))
  assert.equal([code, document.verdict.state], [3, 'pass'], JSON.stringify(document.error))
  assert.match(err, 'the bundle was not made')
})
it.run()
