import {globSync, readFileSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import type {DoctorResult, NodeStatusResult} from '#contract/generated/types'
import {eventually} from '../support/eventually.ts'
import {assay, assayJson} from '../support/hall-rig.ts'
import {spec} from '../support/spec.ts'
import {ledgerText, startDriver} from '../support/upgrade/drive-killed.ts'
import {makeSite} from '../support/upgrade/test-site.ts'

const it = spec('node status and doctor about an upgrade that is not over')
const LONGEST_MS = 600_000
const PLAIN = (text: string) => text.replaceAll(/\s+/g, ' ')

it(
  'while it is driven, when its driver is gone, without a token, and when its ledger is damaged',
  async () => {
    await using site = await makeSite()
    const {TOKEN_V1: _, ...untold} = site.env
    const rig = {cwd: site.folder, env: untold}
    const status = async () => {
      const {code, out} = await assay(['node', 'status', '--target', 'target.json'], rig)
      return {code, told: PLAIN(out)}
    }
    const doctor = async () => {
      const {checks} = (await assayJson(['doctor'], rig)).document as DoctorResult
      return checks.find(({name}) => name === 'upgrades')
    }
    assert.is(await doctor(), undefined)
    const driver = startDriver(site, ['upgrade', '--to', '1.0.1', '--apply', '--no-window', '--stable', '10m'])
    await eventually('it waits', () => ledgerText(site).includes('"step":"stable:v1"'))

    const driven = await status()
    assert.is(driven.code, 0, driven.told)
    assert.match(driven.told, 'a driver is at work, wait for it to end')
    assert.match(
      driven.told,
      `(process ${driver.child.pid}). If it hangs: kill -INT ${driver.child.pid} ends it as Ctrl-C does`,
    )
    assert.match(driven.told, 'No token in TOKEN_V1')
    assert.match(driven.told, /v1 yes 1\.0\.1/)
    assert.not.match(driven.told, /--resume|No upgrade is open/)
    const second = await assay(['node', 'upgrade', '--target', 'target.json', '--resume', 'latest'], {
      cwd: site.folder,
      env: site.env,
    })
    assert.match(PLAIN(second.err), `kill -INT ${driver.child.pid} ends it as Ctrl-C does`)
    assert.is(await doctor(), undefined, 'somebody is at it')

    driver.child.kill('SIGKILL')
    await driver.ended
    assert.match((await status()).told, /next: assay node upgrade --target target\.json --resume /)
    const open = await doctor()
    assert.is(open?.status, 'failed')
    assert.match(open?.detail ?? '', /^assay node status --target FILE tells .* of site stands in stepping$/)

    const [name = ''] = globSync('runs/.state/upgrades/*/ledger.ndjson', {cwd: site.folder})
    const ledger = join(site.folder, name)
    const lines = readFileSync(ledger, 'utf8').split('\n')
    writeFileSync(ledger, [lines[0], ...lines.slice(2)].join('\n'))
    const damaged = await status()
    assert.is(damaged.code, 6, damaged.told)
    assert.match(damaged.told, /v1 yes 1\.0\.1/)
    assert.match(
      damaged.told,
      /Unreadable: the ledger of the upgrade \S+ is damaged at record \d+\. Look which release/,
    )
    const {document} = await assayJson(['node', 'status', '--target', 'target.json'], rig)
    const {exit, nodes} = document as NodeStatusResult
    assert.equal([exit.name, nodes[0]?.ready], ['unsafe-state', true])
    assert.match((await doctor())?.detail ?? '', 'is damaged at record')
    const resumed = await assay(['node', 'upgrade', '--resume', 'latest', '--target', 'target.json'], {
      cwd: site.folder,
      env: site.env,
    })
    assert.is(resumed.code, 6)
    assert.match(PLAIN(resumed.err), /Put the ledger back as it was/)
  },
  LONGEST_MS,
)

it.run()
