import {randomBytes} from 'node:crypto'
import {globSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import type {NodeStatusResult, NodeUpgradeResult} from '#contract/generated/types'
import {nodeNeighbours} from '#process/node-process-table'
import {mountVolume, whyNoVolume} from '../support/campaign/small-volume.ts'
import {assay, assayJson} from '../support/hall-rig.ts'
import {git} from '../support/hostnode-data.ts'
import {spec} from '../support/spec.ts'
import {makeSite} from '../support/upgrade/test-site.ts'

const it = spec('node upgrade on a disk that is full')
const LONGEST_MS = 600_000
const NAME = 'a disk that is full during the backup is told, nothing was changed, and with room it goes through'
const ROOM_KIB = 3 * 1024
const MORE_BYTES = 5 * 1024 * 1024

async function fullDuringBackup(): Promise<void> {
  await using site = await makeSite()
  const work = join(site.folder, 'work-v1')
  writeFileSync(join(work, 'large'), randomBytes(MORE_BYTES))
  git(work, 'add', '.')
  git(work, 'commit', '--quiet', '-m', 'more than the disk holds')
  const [node] = site.target.nodes
  const remote = new URL('/git/alice/one', node?.base_url)
  remote.username = 'alice'
  remote.password = site.env['TOKEN_V1'] ?? ''
  git(work, 'push', '--quiet', remote.href, 'main')
  const running = () => nodeNeighbours.inFolder(join(site.folder, 'nodes', 'v1'))?.map(({pid}) => pid)
  const before = {inventory: site.inventory('v1'), running: running()}

  using volume = mountVolume(ROOM_KIB)
  const options = {cwd: site.folder, env: site.env}
  const place = ['--target', 'target.json', '--workspace-dir', volume.path]
  const line = ['node', 'upgrade', '--to', '1.0.1', '--apply', '--no-window', '--stable', '1ms', ...place]
  const full = await assay(line, options)
  assert.is(full.code, 1, `${full.out}${full.err}`)
  assert.match(full.out, /backup:v1: .*(no space left|disk is full|ENOSPC)/i)
  assert.match(full.out.trim().split('\n').at(-1) ?? '', /^State stopped, next +nothing is left to do$/)
  assert.equal({inventory: site.inventory('v1'), running: running()}, before)
  assert.is(site.release('v1'), '1.0.0')
  assert.equal(
    globSync('runs/.state/upgrades/*/backup-v1.tar.gz', {cwd: volume.path}),
    [],
    'nothing that seems a backup',
  )

  volume.change(`size=${64 * 1024}k`)
  const {document} = await assayJson(line, options)
  const done = document as NodeUpgradeResult
  assert.equal([done.exit.code, done.state, site.release('v1')], [0, 'rolled', '1.0.1'], done.exit.reason)
  assert.is(site.inventory('v1'), before.inventory)
  const told = (await assayJson(['node', 'status', ...place], options)).document as NodeStatusResult
  assert.equal(
    told.upgrades.map(({state}) => state),
    ['stopped', 'rolled'],
  )
}

const why = whyNoVolume()
if (why === undefined) it(NAME, fullDuringBackup, LONGEST_MS)
else it.skip(NAME, why)

it.run()
