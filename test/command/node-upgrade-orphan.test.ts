import {globSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {DataLock} from '#hostnode/store/node-lock'
import {eventually} from '../support/eventually.ts'
import {spec} from '../support/spec.ts'
import {killDriverAt, ledgerText, startDriver, toldBy} from '../support/upgrade/drive-killed.ts'
import {makeSite} from '../support/upgrade/test-site.ts'

const it = spec('node upgrade beside the backup of a driver that was killed')
const LONGEST_MS = 600_000

const intents = (text: string) =>
  text.split('\n').filter((line) => line.includes('"intent"') && line.includes('"backup:v1"')).length

it(
  'a program that goes on making the backup is waited for, and what it leaves is made anew',
  async () => {
    await using site = await makeSite()
    const before = site.inventory('v1')
    const words = ['upgrade', '--to', '1.0.1', '--apply', '--no-window', '--stable', '1ms']
    assert.ok(await killDriverAt(site, words, 'backup:v1', 'forth'))
    // The killed driver's own program may be at it; then this stands for one that takes its time.
    let held: DataLock | undefined
    await eventually('nobody makes a backup', () => {
      held = DataLock.take(join(site.folder, 'nodes/v1/data/backup.lock'))
      return held !== undefined
    })
    const driver = startDriver(site, ['upgrade', '--resume', 'latest'])
    await eventually('the backup is meant again', () => intents(ledgerText(site)) > 1)
    const [upgrade = ''] = globSync('runs/.state/upgrades/*', {cwd: site.folder}).filter(
      (name) => !name.includes('claim'),
    )
    for (const name of ['backup-v1.tar.gz', 'backup-v1.tar.gz.sha256'])
      writeFileSync(join(site.folder, upgrade, name), 'of the killed one')
    held?.[Symbol.dispose]()
    const {state, exit} = toldBy(await driver.ended)
    assert.equal([state, exit.code], ['rolled', 0], exit.reason)
    assert.equal([site.release('v1'), site.inventory('v1')], ['1.0.1', before])
  },
  LONGEST_MS,
)

it.run()
