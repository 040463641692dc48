// Counts no coverage: an upgrade of a network, whose lines other upgrades run too.
import * as assert from 'uvu/assert'
import type {NodeUpgradeResult} from '#contract/generated/types'
import {DEEP} from '../support/depth.ts'
import {eventually} from '../support/eventually.ts'
import {assay, assayJson} from '../support/hall-rig.ts'
import {spec} from '../support/spec.ts'
import {ledgerText, startDriver, toldBy} from '../support/upgrade/drive-killed.ts'
import {makeSite, type TestSite} from '../support/upgrade/test-site.ts'

const it = spec('node upgrade beside a validator that dies and was not touched')
const LONGEST_MS = 600_000

/** Nodes in the order in which they were taken on. */
const chosenIn = (text: string): string[] =>
  [...text.matchAll(/"kind":"chosen","node":"(v\d)"/g)].map(([, name]) => name ?? '')

const instances = (site: TestSite, names: readonly string[]) =>
  Promise.all(
    names.map(async (name) => {
      const {json} = await site.call(name, 'GET', '/api/node/status')
      return (json as {readonly instance_id: string}).instance_id
    }),
  )

it(
  'it pauses and names that one, puts nothing back and stops nothing, whoever asks for it',
  async () => {
    await using site = await makeSite({names: ['v1', 'v2', 'v3', 'v4'], isNetwork: true})
    const wish = ['--to', '1.2.0', '--no-window', '--stable', '1ms', '--apply']
    const driver = startDriver(site, ['upgrade', ...wish])
    const second = () => chosenIn(ledgerText(site))[1] ?? 'none'
    const early = driver.ended.then(({code, out, err}) => {
      throw new Error(`the driver ended with ${code}: ${out}${err}`)
    })
    await Promise.race([
      early,
      eventually('the second one is ready', () => ledgerText(site).includes(`"ready:${second()}"`)),
    ])
    const [first = '', next = ''] = chosenIn(ledgerText(site))
    const dead = site.names.findLast((name) => name !== first && name !== next) ?? ''
    site.kill(dead)
    const end = await driver.ended
    const told = toldBy(end)
    assert.equal([end.code, told.state], [4, 'paused'], told.exit.reason)
    assert.match(told.exit.reason, `check:${next}: ${dead} is away, and the upgrade did not touch it`)
    assert.match(told.exit.reason, `Start ${dead}, then go on`)
    const rest = site.names.filter((name) => name !== dead)
    const before = await instances(site, rest)
    await site.call(first, 'POST', '/api/repos', {name: 'late', owner: 'alice'})

    const options = {cwd: site.folder, env: site.env}
    const back = await assayJson('node rollback --run latest --apply --target target.json'.split(' '), options)
    const asked = back.document as NodeUpgradeResult
    assert.equal([asked.exit.code, asked.state], [4, 'paused'], asked.exit.reason)
    assert.match(asked.exit.reason, `Start ${dead}, then put back once more`)
    assert.equal([await instances(site, rest), site.release(first)], [before, '1.2.0'])
    assert.is((await site.call(first, 'GET', '/api/repos/alice/late')).status, 200)
    for (const [run, folder] of [
      [(JSON.parse(end.out) as NodeUpgradeResult).run_id, 'forth'],
      [asked.run_id, 'back'],
    ] as const) {
      assert.is((await assay(['runs', 'bundle', run, '--output', folder], options)).code, 0)
      const verified = await assay(['runs', 'verify', folder], options)
      assert.is(verified.code, 0, verified.out)
    }
    if (DEEP) await goesOn(site, first, dead)
  },
  LONGEST_MS,
)

/** Who pauses so goes on like any other: node-upgrade-again.test.ts. */
async function goesOn(site: TestSite, first: string, dead: string): Promise<void> {
  await site.start(dead)
  const words = 'node upgrade --resume latest --target target.json'.split(' ')
  const done = (await assayJson(words, {cwd: site.folder, env: site.env})).document as NodeUpgradeResult
  assert.equal([done.exit.code, done.state], [0, 'rolled'], done.exit.reason)
  assert.is((await site.call(first, 'GET', '/api/repos/alice/late')).status, 200)
}

it.run()
