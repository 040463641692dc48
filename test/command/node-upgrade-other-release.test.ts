// Counts no coverage: upgrades one after the other, whose lines other upgrades run too.
import * as assert from 'uvu/assert'
import type {NodeUpgradeResult} from '#contract/generated/types'
import {assay, assayJson} from '../support/hall-rig.ts'
import {spec} from '../support/spec.ts'
import {killDriverAt, ledgerText} from '../support/upgrade/drive-killed.ts'
import {putLiar} from '../support/upgrade/put-liar.ts'
import {makeSite, type TestSite} from '../support/upgrade/test-site.ts'

const it = spec('node upgrade to another release than planned')
const LONGEST_MS = 600_000
const LINE = ['--to', '1.0.1', '--no-window', '--stable', '1ms', '--apply']

const makeSites = () => makeSite({names: ['v1', 'v2'], over: {objectives: {ready_within_s: 10}}})
const rigOf = ({folder, env}: TestSite) => ({cwd: folder, env})
const inventoryOf = (site: TestSite) => site.names.map((name) => site.inventory(name))

it(
  'a program that was changed since it was planned is not begun with, and data that a release moved which nobody planned are put back',
  async () => {
    await using site = await makeSites()
    const before = inventoryOf(site)
    assert.ok(await killDriverAt(site, ['upgrade', ...LINE], 'preflight', 'forth'))
    putLiar(site, '1.0.1', '1.2.0')
    const resume = ['node', 'upgrade', '--resume', 'latest', '--target', 'target.json']
    const {exit, state, failed} = (await assayJson(resume, rigOf(site))).document as NodeUpgradeResult
    assert.equal([exit.code, state], [1, 'stopped'], 'the program was changed since it was planned')
    assert.match(failed.join(), 'preflight: the program of the release is another one than planned')

    const {code, out} = await assay(['node', 'upgrade', ...LINE, '--target', 'target.json'], rigOf(site))
    assert.is(code, 5, out)
    assert.match(out, /ready:v1: it runs 1\.2\.0, and not 1\.0\.1/)
    assert.match(out.replaceAll(/\s+/g, ' '), 'The backup of v1 was put back, for it ran 1.2.0')
    assert.not.match(ledgerText(site), 'restore_data:v2')
    assert.equal([site.release('v1'), ...inventoryOf(site)], ['1.0.0', ...before])
  },
  LONGEST_MS,
)

// That a later driver goes on with a way back is held by the campaign of drivers that are killed, too.
it.deep(
  'such data are put back by a driver that comes later, too',
  async () => {
    await using site = await makeSites()
    const before = inventoryOf(site)
    putLiar(site, '1.0.1', '1.2.0')
    // What was seen stands in the ledger: the node tells nothing any more when the next driver comes.
    assert.ok(await killDriverAt(site, ['upgrade', ...LINE], 'restore_data:v1', 'back'))
    const {document} = await assayJson(['node', 'rollback', '--apply', '--target', 'target.json'], rigOf(site))
    const back = document as NodeUpgradeResult
    assert.equal([back.exit.code, back.state], [5, 'rolled_back'], back.exit.reason)
    assert.equal([site.release('v1'), ...inventoryOf(site)], ['1.0.0', ...before])
  },
  LONGEST_MS,
)

it.run()
