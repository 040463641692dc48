// Counts no coverage: upgrades one after the other, whose lines other upgrades run too.
import {existsSync, readFileSync, rmSync, statSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import type {NodeStatusResult, NodeUpgradeResult, RunsCleanupResult} from '#contract/generated/types'
import {assay, assayJson} from '../support/hall-rig.ts'
import {spec} from '../support/spec.ts'
import {makeSite, type TestSite} from '../support/upgrade/test-site.ts'

const it = spec('runs cleanup beside upgrades')
const LONGEST_MS = 600_000

async function ask<Result>(site: TestSite, ...words: string[]): Promise<Result> {
  const {document} = await assayJson(words, {cwd: site.folder, env: site.env})
  return document as Result
}

const upgrade = (site: TestSite, ...words: string[]) =>
  ask<NodeUpgradeResult>(site, 'node', 'upgrade', ...words, '--target', 'target.json')

async function clean(site: TestSite, name: string, ...words: string[]) {
  const result = await ask<RunsCleanupResult>(site, 'runs', 'cleanup', ...words)
  const found = result.entries.find(({run_id: id}) => id === name)
  return {result, entry: found && [found.action, found.reason], bytes: found?.size_bytes}
}

it(
  'an upgrade that is open keeps its run and its backups, and those of one that is over go with its run',
  async () => {
    await using site = await makeSite()
    const begun = await upgrade(site, '--to', '1.0.1', '--no-window', '--stable', '1ms', '--apply')
    assert.equal([begun.exit.code, begun.state], [0, 'rolled'], begun.exit.reason)
    const id = begun.upgrade
    const own = `.state/upgrades/${id}`
    const folder = join(site.folder, 'runs', own)
    const backup = join(folder, 'backup-v1.tar.gz')

    assert.equal((await clean(site, id, '--keep', '0', '--yes')).entry, ['skip', 'upgrade_open'])
    const open = await clean(site, own, '--keep', '0', '--yes')
    assert.equal([open.entry, existsSync(backup)], [['skip', 'upgrade_open'], true])
    const ledger = readFileSync(join(folder, 'ledger.ndjson'))
    writeFileSync(
      join(folder, 'ledger.ndjson'),
      Uint8Array.from(ledger, (byte, at) => (at === 100 ? byte ^ 1 : byte)),
    )
    const damaged = await clean(site, own, '--keep', '0', '--yes')
    assert.equal([damaged.entry, existsSync(backup)], [['skip', 'upgrade_unreadable'], true])
    assert.equal((await clean(site, id, '--keep', '0', '--yes')).entry, ['skip', 'upgrade_unreadable'])
    writeFileSync(join(folder, 'ledger.ndjson'), ledger)

    const {out, code} = await assay(['node', 'upgrade', '--finalise', 'latest', '--target', 'target.json'], {
      cwd: site.folder,
      env: site.env,
    })
    assert.is(code, 0, out)
    assert.match(out.replaceAll(/\s+/g, ' '), /backups .*stay until assay runs cleanup removes the run/)
    // As a backup leaves it that was broken off.
    writeFileSync(join(folder, 'backup-v1.tar.gz.part'), 'half')
    const sizes = ['.tar.gz', '.tar.gz.sha256', '.tar.gz.part'].map(
      (end) => statSync(join(folder, `backup-v1${end}`)).size,
    )
    const whole = sizes.reduce((sum, one) => sum + one, 0)

    const young = await clean(site, own, '--keep', '9', '--yes')
    assert.equal([young.entry, existsSync(backup)], [['keep', 'run_kept'], true])
    writeFileSync(join(site.folder, 'runs', id, '.hold'), '')
    assert.equal((await clean(site, own, '--keep', '0', '--yes')).entry, ['keep', 'run_kept'])
    rmSync(join(site.folder, 'runs', id, '.hold'))
    const plan = await clean(site, own, '--keep', '0')
    assert.equal([plan.entry, plan.bytes, existsSync(backup)], [['delete', 'upgrade_over'], whole, true])
    assert.is(
      plan.result.selected_bytes,
      plan.result.entries.reduce((sum, one) => sum + (one.action === 'delete' ? one.size_bytes : 0), 0),
    )
    const done = await clean(site, own, '--keep', '0', '--yes')
    assert.equal([done.entry, done.result.failed_count], [['delete', 'upgrade_over'], 0])
    assert.equal(
      [
        existsSync(backup),
        existsSync(join(folder, 'backup-v1.tar.gz.part')),
        existsSync(join(folder, 'ledger.ndjson')),
      ],
      [false, false, true],
    )
    assert.is((await clean(site, own, '--keep', '0')).entry, undefined, 'nothing is left of it')
    const {upgrades} = await ask<NodeStatusResult>(site, 'node', 'status', '--target', 'target.json')
    assert.equal([upgrades[0]?.upgrade, upgrades[0]?.state], [id, 'finalised'], 'what became of it is still known')

    const next = await upgrade(site, '--to', '1.1.0', '--no-window', '--stable', '1ms', '--apply')
    const back = await ask<NodeUpgradeResult>(site, 'node', 'rollback', '--apply', '--target', 'target.json')
    assert.equal([next.exit.code, back.exit.code], [0, 5], back.exit.reason)
    const gone = join(site.folder, 'runs/.state/upgrades', next.upgrade, 'backup-v1.tar.gz')
    assert.equal(
      [existsSync(gone), (await clean(site, next.upgrade, '--keep', '0', '--yes')).entry],
      [true, ['delete', 'beyond_keep']],
    )
    assert.is(existsSync(gone), false)
  },
  LONGEST_MS,
)

it.run()
