import {randomBytes} from 'node:crypto'
import {globSync, rmSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import type {NodeStatusResult, NodeUpgradeResult} from '#contract/generated/types'
import {nodeNeighbours} from '#process/node-process-table'
import {mountVolume, whyNoVolume} from '../support/campaign/small-volume.ts'
import {DEEP, rotated} from '../support/depth.ts'
import {assay, assayJson} from '../support/hall-rig.ts'
import {git} from '../support/hostnode-data.ts'
import {putProgram} from '../support/put-program.ts'
import {spec} from '../support/spec.ts'
import {EXEC, putNodePrograms} from '../support/upgrade/node-programs.ts'
import {makeSite, type TestSite} from '../support/upgrade/test-site.ts'

const it = spec('node upgrade on a disk that is full')
const LONGEST_MS = 600_000
const NAME =
  'a workspace without room for the backups is refused before anything is done, and with room it goes through'
const ROOM_KIB = 3 * 1024
const MORE_BYTES = 5 * 1024 * 1024

/** So that the data of the node are more than a small disk holds. */
function pushMore(site: TestSite): void {
  const work = join(site.folder, 'work-v1')
  writeFileSync(join(work, 'large'), randomBytes(MORE_BYTES))
  git(work, 'add', '.')
  git(work, 'commit', '--quiet', '-m', 'more than the disk holds')
  const [node] = site.target.nodes
  const remote = new URL('/git/alice/one', node?.base_url)
  remote.username = 'alice'
  remote.password = site.env['TOKEN_V1'] ?? ''
  git(work, 'push', '--quiet', remote.href, 'main')
}

async function tooSmallForBackups(): Promise<void> {
  await using site = await makeSite()
  pushMore(site)
  const running = () => nodeNeighbours.inFolder(join(site.folder, 'nodes', 'v1'))?.map(({pid}) => pid)
  const before = {inventory: site.inventory('v1'), running: running()}

  using volume = mountVolume(ROOM_KIB)
  const options = {cwd: site.folder, env: site.env}
  const place = ['--target', 'target.json', '--workspace-dir', volume.path]
  const line = ['node', 'upgrade', '--to', '1.0.1', '--apply', '--no-window', '--stable', '1ms', ...place]
  const full = await assay(line, options)
  assert.is(full.code, 3, `${full.out}${full.err}`)
  assert.match(
    full.err.replaceAll(/\s+/g, ' '),
    /disk_full: .*backups of v1: .*\d+ bytes.*\d+ are free: nothing was done/,
  )
  assert.equal({inventory: site.inventory('v1'), running: running()}, before)
  assert.is(site.release('v1'), '1.0.0')
  assert.equal(globSync('runs/**/*', {cwd: volume.path}), [], 'nothing was begun')

  volume.change(`size=${64 * 1024}k`)
  const {document} = await assayJson(line, options)
  const done = document as NodeUpgradeResult
  assert.equal([done.exit.code, done.state, site.release('v1')], [0, 'rolled', '1.0.1'], done.exit.reason)
  assert.is(site.inventory('v1'), before.inventory)
  const told = (await assayJson(['node', 'status', ...place], options)).document as NodeStatusResult
  assert.equal(
    told.upgrades.map(({state}) => state),
    ['rolled'],
  )
}

const DURING =
  'a workspace that is full during a backup ends with that, leaves no half of it, and is gone on with once there is room'

/** Where nobody knows beforehand how much the data are. */
async function fullDuringBackup(): Promise<void> {
  await using site = await makeSite()
  pushMore(site)
  const {env} = putNodePrograms(site)
  site.retarget({adapter: EXEC})
  using volume = mountVolume(ROOM_KIB)
  const options = {cwd: site.folder, env}
  const place = ['--target', 'target.json', '--workspace-dir', volume.path]
  const line = ['node', 'upgrade', '--to', '1.0.1', '--apply', '--no-window', '--stable', '1ms', ...place]
  const full = await assay(line, options)
  const told = full.err.replaceAll(/\s+/g, ' ')
  assert.is(full.code, 3, `${full.out}${full.err}`)
  assert.match(told, /disk_full: the backup of v1 found no room: .*(no space left|disk is full|ENOSPC)/i)
  assert.match(told, /State preparing, next: assay node upgrade .*--resume \S+/)
  assert.is(site.release('v1'), '1.0.0')
  assert.equal(globSync('runs/.state/upgrades/*/backup-*', {cwd: volume.path}), [], 'no half of a backup')
  volume.change(`size=${64 * 1024}k`)
  const {document} = await assayJson(['node', 'upgrade', '--resume', 'latest', ...place], options)
  const done = document as NodeUpgradeResult
  assert.equal([done.exit.code, done.state, site.release('v1')], [0, 'rolled', '1.0.1'], done.exit.reason)
}

/** A node on less is not ready. */
const READY_KIB = 300 * 1024
/** Room that a run takes, and no backup unpacked. */
const RUN_KIB = 3 * 1024
/** They are refused in one place. */
const WAYS_BACK = [
  ['rollback', '--apply'],
  ['upgrade', '--abort', 'latest'],
]
const BACK = 'a way back for which a disk has no room is refused while the nodes serve, and no backup is blamed for it'

async function fullBeforeTheWayBack(): Promise<void> {
  using disk = mountVolume(READY_KIB)
  using kept = mountVolume(64 * 1024)
  await using site = await makeSite({parent: disk.path})
  pushMore(site)
  const before = site.inventory('v1')
  const running = () => nodeNeighbours.inFolder(join(site.folder, 'nodes', 'v1'))?.map(({pid}) => pid)
  const options = {cwd: site.folder, env: site.env}
  const place = ['--target', 'target.json', '--workspace-dir', kept.path]
  const drive = async (...words: string[]) => {
    const {document} = await assayJson(['node', ...words, ...place], options)
    return document as NodeUpgradeResult
  }
  const done = await drive('upgrade', '--to', '1.1.0', '--apply', '--no-window', '--stable', '1ms')
  assert.equal([done.exit.code, site.release('v1')], [0, '1.1.0'], done.exit.reason)
  const served = running()
  const refused = async (told: RegExp) => {
    for (const words of rotated(WAYS_BACK, WAYS_BACK.length)) {
      const {code, err} = await assay(['node', ...words, ...place], options)
      assert.is(code, 7, err)
      assert.match(err.replaceAll(/\s+/g, ' '), told)
      assert.match(err, /free room on the disk of .*then give the line again/i)
      assert.not.match(err, /--finalise|back as it was/)
      assert.equal(running(), served, 'the node was not stopped')
    }
  }
  kept.fill(RUN_KIB)
  await refused(
    /the backup of v1 could not be looked at, which says nothing against it: .*disk_full: .* \d+ bytes, \d+ are free.*: nothing was touched/,
  )
  rmSync(join(kept.path, 'ballast'))
  disk.fill(64)
  await refused(
    /the backup of v1 is whole, and its data have no room where the node is: disk_full: \d+ bytes are needed there, \d+ are free: nothing was touched/,
  )
  rmSync(join(disk.path, 'ballast'))
  const back = await drive('rollback', '--apply')
  assert.equal([back.exit.code, back.state, site.release('v1')], [5, 'rolled_back', '1.0.0'], back.exit.reason)
  assert.is(site.inventory('v1'), before)
}

/** Room for a run and its ledger, and not for what a check pushes and clones. */
const SPARE_KIB = 256
const MIDDLE =
  'a workspace that is full in the middle ends with what stands open, the state and the command that goes on'

async function fullInTheMiddle(): Promise<void> {
  using volume = mountVolume(32 * 1024)
  await using site = await makeSite()
  const {env} = putNodePrograms(site)
  const ballast = join(volume.path, 'ballast')
  const roomy = join(site.folder, 'roomy')
  const fill = `[ -e '${roomy}' ] || cat /dev/zero > '${ballast}' 2>/dev/null || true\nexec nodectl start "$1"`
  putProgram(join(site.folder, 'bin'), 'fill', fill)
  site.retarget({adapter: {...EXEC, start: ['fill', '{node}']}})
  const options = {cwd: site.folder, env}
  const place = ['--target', 'target.json', '--workspace-dir', volume.path]
  const line = ['node', 'upgrade', '--to', '1.0.1', '--apply', '--no-window', '--stable', '1ms', ...place]
  for (const words of DEEP ? [line, ['node', 'upgrade', '--resume', 'latest', ...place]] : [line]) {
    const {code, out, err} = await assay(words, options)
    const told = err.replaceAll(/\s+/g, ' ')
    assert.is(code, 6, told)
    assert.match(
      told,
      /upgrade_halted: (v1 may stand still|the upgrade is not over), and .*(ENOSPC|disk)/,
      `${told}${out}`,
    )
    assert.match(told, /State stepping, next: assay node upgrade .*--resume \S+/)
  }
  rmSync(ballast)
  writeFileSync(roomy, '')
  volume.fill(SPARE_KIB)
  site.retarget({checks: {mutate: true}})
  const checking = await assay(['node', 'upgrade', '--resume', 'latest', ...place], options)
  assert.is(checking.code, 6, `${checking.out}${checking.err}`)
  const why = checking.err.replaceAll(/\s+/g, ' ')
  assert.match(
    why,
    /upgrade_halted: the upgrade is not over, and the driver cannot go on: (git has no room|cannot \w+ \S*tmp-bench)/,
  )
  assert.match(why, /State stepping, next: assay node upgrade .*--resume \S+/)
  assert.is(site.release('v1'), '1.0.1', 'nothing was put back for a disk that is not that of the node')
  rmSync(ballast)
  const {document} = await assayJson(['node', 'upgrade', '--resume', 'latest', ...place], options)
  const done = document as NodeUpgradeResult
  assert.equal([done.exit.code, done.state, site.release('v1')], [0, 'rolled', '1.0.1'], done.exit.reason)
}

const why = whyNoVolume()
for (const [name, body] of [
  [NAME, tooSmallForBackups],
  [DURING, fullDuringBackup],
  [BACK, fullBeforeTheWayBack],
  [MIDDLE, fullInTheMiddle],
] as const)
  if (why === undefined) it(name, body, LONGEST_MS)
  else it.skip(name, why)

it.run()
