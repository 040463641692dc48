import {randomBytes} from 'node:crypto'
import {readdirSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {apiRoutes} from '#hostnode/api/all-routes'
import {releaseProgram} from '../support/built-home.ts'
import {mountVolume, type SmallVolume, whyNoVolume} from '../support/campaign/small-volume.ts'
import {DEEP, rotated} from '../support/depth.ts'
import {git, gitOut, makeRepo, realRefs, recorded} from '../support/git-client.ts'
import {catchHooks} from '../support/hook-catcher.ts'
import {PAYLOADS} from '../support/hook-payloads.ts'
import {startTestNode, type TestNode} from '../support/hostnode.ts'
import {callHostnode, madeDataDir} from '../support/hostnode-data.ts'
import {hostnodeHere} from '../support/hostnode-here.ts'
import {spec} from '../support/spec.ts'
import {tempDir} from '../support/temp-dir.ts'

const it = spec('a hosting node on a full disk')
const ROOMY = 'size=300m'
/** Every amount of room that is left is tried when deep, else one in so many. */
const STEP = DEEP ? 1 : 2
const why = whyNoVolume()
const onVolume = (name: string, work: () => Promise<void>) =>
  why === undefined ? it(name, work, 120_000) : it.skip(name, why)

/** Nothing is free any more: the volume is as large as what is on it. The system refuses that while the node still writes. */
function fillUp(volume: SmallVolume, spareKib = 0): void {
  for (let tries = 1; ; tries++) {
    try {
      volume.change(`size=${Math.ceil(volume.used()) + spareKib}k`)
      return
    } catch (error) {
      if (tries === 100) throw error
    }
  }
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; !(await isSo()); tries++) {
    if (tries === 1_000) throw new Error('it never came to be')
    await new Promise((wake) => setTimeout(wake, 20))
  }
}

const readiness = async (node: TestNode) => (await node.call('GET', '/health/ready', {token: null})).status
/** What was found is kept for a second. */
const untilReady = (node: TestNode, wanted: number) => until(async () => (await readiness(node)) === wanted)

