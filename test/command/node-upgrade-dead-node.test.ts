// Counts no coverage: an upgrade whose lines others run too.
import * as assert from 'uvu/assert'
import type {NodeUpgradeResult} from '#contract/generated/types'
import {assayJson} from '../support/hall-rig.ts'
import {spec} from '../support/spec.ts'
import {makeSite} from '../support/upgrade/test-site.ts'

const it = spec('node upgrade of a node that died before its turn')
const LONGEST_MS = 600_000

it(
  'goes on, since nothing is lost, and says so; a node that its own driver had stopped is no such one',
  async () => {
    await using site = await makeSite({names: ['v1', 'v2']})
    const drive = async (...words: string[]) => {
      const line = ['node', 'upgrade', ...words, '--target', 'target.json']
      return (await assayJson(line, {cwd: site.folder, env: site.env})).document as NodeUpgradeResult
    }
    const first = await drive('--to', '1.0.1', '--no-window', '--stable', '1ms', '--pause-after', '1', '--apply')
    assert.equal([first.exit.code, first.state], [4, 'paused'], first.exit.reason)
    assert.equal(first.verdict.caveats, [])
    const [dead = ''] = site.names.filter((name) => site.release(name) === '1.0.0')
    site.kill(dead)
    const second = await drive('--resume', 'latest')
    assert.equal([second.exit.code, second.state], [0, 'rolled'], second.exit.reason)
    assert.match(second.verdict.caveats.join(), `stop:${dead}: it served no more when its turn came`)
  },
  LONGEST_MS,
)

it.run()
