import {symlinkSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import type {NodeUpgradeResult} from '#contract/generated/types'
import {assayJson} from '../support/hall-rig.ts'
import {spec} from '../support/spec.ts'
import {makeSite} from '../support/upgrade/test-site.ts'

const it = spec('node upgrade of nodes behind a link')
const WISH = ['--to', '1.0.1', '--no-window', '--stable', '1ms', '--apply', '--target', 'target.json']

it('a folder of nodes that is reached through a link is the same configuration', async () => {
  await using site = await makeSite()
  symlinkSync('nodes', join(site.folder, 'alias'))
  site.retarget({adapter: {kind: 'embedded', home: 'alias', releases: 'releases'}})
  const {document} = await assayJson(['node', 'upgrade', ...WISH], {cwd: site.folder, env: site.env})
  const {state, exit} = document as NodeUpgradeResult
  assert.equal([state, exit.code], ['rolled', 0], exit.reason)
}, 600_000)

it.run()