onVolume('every write is refused as such, reads go on, and with room it goes on by itself', async () => {
  using volume = mountVolume(300 * 1024)
  await using catcher = await catchHooks()
  await using node = await startTestNode({
    dir: volume.path,
    flags: ['--allow-hook-target', `127.0.0.1:${catcher.port}`, '--hook-schedule', '0s,10ms'],
  })
  await makeRepo(node, 'kept')
  await makeRepo(node, 'doomed')
  const hook = {url: catcher.url, secret: 'a secret of eight'}
  const id = (one: unknown) => String(Object(one).id)
  const hookId = id((await node.call('POST', '/api/repos/alice/kept/hooks', {body: hook})).json)
  const tokenId = id((await node.call('POST', '/api/tokens', {body: {name: 'a', scopes: ['repo']}})).json)
  const key = {title: 'k', key: `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${'A'.repeat(42)}A`}
  const keyId = id((await node.call('POST', '/api/user/keys', {body: key})).json)
  await node.call('POST', `/api/repos/alice/kept/hooks/${hookId}/test`)
  const list = `/api/repos/alice/kept/hooks/${hookId}/deliveries`
  const [delivery] = Object((await node.call('GET', list)).json).items
  await until(async () => Object((await node.call('GET', `${list}?status=success`)).json).total_count === 1)
  const event = {owner: 'alice', repo: 'kept', event: 'star', payload: PAYLOADS['star']}
  const bodies: Readonly<Record<string, readonly [string, unknown?]>> = {
    'POST /api/tokens': ['/api/tokens', {name: 'b', scopes: ['repo']}],
    'DELETE /api/tokens/:token_id': [`/api/tokens/${tokenId}`],
    'POST /api/user/keys': ['/api/user/keys', {...key, key: key.key.replace(/A$/, 'B')}],
    'DELETE /api/user/keys/:key_id': [`/api/user/keys/${keyId}`],
    'POST /api/repos': ['/api/repos', {name: 'new', owner: 'alice'}],
    'DELETE /api/repos/:owner/:repo': ['/api/repos/alice/doomed'],
    'POST /api/repos/:owner/:repo/hooks': ['/api/repos/alice/kept/hooks', hook],
    'PATCH /api/repos/:owner/:repo/hooks/:hook_id': [
      `/api/repos/alice/kept/hooks/${hookId}`,
      {events: ['push', 'star']},
    ],
    'POST /api/repos/:owner/:repo/hooks/:hook_id/test': [`/api/repos/alice/kept/hooks/${hookId}/test`],
    'POST /api/repos/:owner/:repo/hooks/:hook_id/deliveries/:delivery_id/redeliver': [
      `${list}/${delivery.id}/redeliver`,
    ],
    'DELETE /api/repos/:owner/:repo/hooks/:hook_id': [`/api/repos/alice/kept/hooks/${hookId}`],
    'POST /api/admin/events': ['/api/admin/events', event],
    'POST /api/admin/finalise': ['/api/admin/finalise'],
    'POST /api/admin/users': ['/api/admin/users', {username: 'bob'}],
    'PUT /api/admin/maintenance': ['/api/admin/maintenance', {enabled: false}],
    'POST /api/admin/tokens/revoke-all': ['/api/admin/tokens/revoke-all'],
  }
  // Who leads is stored nowhere.
  const writes = apiRoutes({} as never).filter(({method, url}) => method !== 'GET' && !url.endsWith('/step-down'))
  assert.equal(writes.map(({method, url}) => `${method} ${url}`).sort(), Object.keys(bodies).sort())
  const ask = async (route: string) => {
    const [path, body] = bodies[route] ?? ['']
    return node.call(route.split(' ')[0] ?? '', path, body === undefined ? {} : {body})
  }
  assert.is(await readiness(node), 200)
  fillUp(volume)
  for (const route of Object.keys(bodies)) {
    const {status, json} = await ask(route)
    assert.equal([status, Object(json).error], [507, 'insufficient_storage'], route)
  }
  await untilReady(node, 503)
  const {checks} = Object((await node.call('GET', '/health/ready', {token: null})).json)
  assert.is(checks.store.status, 'down')
  for (const path of ['/api/user', '/api/tokens', '/api/user/keys', '/api/repos', '/api/repos/alice/doomed', list])
    assert.is((await node.call('GET', path)).status, 200, path)
  volume.change(ROOMY)
  await untilReady(node, 200)
  for (const route of Object.keys(bodies)) {
    const {status, text} = await ask(route)
    assert.ok(status < 300, `${route}: ${status} ${text}`)
  }
  assert.is((await node.stop()).code, 0)
  assert.is((await hostnodeHere(['verify', '--full', '--data-dir', 'data'], {cwd: volume.path})).status, 0)
})
onVolume('a repository that was made or removed in part is free again as soon as there is room', async () => {
  using volume = mountVolume(300 * 1024)
  await using node = await startTestNode({dir: volume.path})
  const answers: string[] = []
  for (let spareKib = 0; spareKib <= 160; spareKib += STEP * 16) {
    const name = `s${spareKib}`
    const make = () => node.call('POST', '/api/repos', {body: {name, owner: 'alice'}})
    fillUp(volume, spareKib)
    const made = (await make()).status
    volume.change(ROOMY)
    if (made !== 201) await until(async () => (await make()).status === 201)
    fillUp(volume, spareKib % 64)
    const gone = (await node.call('DELETE', `/api/repos/alice/${name}`)).status
    volume.change(ROOMY)
    if (gone !== 204)
      await until(async () => [404, 204].includes((await node.call('DELETE', `/api/repos/alice/${name}`)).status))
    await until(async () => (await make()).status === 201)
    answers.push(`${made} ${gone}`)
  }
  assert.equal([...new Set(answers.join(' ').split(' '))].sort(), ['201', '204', '507'])
  assert.is((await node.stop()).code, 0)
  assert.is((await hostnodeHere(['verify', '--full', '--data-dir', 'data'], {cwd: volume.path})).status, 0)
})

