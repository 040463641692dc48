// Counts no coverage: upgrades one after the other, whose lines other upgrades run too.
import * as assert from 'uvu/assert'
import type {NodeUpgradeResult} from '#contract/generated/types'
import {assay, assayJson} from '../support/hall-rig.ts'
import {spec} from '../support/spec.ts'
import {killDriverAt, ledgerText} from '../support/upgrade/drive-killed.ts'
import {putLiar} from '../support/upgrade/put-liar.ts'
import {makeSite} from '../support/upgrade/test-site.ts'

const it = spec('node upgrade to another release than planned')
const LONGEST_MS = 600_000
const LINE = ['--to', '1.0.1', '--no-window', '--stable', '1ms', '--apply']

it(
  'data that a release moved which nobody planned are put back, also by a driver that comes later',
  async () => {
    await using site = await makeSite({names: ['v1', 'v2'], over: {objectives: {ready_within_s: 10}}})
    const rig = {cwd: site.folder, env: site.env}
    const inventory = () => site.names.map((name) => site.inventory(name))
    const before = inventory()
    assert.ok(await killDriverAt(site, ['upgrade', ...LINE], 'preflight', 'forth'))
    putLiar(site, '1.0.1', '1.2.0')
    const resumed = await assayJson(['node', 'upgrade', '--resume', 'latest', '--target', 'target.json'], rig)
    const {exit, state, failed} = resumed.document as NodeUpgradeResult
    assert.equal([exit.code, state], [1, 'stopped'], 'the program was changed since it was planned')
    assert.match(failed.join(), 'preflight: the program of the release is another one than planned')

    // What was seen stands in the ledger: the node tells nothing any more when the next driver comes.
    assert.ok(await killDriverAt(site, ['upgrade', ...LINE], 'restore_data:v1', 'back'))
    const {document} = await assayJson(['node', 'rollback', '--apply', '--target', 'target.json'], rig)
    const back = document as NodeUpgradeResult
    assert.equal([back.exit.code, back.state], [5, 'rolled_back'], back.exit.reason)
    assert.equal([site.release('v1'), ...inventory()], ['1.0.0', ...before])

    const {code, out} = await assay(['node', 'upgrade', ...LINE, '--target', 'target.json'], rig)
    assert.is(code, 5, out)
    assert.match(out, /ready:v1: it runs 1\.2\.0, and not 1\.0\.1/)
    assert.match(out.replaceAll(/\s+/g, ' '), 'The backup of v1 was put back, for it ran 1.2.0')
    assert.not.match(ledgerText(site), 'restore_data:v2')
    assert.equal([site.release('v1'), ...inventory()], ['1.0.0', ...before])
  },
  LONGEST_MS,
)

it.run()
