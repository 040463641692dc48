import {rmSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import type {NodeTargetAdapter, NodeUpgradeResult} from '#contract/generated/types'
import {eventually} from '../support/eventually.ts'
import {assay, assayJson} from '../support/hall-rig.ts'
import {oneLine} from '../support/one-line.ts'
import {putProgram} from '../support/put-program.ts'
import {BIN, start} from '../support/spawned.ts'
import {spec} from '../support/spec.ts'
import {killDriverAt, ledgerText} from '../support/upgrade/drive-killed.ts'
import {BESIDE_EACH_OTHER, EXEC, putNodePrograms} from '../support/upgrade/node-programs.ts'
import {putBeside} from '../support/upgrade/put-beside.ts'
import {makeSite} from '../support/upgrade/test-site.ts'

const it = spec('node upgrade beside the old node')
const LONGEST_MS = 600_000
const QUICK = ['--apply', '--no-window', '--stable', '1ms', '--strategy', 'blue-green']

/** A node, where users go, and programs that make another one of its backup. */
async function makeFront() {
  const site = await makeSite()
  const front = await putBeside(site)
  const {env} = putNodePrograms(site)
  site.retarget({objectives: {ready_within_s: 15}})
  return {
    site,
    env,
    retarget: (over: Partial<NodeTargetAdapter>) => site.retarget({adapter: {...EXEC, ...BESIDE_EACH_OTHER, ...over}}),
    writes: async (name: string) => (await site.call('v1', 'POST', '/api/repos', {name, owner: 'alice'})).status,
    [Symbol.asyncDispose]: async () => {
      await front[Symbol.asyncDispose]()
      await site[Symbol.asyncDispose]()
    },
  }
}

it(
  'whoever leaves the old node without writes is told so, and writes come back before the new one is cleared away',
  async () => {
    await using front = await makeFront()
    const {site, env} = front
    const rig = {cwd: site.folder, env}
    const line = ['upgrade', '--to', '1.1.0', ...QUICK]
    const told = async (...words: string[]) => {
      const {code, out, err} = await assay(['node', ...words, '--target', 'target.json'], rig)
      return {code, text: oneLine(out + err)}
    }
    front.retarget({})
    assert.ok(await killDriverAt({...site, env}, line, 'green_start:v1', 'forth'))
    const status = await told('status')
    assert.match(
      status.text,
      /Mind: writes are refused at v1 by the upgrade \S+\. .*To put back what was done: .*--abort/,
    )
    assert.is(await front.writes('two'), 503)

    const driver = start([BIN, 'node', 'upgrade', '--resume', 'latest', '--target', 'target.json'], site.folder, env)
    await eventually('it goes on', () => ledgerText(site).split('"step":"green_start:v1"').length > 2)
    driver.child.kill('SIGINT')
    const paused = await driver.ended
    assert.is(paused.code, 130, paused.out + paused.err)
    assert.match(
      oneLine(paused.out),
      /Mind writes are refused at v1 until that is done .*State paused, next assay node upgrade/,
    )

    putProgram(
      join(site.folder, 'bin'),
      'remove',
      `[ ! -e '${site.folder}/stuck' ] || exit 3\nexec nodectl stop v1-green`,
    )
    front.retarget({green_remove: ['remove']})
    writeFileSync(join(site.folder, 'stuck'), '')
    const stuck = await told('upgrade', '--abort', 'latest')
    assert.is(stuck.code, 6, stuck.text)
    assert.match(stuck.text, 'green_remove:v1: ')
    assert.not.match(stuck.text, 'writes are refused')
    assert.is(await front.writes('two'), 201, 'what could not be cleared away keeps nobody from writing')
    rmSync(join(site.folder, 'stuck'))
    const back = await told('rollback', '--apply')
    assert.is(back.code, 5, back.text)
  },
  LONGEST_MS,
)

it(
  'users are led to a new node of the backup, back again, and nothing that the old one had is lost',
  async () => {
    await using site = await makeSite()
    await using front = await putBeside(site)
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
    site.retarget({adapter: EXEC})
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
    const asked = await assay(['node', 'upgrade', '--to', '1.2.0', ...QUICK, '--target', 'target.json'], {
      cwd: site.folder,
      env,
    })
    assert.is(asked.code, 7)
    assert.match(
      oneLine(asked.err),
      /--finalise \S+, from which nothing leads back, or put back what it did: assay node rollback .* --run \S+ --apply/,
    )
    const {code, out} = await assay(['node', 'upgrade', '--finalise', 'latest', '--target', 'target.json'], {
      cwd: site.folder,
      env,
    })
    assert.equal([code, await served()], [0, '1.1.0'], out)
    assert.match(out, /^State finalised, next +exchange base_url and green_url of v1 in the target, /m)
    const old = await fetch(site.target.nodes[0]?.base_url ?? '').then(
      () => 'answers',
      () => 'is gone',
    )
    assert.is(old, 'is gone')
  },
  LONGEST_MS,
)

it.run()
