// Counts no coverage: upgrades one after the other, whose lines other upgrades run too.
import {copyFileSync, readFileSync, renameSync, rmSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import type {NodeStatusResult, NodeUpgradeResult} from '#contract/generated/types'
import {rotated} from '../support/depth.ts'
import {eventually} from '../support/eventually.ts'
import {assay, assayJson} from '../support/hall-rig.ts'
import {spec} from '../support/spec.ts'
import {ledgerText, startDriver, toldBy} from '../support/upgrade/drive-killed.ts'
import {makeSite, type TestSite} from '../support/upgrade/test-site.ts'

const it = spec('node upgrade that looks again at nodes that it had done')
const LONGEST_MS = 600_000
const {DatabaseSync} = process.getBuiltinModule('node:sqlite')

const optionsOf = ({folder, env}: TestSite) => ({cwd: folder, env})

async function drive(site: TestSite, ...words: string[]): Promise<NodeUpgradeResult> {
  const {document} = await assayJson(['node', ...words, '--target', 'target.json'], optionsOf(site))
  return document as NodeUpgradeResult
}

/** The line is refused with these words; the upgrade stands as it stood. */
async function isRefused(site: TestSite, words: readonly string[], told: RegExp, code = 7): Promise<string> {
  const before = ledgerText(site)
  const end = await assay(['node', 'upgrade', ...words, '--target', 'target.json'], optionsOf(site))
  const err = end.err.replaceAll(/\s+/g, ' ')
  assert.is(end.code, code, `${end.out}${err}`)
  assert.match(err, told)
  assert.equal(ledgerText(site), before, 'nothing was done')
  return err
}

/** What the node has on its disk is changed while it stands still, and put back by what this gives. */
async function changeData(site: TestSite, name: string, sql: string): Promise<() => Promise<void>> {
  const file = join(site.folder, 'nodes', name, 'data/node.sqlite')
  const alter = async (change: () => void) => {
    site.kill(name)
    await eventually('it is gone', () =>
      site.call(name, 'GET', '/health/live').then(
        () => false,
        () => true,
      ),
    )
    change()
    await site.start(name)
  }
  await alter(() => {
    const database = new DatabaseSync(file)
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    copyFileSync(file, `${file}.kept`)
    database.exec(sql)
    database.close()
  })
  return () =>
    alter(() => {
      for (const end of ['-wal', '-shm']) rmSync(`${file}${end}`, {force: true})
      copyFileSync(`${file}.kept`, file)
    })
}

const LOST = 'PRAGMA foreign_keys=OFF; DELETE FROM repositories'
const OTHER = "UPDATE node SET value = 'node_0000000000000000000000' WHERE key = 'node_id'"

it(
  'what became of a node since it was checked keeps an upgrade from going on, from being done and from being final',
  async () => {
    await using site = await makeSite({names: ['v1', 'v2']})
    await site.call('v1', 'POST', '/api/repos', {name: 'two', owner: 'alice'})
    const wish = ['--to', '1.0.1', '--no-window', '--stable', '1ms', '--observe', '1s']
    const begun = await drive(site, 'upgrade', ...wish, '--pause-after', '1', '--apply')
    assert.equal([begun.exit.code, begun.state], [4, 'paused'], begun.exit.reason)
    // Whoever uses the service meanwhile makes no other node of it.
    await site.call('v1', 'POST', '/api/repos', {name: 'late', owner: 'alice'})
    await site.call('v1', 'POST', '/api/tokens', {name: 'late', scopes: ['repo']})

    await isLeftWithoutItsFiles(site, String(begun.upgrade))
    const resume = ['--resume', 'latest']
    const changes = [
      [LOST, /v1 .*is not as it was.*data\.repos: 2 of the baseline are not listed.*--resume \S+ --accept-changes/],
      [OTHER, /v1 .*is not as it was.*another node_id/],
    ] as const
    // What is lost is looked for again before an upgrade is final.
    for (const [sql, told] of rotated(changes, changes.length)) {
      const mend = await changeData(site, 'v1', sql)
      const err = await isRefused(site, resume, told)
      assert.match(err, `assay node upgrade --target target.json --abort ${begun.upgrade}`)
      if (sql === OTHER) await isRefused(site, [...resume, '--accept-changes'], told)
      await mend()
    }
    site.kill('v1')
    await isRefused(site, resume, /v1 .*does not answer/, 3)
    await site.start('v1')
    await isLostWhileDriven(site)
    await isHeldBeforeFinal(site)
  },
  LONGEST_MS,
)

/** A half file of a node that is still to come, or a plan that is gone: told before anything is done. */
async function isLeftWithoutItsFiles(site: TestSite, id: string): Promise<void> {
  const folder = join(site.folder, 'runs/.state/upgrades', id)
  const without = async (name: string, work: () => Promise<void>) => {
    const path = join(folder, name)
    renameSync(path, join(site.folder, name))
    if (name !== 'plan.json') writeFileSync(path, readFileSync(join(site.folder, name)).subarray(0, 300))
    await work()
    renameSync(join(site.folder, name), path)
  }
  await without('before-v2.json', async () => {
    await isRefused(site, ['--resume', 'latest'], /what was taken down of v2 before the upgrade cannot be read/, 6)
  })
  await without('plan.json', async () => {
    const {code} = await assay(['node', 'status', '--target', 'target.json'], optionsOf(site))
    assert.is(code, 6)
    await isRefused(site, ['--to', '1.0.1', '--no-window', '--apply'], /the plan or the ledger of the upgrade/, 6)
  })
}

/** A repository that goes while a driver is at work: nobody can tell whether somebody meant that. */
async function isLostWhileDriven(site: TestSite): Promise<void> {
  const driver = startDriver(site, ['upgrade', '--resume', 'latest'])
  const early = driver.ended.then(({code, out, err}) => {
    throw new Error(`the driver ended with ${code} before it watched: ${out}${err}`)
  })
  await Promise.race([early, eventually('it watches', () => ledgerText(site).includes('"step":"observe"'))])
  driver.child.kill('SIGSTOP')
  await site.call('v1', 'DELETE', '/api/repos/alice/two')
  driver.child.kill('SIGCONT')
  const end = await driver.ended
  assert.equal([end.code, toldBy(end).state], [4, 'paused'], `${end.out}${end.err}`)
  assert.match(toldBy(end).exit.reason, /v1 .*data\.repos: 1 of the baseline/)
  const {checks} = JSON.parse(end.out) as NodeUpgradeResult
  assert.equal(
    checks?.filter(({step}) => /^(again|still):/.test(step)).map(({step, when, state}) => [step, when, state]),
    [
      ['again:v1', 'before', 'good'],
      ['still:v1', 'end', 'bad'],
      ['still:v2', 'end', 'good'],
    ],
  )
  const told = /1 of the baseline are not listed/
  await isRefused(site, ['--resume', 'latest'], told)
  const done = await drive(site, 'upgrade', '--resume', 'latest', '--accept-changes')
  assert.equal([done.exit.code, done.state], [0, 'rolled'], done.exit.reason)
  assert.match(done.verdict.caveats.join(), '--accept-changes')
  const verified = await assay(['runs', 'verify', done.run_id], optionsOf(site))
  assert.is(verified.code, 0, `${verified.out}${verified.err}`)
}

async function isHeldBeforeFinal(site: TestSite): Promise<void> {
  const mend = await changeData(site, 'v2', LOST)
  await isRefused(site, ['--finalise', 'latest'], /v2 .*is not as it was.*data\.repos.*assay node rollback/)
  await mend()
  const {document} = await assayJson(['node', 'status', '--target', 'target.json'], optionsOf(site))
  assert.is((document as NodeStatusResult).upgrades.at(-1)?.state, 'rolled')
  await isRefused(site, ['--finalise', 'latest'], /v1 .*data\.repos/)
  const done = await drive(site, 'upgrade', '--finalise', 'latest', '--accept-changes')
  assert.equal([done.exit.code, done.state], [0, 'finalised'], done.exit.reason)
}

it.run()
