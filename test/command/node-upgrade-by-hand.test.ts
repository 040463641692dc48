// Counts no coverage: upgrades one after the other, whose lines other upgrades run too.
import {rmSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import type {NodeUpgradeResult} from '#contract/generated/types'
import {nodeDaemon} from '#process/node-daemon'
import {nodeNeighbours} from '#process/node-process-table'
import {releaseProgram} from '../support/built-home.ts'
import {eventually} from '../support/eventually.ts'
import {assay, assayJson} from '../support/hall-rig.ts'
import {spec} from '../support/spec.ts'
import {EXEC, putNodePrograms} from '../support/upgrade/node-programs.ts'
import {makeSite, type TestSite} from '../support/upgrade/test-site.ts'

const it = spec('node upgrade of nodes that were started by hand')
const LONGEST_MS = 600_000
const LINE = ['--to', '1.0.1', '--no-window', '--stable', '1ms', '--target', 'target.json']

const rig = ({folder, env}: TestSite) => ({cwd: folder, env})
const upgrade = async (site: TestSite) =>
  (await assayJson(['node', 'upgrade', '--apply', ...LINE], rig(site))).document as NodeUpgradeResult
const instanceOf = async (site: TestSite) => {
  const {json} = await site.call('v1', 'GET', '/api/node/status')
  return (json as {readonly instance_id: string}).instance_id
}

/** As people do: from the folder with everything in it. */
async function startByHand(site: TestSite): Promise<void> {
  site.kill()
  await eventually('it is gone', () => nodeNeighbours.inFolder(site.folder)?.length === 0)
  const args = ['serve', '--data-dir', 'nodes/v1/data', '--config', 'nodes/v1/node.json']
  const argv = [process.execPath, releaseProgram(site.release('v1')), ...args]
  const env = {PATH: process.env['PATH'] ?? ''}
  await nodeDaemon({argv: argv as [string, ...string[]], cwd: site.folder, env, log: join(site.folder, 'hand.log')})
  const isUp = () => site.call('v1', 'GET', '/health/ready').then(({status}) => status === 200)
  await eventually('it is up', () => isUp().catch(() => false))
}

it(
  'a node that was started elsewhere is found by what it has open, and one that is not found is refused before anything is done',
  async () => {
    await using site = await makeSite()
    await startByHand(site)
    const before = {instance: await instanceOf(site), inventory: site.inventory('v1')}
    const serving = join(site.folder, 'nodes/v1/data/serving.json')
    // A number that is another process by now is no process of the node.
    for (const say of [() => rmSync(serving), () => writeFileSync(serving, JSON.stringify({pid: process.pid}))]) {
      say()
      for (const words of [['plan'], ['upgrade', '--apply']]) {
        const {code, err} = await assay(['node', ...words, ...LINE], rig(site))
        assert.is(code, 7, err)
        assert.match(err, /no process of v1 is found, though the address answers/)
        assert.match(err, /start it in its folder/)
      }
    }
    assert.equal({instance: await instanceOf(site), inventory: site.inventory('v1')}, before)
    await startByHand(site)
    const found = await instanceOf(site)
    const done = await upgrade(site)
    assert.equal([done.exit.code, done.state, site.release('v1')], [0, 'rolled', '1.0.1'], done.exit.reason)
    assert.is.not(await instanceOf(site), found)
    assert.is(site.inventory('v1'), before.inventory)
  },
  LONGEST_MS,
)

// Such a stop is held by node-upgrade-down.test.ts too; each waits as long as a node may take to fall silent.
it.deep(
  'a stop that is told as done while the node still serves is no stop, and nothing is installed under it',
  async () => {
    await using site = await makeSite({over: {adapter: {...EXEC, stop: ['true', '{node}']}}})
    const {env} = putNodePrograms(site)
    const instance = await instanceOf(site)
    const {document} = await assayJson(['node', 'upgrade', '--apply', ...LINE], {cwd: site.folder, env})
    const done = document as NodeUpgradeResult
    assert.match(done.failed.join(), /stop:v1: .*still serves at its address/)
    assert.equal([await instanceOf(site), site.release('v1')], [instance, '1.0.0'])
  },
  LONGEST_MS,
)

it.run()