onVolume('in a push with little room nothing that was told is lost, and events are those of the refs', async () => {
  using volume = mountVolume(300 * 1024)
  using work = tempDir()
  await using node = await startTestNode({dir: volume.path})
  const {id, url, folder} = await makeRepo(node, 'pushed')
  const cwd = join(work.path, 'work')
  await gitOut(['init', '--quiet', '--initial-branch=main', cwd], {cwd: work.path})
  const codes: (number | null)[] = []
  let moves = 0
  for (let spareKib = 0; spareKib <= 400; spareKib += STEP * 50) {
    writeFileSync(join(cwd, 'data.bin'), randomBytes(10_000))
    await gitOut(['add', '.'], {cwd})
    await gitOut(['commit', '--quiet', '--message=more'], {cwd})
    const head = await gitOut(['rev-parse', 'HEAD'], {cwd})
    fillUp(volume, spareKib)
    const refs = [`refs/heads/b${spareKib}`, 'refs/heads/main']
    const wanted = refs.map((ref) => `+HEAD:${ref}`)
    const {code, out, err} = await git(['push', '--porcelain', url, ...wanted], {cwd, token: node.token})
    const real = await realRefs(folder)
    // Git may find room for one ref and not for the other, and says so of each.
    const told = refs.filter((ref) => new RegExp(`^[ +*]\\tHEAD:${ref}\\t`, 'm').test(out))
    const moved = refs.filter((ref) => real.includes(`${head} ${ref}`))
    assert.equal(moved, told, `${spareKib} ${out}${err}`)
    assert.is(code === 0, told.length === 2)
    moves += moved.length
    volume.change(ROOMY)
    await until(async () => recorded(node, id).refs.sort().join() === real.sort().join())
    codes.push(code)
  }
  assert.ok(codes.includes(0) && codes.some((code) => code !== 0), codes.join())
  const {kinds, refs} = recorded(node, id)
  const count = (kind: string) => kinds.filter((one) => one === kind).length
  assert.equal([count('create'), count('push')], [refs.length, moves])
  assert.is((await git(['fsck', '--full', '--strict'], {cwd: folder})).code, 0)
})
onVolume(
  'a backup and a migration that find no room say so, leave what was there, and go through once there is',
  async () => {
    using old = await madeDataDir(releaseProgram('1.0.0'))
    using volume = mountVolume(300 * 1024, old.path)
    const run = (...args: string[]) => callHostnode([...args, '--data-dir', 'data'], {cwd: volume.path})
    const wish = ['migrate', '--from', '1.0.0', '--to', '2.0.0']
    for (const spareKib of rotated([0, 20, 60], 3)) {
      fillUp(volume, spareKib)
      const {status, stderr} = run(...wish)
      assert.equal(
        [status, /error (node_store|disk_full): /.test(stderr), /^ +at /m.test(stderr)],
        [3, true, false],
        stderr,
      )
      volume.change(ROOMY)
    }
    assert.is(run(...wish).status, 0)
    for (const spareKib of rotated([0, 64, 150], 3)) {
      fillUp(volume, spareKib)
      const {status, stderr} = run('backup', 'create', '--output', 'b.tar.gz')
      assert.equal(
        [status, /error (node_store|disk_full): /.test(stderr), /^ +at /m.test(stderr)],
        [3, true, false],
        stderr,
      )
      assert.equal(
        readdirSync(volume.path).filter((name) => name.startsWith('b.tar')),
        [],
      )
      volume.change(ROOMY)
    }
    assert.is(run('backup', 'create', '--output', 'b.tar.gz').status, 0)
    assert.equal(
      [
        run('verify', '--full').status,
        (await hostnodeHere(['backup', 'verify', 'b.tar.gz', '--deep'], {cwd: volume.path})).status,
      ],
      [0, 0],
    )
  },
)
it.run()
