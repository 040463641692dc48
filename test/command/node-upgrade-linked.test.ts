import {lstatSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import type {NodeUpgradeResult} from '#contract/generated/types'
import {eventually} from '../support/eventually.ts'
import {assay, assayJson} from '../support/hall-rig.ts'
import {oneLine} from '../support/one-line.ts'
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

it('data behind a link go to a release that moves them, and back', async () => {
  await using site = await makeSite()
  const data = join(site.folder, 'nodes', 'v1', 'data')
  site.kill()
  mkdirSync(join(site.folder, 'disk'))
  renameSync(data, join(site.folder, 'disk', 'v1'))
  symlinkSync(join(site.folder, 'disk', 'v1'), data)
  await site.start('v1')
  const before = site.inventory('v1')
  const drive = async (...words: string[]) => {
    const {document} = await assayJson(['node', ...words, '--target', 'target.json'], {cwd: site.folder, env: site.env})
    const {state, exit, verdict} = document as NodeUpgradeResult
    return {ended: [exit.code, state], told: verdict.caveats.join()}
  }
  const line = ['--to', '1.1.0', '--no-window', '--stable', '1ms', '--apply']
  assert.equal((await drive('upgrade', ...line)).ended, [0, 'rolled'])
  const back = await drive('rollback', '--apply')
  assert.equal(back.ended, [5, 'rolled_back'], back.told)
  assert.ok(lstatSync(data).isSymbolicLink())
  assert.is(site.inventory('v1'), before)
}, 600_000)

it('data that are a mount point are refused by the plan, for no backup could take their place', async () => {
  await using site = await makeSite()
  const data = join(site.folder, 'nodes', 'v1', 'data')
  const plan = async (to: string) => {
    renameSync(data, `${data}.away`)
    symlinkSync('/proc', data)
    const ended = await assay(['node', 'plan', '--to', to, '--no-window', '--target', 'target.json'], {
      cwd: site.folder,
      env: site.env,
    })
    rmSync(data)
    renameSync(`${data}.away`, data)
    // It may have looked for its data meanwhile.
    await eventually('v1 is ready', async () => (await site.call('v1', 'GET', '/health/ready')).status === 200)
    return ended
  }
  const {code, err} = await plan('1.1.0')
  assert.match(err, /the data of v1 are a mount point/)
  assert.is(code, 7)
  const patch = await plan('1.0.1')
  assert.is(patch.code, 0, patch.err)
}, 600_000)

it('data that the configuration has elsewhere are refused by the plan: backups would be made of another folder', async () => {
  await using site = await makeSite()
  const config = join(site.folder, 'nodes', 'v1', 'node.json')
  const settings = JSON.parse(readFileSync(config, 'utf8'))
  const plan = async (folder: string) => {
    writeFileSync(config, JSON.stringify({...settings, data_dir: folder}))
    return await assay(['node', 'plan', '--to', '1.0.1', '--no-window', '--target', 'target.json'], {
      cwd: site.folder,
      env: site.env,
    })
  }
  for (const folder of ['store', join(site.folder, 'disk')]) {
    const {code, err} = await plan(folder)
    assert.is(code, 7, err)
    assert.match(oneLine(err), /data_dir in the configuration of v1 is not the folder data beside it/)
  }
  assert.is((await plan('./data')).code, 0)
}, 600_000)

it.run()
