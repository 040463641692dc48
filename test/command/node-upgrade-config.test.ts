// Counts no coverage: upgrades one after the other, whose lines other upgrades run too.
import {readFileSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import type {NodePlanResult, NodeUpgradeResult} from '#contract/generated/types'
import {assay, assayJson} from '../support/hall-rig.ts'
import {spec} from '../support/spec.ts'
import {killDriverAt} from '../support/upgrade/drive-killed.ts'
import {makeSite, type TestSite} from '../support/upgrade/test-site.ts'

const it = spec('node upgrade with another configuration')
const LONGEST_MS = 600_000

const rig = ({folder, env}: TestSite) => ({cwd: folder, env})

it(
  'a configuration that was changed under an upgrade fails the way back, and once it is put right the told command ends it',
  async () => {
    await using site = await makeSite()
    const before = site.inventory('v1')
    const planned = await assayJson(
      ['node', 'plan', '--to', '1.0.1', '--no-window', '--stable', '1ms', '--target', 'target.json'],
      rig(site),
    )
    writeFileSync(join(site.folder, 'plan.json'), JSON.stringify((planned.document as NodePlanResult).plan))
    const file = join(site.folder, 'nodes/v1/node.json')
    const right = readFileSync(file, 'utf8')
    const change = () => writeFileSync(file, JSON.stringify({...JSON.parse(right), drain_timeout: '29s'}))
    const upgrade = ['upgrade', '--plan', 'plan.json', '--apply']
    change()
    const refused = await assay(['node', ...upgrade, '--target', 'target.json'], rig(site))
    assert.is(refused.code, 7, refused.out)
    assert.match(refused.err, 'the configuration file of v1 was changed since the plan was made')
    writeFileSync(file, right)
    assert.ok(await killDriverAt(site, upgrade, 'backup:v1', 'forth'))
    change()
    const resume = ['node', 'upgrade', '--resume', 'latest', '--target', 'target.json']
    const failed = (await assayJson(resume, rig(site))).document as NodeUpgradeResult
    assert.equal([failed.exit.code, failed.state], [6, 'rollback_failed'], failed.exit.reason)
    assert.match(failed.exit.reason, 'cfg.drift')
    await isCutShort(site, failed.upgrade)
    writeFileSync(file, right)
    const words = (failed.next ?? '').split(' ').slice(1)
    const {code, out} = await assay(words, rig(site))
    assert.is(code, 5, out)
    assert.match(out.trim().split('\n').at(-1) ?? '', /^State rolled_back, next +nothing is left to do$/)
    assert.not.match(out, 'post.rollback', 'what failed on the way back and is done by now is told no more')
    assert.match(out, 'Put back because of check:v1: cfg.drift')
    assert.equal([site.release('v1'), site.inventory('v1')], ['1.0.0', before])
  },
  LONGEST_MS,
)

/** An emptied ledger, or one that lost its last records, is none that says that nothing was done. */
async function isCutShort(site: TestSite, id: string): Promise<void> {
  const ledger = join(site.folder, 'runs/.state/upgrades', id, 'ledger.ndjson')
  const whole = readFileSync(ledger, 'utf8')
  for (const kept of ['', `${whole.split('\n', 1)[0]}\n`]) {
    writeFileSync(ledger, kept)
    for (const words of [['status'], ['upgrade', '--resume', 'latest'], ['rollback', '--apply']]) {
      const {code, out, err} = await assay(['node', ...words, '--target', 'target.json'], rig(site))
      // Status tells it beside the nodes.
      const said = words[0] === 'status' ? out : err
      assert.is(code, 6, said)
      assert.match(said, /says nothing of before-v1\.json, backup-v1\.tar\.gz beside it/)
      assert.match(said, `runs/.state/upgrades/${id}`)
    }
  }
  writeFileSync(ledger, whole)
}

it.run()
