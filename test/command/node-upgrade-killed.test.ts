// Counts no coverage: upgrades one after the other, whose lines other upgrades run too.
import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {assay} from '../support/hall-rig.ts'
import {spec} from '../support/spec.ts'
import {killDriverAt} from '../support/upgrade/drive-killed.ts'
import {makeSite} from '../support/upgrade/test-site.ts'

const it = spec('the bundle of a driver that was killed')
const LONGEST_MS = 600_000

it(
  'its issue says that no end is known, and how one sees where the upgrade stands, goes on and puts back',
  async () => {
    await using site = await makeSite()
    const line = ['upgrade', '--to', '1.0.1', '--no-window', '--stable', '1ms', '--apply']
    assert.ok(await killDriverAt(site, line, 'check:v1', 'forth'))
    const options = {cwd: site.folder, env: site.env}
    const bundled = await assay(['runs', 'bundle', 'latest'], options)
    const [path = ''] = /issue-bundles\/\S+/.exec(bundled.out) ?? []
    const id = path.slice('issue-bundles/'.length)
    const issue = readFileSync(join(site.folder, path, 'issue.md'), 'utf8').replaceAll(/\s+/g, ' ')
    assert.not.match(issue, 'exit 130')
    assert.match(issue, 'No end of it is recorded: its process was killed or lost')
    const ways = ['node status --target target.json', `node upgrade --target target.json --resume ${id}`]
    for (const way of [...ways, `node upgrade --target target.json --abort ${id}`]) assert.match(issue, `assay ${way}`)
    const verified = await assay(['runs', 'verify', path, '--format', 'json'], options)
    assert.not.match(verified.out, 'report_contradiction')
  },
  LONGEST_MS,
)

it.run()
