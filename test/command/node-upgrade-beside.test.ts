import {writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import type {NodeUpgradeResult} from '#contract/generated/types'
import {freePort} from '../support/consensus/test-network.ts'
import {assayJson} from '../support/hall-rig.ts'
import {spec} from '../support/spec.ts'
import {BESIDE_EACH_OTHER, EXEC, putNodePrograms} from '../support/upgrade/node-programs.ts'
import {openFront} from '../support/upgrade/open-front.ts'
import {makeSite} from '../support/upgrade/test-site.ts'

const it = spec('node upgrade beside the old node')
const LONGEST_MS = 600_000
const QUICK = ['--apply', '--no-window', '--stable', '1ms', '--strategy', 'blue-green']

it(
  'users are led to a new node of the backup, back again, and nothing that the old one had is lost',
  async () => {
    await using site = await makeSite()
    const green = await freePort()
    writeFileSync(join(site.folder, 'green-port'), String(green))
    writeFileSync(join(site.folder, 'front'), 'blue')
    const [first] = site.target.nodes
    if (first === undefined) throw new Error('no node')
    const blue = Number(new URL(first.base_url).port)
    await using front = await openFront(site, (side) => (side === 'green' ? green : blue))
    const {env} = putNodePrograms(site)
    const drive = async (...words: string[]) => {
      const {document} = await assayJson(['node', ...words, '--target', 'target.json'], {cwd: site.folder, env})
      return document as NodeUpgradeResult
    }
    const served = async () => {
      const reply = await fetch(`${front.url}/api/node/status`)
      return ((await reply.json()) as {version: string}).version
    }
    const before = site.inventory('v1')
    const writes = async () => (await site.call('v1', 'POST', '/api/repos', {name: 'two', owner: 'alice'})).status

    site.retarget({objectives: {ready_within_s: 15}})
    site.retarget({adapter: EXEC, public_url: front.url, nodes: [{...first, green_url: `http://127.0.0.1:${green}`}]})
    assert.is((await drive('upgrade', '--to', '1.1.0', ...QUICK)).exit.code, 7, 'no second writer of the same data')

    site.retarget({adapter: {...EXEC, ...BESIDE_EACH_OTHER, traffic_switch: ['true']}})
    const unled = await drive('upgrade', '--to', '1.1.0', ...QUICK)
    assert.equal([unled.exit.code, unled.state, await served()], [5, 'rolled_back', '1.0.0'], unled.exit.reason)
    assert.match(unled.failed.join('; '), 'public:v1: the public address is not served by the new node')

    site.retarget({adapter: {...EXEC, ...BESIDE_EACH_OTHER}})
    const done = await drive('upgrade', '--to', '1.1.0', ...QUICK)
    assert.equal([done.exit.code, done.state, await served()], [0, 'rolled', '1.1.0'], done.exit.reason)
    assert.equal([site.release('v1'), await writes()], ['1.0.0', 503], 'the old node is as it was, and takes no writes')

    const back = await drive('rollback', '--apply')
    assert.equal([back.exit.code, back.state, await served()], [5, 'rolled_back', '1.0.0'], back.exit.reason)
    assert.is(site.inventory('v1'), before)

    const again = await drive('upgrade', '--to', '1.1.0', ...QUICK)
    assert.is(again.exit.code, 0, again.exit.reason)
    const final = await drive('upgrade', '--finalise', 'latest')
    assert.equal([final.exit.code, final.state, await served()], [0, 'finalised', '1.1.0'], final.exit.reason)
    const old = await fetch(first.base_url).then(
      () => 'answers',
      () => 'is gone',
    )
    assert.is(old, 'is gone')
  },
  LONGEST_MS,
)

it.run()
