import {execFileSync} from 'node:child_process'
import {createHash, generateKeyPairSync} from 'node:crypto'
import {existsSync, readFileSync, statSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {checkNetwork} from '../support/consensus/check-network.ts'
import {makeTestNetwork, type TestNetwork} from '../support/consensus/test-network.ts'
import {rotated} from '../support/depth.ts'
import {eventually} from '../support/eventually.ts'
import {callHostnode, git, withDatabase} from '../support/hostnode-data.ts'
import {prometheusFamilies} from '../support/prometheus-text.ts'
import {spec} from '../support/spec.ts'

const it = spec('hostnode validators')
const ALL = [0, 1, 2, 3]
/** For all of a network's story; nothing waits for it to pass. */
const LONGEST_MS = 900_000
const CONSENSUS = ['cons.status', 'cons.progress', 'cons.agree', 'cons.validators', 'cons.peers']
/** Of a member of a network, besides those of every node. */
const FAMILIES = [
  ...['hostnode_consensus_has_quorum', 'hostnode_consensus_height', 'hostnode_consensus_is_leader'],
  ...['hostnode_consensus_peers_connected', 'hostnode_consensus_view', 'hostnode_sync_lag_blocks'],
]

interface ShownBlock {
  readonly height: number
  readonly block_id: string
  readonly header: Readonly<Record<string, unknown>>
  readonly entries: readonly string[]
  readonly commit: {readonly view: number; readonly votes: readonly {voter: string; signature: string}[]}
}

const heightOf = async (net: TestNetwork, at: number) => (await net.status(at)).block_height
const block = async (net: TestNetwork, at: number, height: number) =>
  (await net.call(at, 'GET', `/api/consensus/blocks/${height}`)).json as ShownBlock
const write = (net: TestNetwork, at: number, name: string) => net.call(at, 'POST', '/api/repos', {name, owner: 'alice'})

/** Waits until each of these has made so many blocks more than the first of them has now. */
async function grow(net: TestNetwork, places: readonly number[], count: number): Promise<number> {
  const wanted = (await heightOf(net, places[0] ?? 0)) + count
  for (const at of places) await eventually(`${at} at ${wanted}`, async () => (await heightOf(net, at)) >= wanted)
  return wanted
}

async function agree(net: TestNetwork, places: readonly number[]): Promise<void> {
  const height = Math.min(...(await Promise.all(places.map((at) => heightOf(net, at)))))
  for (const one of [1, Math.ceil(height / 2), height]) {
    const ids = await Promise.all(places.map(async (at) => (await block(net, at, one)).block_id))
    assert.is(new Set(ids).size, 1, `height ${one}: ${ids}`)
  }
}

async function leaderOf(net: TestNetwork, places: readonly number[]): Promise<number> {
  let leader = -1
  await eventually('a leader', async () => {
    const all = await Promise.all(places.map(async (at) => ({at, ...(await net.status(at))})))
    leader = all.find((one) => one.is_leader === true)?.at ?? -1
    return leader >= 0
  })
  return leader
}

it(
  'validators agree, go on without one, stop without two, and take up where they were',
  async () => {
    await using net = await makeTestNetwork(4)
    await net.start(0, 1, 2)
    await grow(net, [0, 1, 2], 2)
    await strangersAgree(net)
    await writesBecomeFinal(net)
    await everyKindIsEntered(net)
    await latecomersCatchUp(net)
    await checksPass(net)
    await leadersStepDown(net)
    await oneMayBeAway(net)
    await backupsComeBack(net)
  },
  LONGEST_MS,
)

/** OpenSSL, and nobody's code of ours, says that the id is the digest of the header and that a quorum signed it. */
async function strangersAgree(net: TestNetwork): Promise<void> {
  const {header, block_id, commit, height} = await block(net, 0, 2)
  const text = JSON.stringify(Object.fromEntries(Object.entries(header).sort(([a], [b]) => (a < b ? -1 : 1))))
  const file = join(net.folder, 'stranger')
  writeFileSync(file, text)
  const digest = execFileSync('openssl', ['dgst', '-sha256', '-r', file], {encoding: 'utf8'}).slice(0, 64)
  assert.is(`sha256:${digest}`, block_id)
  assert.is(header['parent_id'], (await block(net, 1, 1)).block_id)
  const network = readFileSync(net.file, 'utf8')
  const {validators} = JSON.parse(network)
  const genesis = (await block(net, 0, 1)).header['parent_id']
  assert.is(commit.votes.length >= 3, true)
  for (const {voter, signature} of commit.votes) {
    assert.ok(validators.some(({pubkey}: {pubkey: string}) => pubkey === voter))
    const vote = {block_id, height, network: genesis, phase: 'commit', view: commit.view}
    writeFileSync(file, JSON.stringify(vote))
    writeFileSync(`${file}.sig`, Buffer.from(signature, 'base64url'))
    writeFileSync(`${file}.der`, Buffer.from(`302a300506032b6570032100${voter}`, 'hex'))
    const args = ['pkeyutl', '-verify', '-pubin', '-inkey', `${file}.der`, '-keyform', 'DER', '-rawin', '-in', file]
    assert.match(execFileSync('openssl', [...args, '-sigfile', `${file}.sig`], {encoding: 'utf8'}), 'Verified')
  }
  const key = join(net.dir(0), 'data', 'keys', 'node.key')
  assert.is(statSync(key).mode & 0o777, 0o600)
  const raw = execFileSync('openssl', ['pkey', '-in', key, '-pubout', '-outform', 'DER']).subarray(-32).toString('hex')
  assert.is(raw, validators[0].pubkey)
  const sorted = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(sorted)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([k, v]) => [k, sorted(v)]),
    )
  }
  const canonical = JSON.stringify(sorted(JSON.parse(network)))
  assert.is(genesis, `sha256:${createHash('sha256').update(canonical).digest('hex')}`)
}

/** What changed is told to the others, whatever it was. */
async function everyKindIsEntered(net: TestNetwork): Promise<void> {
  const make = async (path: string, body: unknown) => ((await net.call(0, 'POST', path, body)).json as {id: string}).id
  const token = await make('/api/tokens', {name: 'ci', scopes: ['repo']})
  await net.call(0, 'DELETE', `/api/tokens/${token}`)
  const der = generateKeyPairSync('ed25519').publicKey.export({format: 'der', type: 'spki'})
  const line = Buffer.concat([Buffer.from('0000000b7373682d6564323535313900000020', 'hex'), der.subarray(-32)])
  const key = await make('/api/user/keys', {title: 'k', key: `ssh-ed25519 ${line.toString('base64')}`})
  await net.call(0, 'DELETE', `/api/user/keys/${key}`)
  const hook = await make('/api/repos/alice/one/hooks', {url: 'https://example.org/', secret: 'a secret of eight'})
  await net.call(0, 'PATCH', `/api/repos/alice/one/hooks/${hook}`, {active: false})
  await net.call(0, 'DELETE', `/api/repos/alice/one/hooks/${hook}`)
  await net.call(0, 'POST', '/api/admin/users', {username: 'bob'})
  const {url, token: secret} = net.nodes[0] ?? {url: '', token: ''}
  const work = join(net.folder, 'work')
  git(net.folder, 'init', '--quiet', '--initial-branch=main', work)
  git(work, 'commit', '--quiet', '--allow-empty', '-m', 'one')
  git(work, 'push', '--quiet', url.replace('//', `//alice:${secret}@`).concat('/git/alice/one'), 'main')
  await net.call(0, 'DELETE', '/api/repos/alice/one')
  const kinds = withDatabase(join(net.dir(0), 'data'), (db) => db.prepare('SELECT DISTINCT kind FROM ledger').all())
  assert.equal(kinds.map(({kind}) => kind).sort(), [
    ...['hook.changed', 'hook.made', 'hook.removed', 'key.made', 'key.removed', 'refs.moved', 'repository.made'],
    ...['repository.removed', 'token.made', 'token.revoked', 'user.made'],
  ])
}

async function writesBecomeFinal(net: TestNetwork): Promise<void> {
  const before = await heightOf(net, 1)
  const {total} = entriesOf(net, 0)
  assert.is((await write(net, 0, 'one')).status, 201)
  assert.is(entriesOf(net, 0).total, total + 1)
  await eventually('the write is final', async () => entriesOf(net, 0).pending === 0)
  const {digest} = entriesOf(net, 0)
  const seen: string[] = []
  for (let height = before; height <= (await heightOf(net, 1)); height++)
    seen.push(...(await block(net, 1, height)).entries)
  assert.ok(seen.includes(digest), 'another node has the write in a block')
}

function entriesOf(net: TestNetwork, at: number) {
  return withDatabase(join(net.dir(at), 'data'), (db) => {
    const rows = db.prepare('SELECT digest, height FROM ledger ORDER BY seq').all()
    const pending = rows.filter(({height}) => height === null).length
    return {total: rows.length, pending, digest: String(rows.at(-1)?.['digest'])}
  })
}

async function latecomersCatchUp(net: TestNetwork): Promise<void> {
  await net.start(3)
  await eventually('the late one is synced', async () => (await net.status(3)).synced === true)
  await grow(net, ALL, 2)
  await agree(net, ALL)
  const {url} = net.nodes[3] ?? {url: ''}
  const status = callHostnode(['status', '--node', url, '--wait-sync', '--format', 'json'], {cwd: net.folder})
  assert.is(status.status, 0, status.stderr)
  const {role, synced, lag_blocks, public_key} = JSON.parse(status.stdout)
  assert.equal([role, synced, public_key.length], ['validator', true, 64])
  assert.ok(lag_blocks <= 1)
  const text = await (await fetch(`${net.nodes[3]?.metricsUrl}/metrics`)).text()
  const families = [...prometheusFamilies(text).keys()].filter((name) => /consensus|sync/.test(name))
  assert.equal(families.sort(), FAMILIES)
  assert.match(text, /^hostnode_consensus_height [1-9]/m)
  assert.match(text, /^hostnode_consensus_peers_connected 3$/m)
  assert.match(text, /^hostnode_consensus_has_quorum 1$/m)
  assert.match(text, /^hostnode_sync_lag_blocks [01]$/m)
}

async function checksPass(net: TestNetwork): Promise<void> {
  const {checks, exit} = await checkNetwork(
    net,
    300,
    CONSENSUS.flatMap((id) => ['--only', id]),
  )
  assert.equal(
    checks.map(({id, status}) => `${id} ${status}`).sort(),
    CONSENSUS.map((id) => `${id} pass`).sort(),
    JSON.stringify(checks),
  )
  assert.is(exit.code, 0)
}

async function leadersStepDown(net: TestNetwork): Promise<void> {
  const leader = await leaderOf(net, ALL)
  const other = (leader + 1) % 4
  assert.is((await net.call(other, 'POST', '/api/admin/step-down')).status, 409)
  const stepped = await net.call(leader, 'POST', '/api/admin/step-down')
  const told = stepped.json as {view: number; leader: string}
  assert.is(stepped.status, 202)
  assert.is.not(told.leader, `v${leader + 1}`)
  // On a busy machine views may go on, and come round to who led before.
  await eventually('all follow', async () => {
    const all = await Promise.all(ALL.map((at) => net.status(at)))
    return new Set(all.map((one) => one.leader)).size === 1 && all.every(({view}) => view >= told.view)
  })
  await grow(net, ALL, 2)
  assert.is((await net.call(0, 'POST', '/api/admin/finalise')).status, 200)
}

async function oneMayBeAway(net: TestNetwork): Promise<void> {
  const first = await leaderOf(net, ALL)
  await net.kill(first)
  const left = ALL.filter((at) => at !== first)
  await grow(net, left, 3)
  assert.is((await write(net, left[0] ?? 0, 'with-three')).status, 201)
  for (const point of rotated(['consensus.vote.stored:20', 'consensus.block.stored:10'], 2))
    await net.crash(first, point)
  const second = left[0] ?? 0
  const [here = 0, there = 0] = left.slice(1)
  await net.kill(second)
  await eventually('writes are refused', async () => (await write(net, here, 'with-two')).status === 503)
  const refused = await write(net, here, 'with-two')
  assert.is((refused.json as {error: string}).error, 'quorum_lost')
  const push = await net.call(here, 'POST', '/git/alice/nothing/git-receive-pack')
  assert.equal([push.status, (push.json as {error: string}).error], [503, 'quorum_lost'])
  assert.is((await net.call(here, 'GET', '/api/repos')).status, 200)
  const ready = await net.call(here, 'GET', '/health/ready')
  const {checks} = ready.json as {checks: Record<string, {status: string}>}
  assert.equal([ready.status, checks['sync']?.status, checks['quorum']?.status], [503, 'down', 'down'])
  const stuck = await net.status(here)
  assert.equal([stuck.state, stuck.has_quorum, stuck.synced], ['stopped', false, false])
  const past = await block(net, there, stuck.block_height)
  await net.start(first, second)
  await grow(net, ALL, 2)
  await agree(net, ALL)
  assert.is((await block(net, first, stuck.block_height)).block_id, past.block_id)
  await eventually('writes are taken again', async () => (await write(net, here, 'with-four')).status === 201)
}

async function backupsComeBack(net: TestNetwork): Promise<void> {
  const run = (...args: string[]) => callHostnode(args, {cwd: net.folder})
  const data = join(net.dir(3), 'data')
  const made = run('backup', 'create', '--output', 'b.tar.gz', '--data-dir', data)
  assert.is(made.status, 0, made.stderr)
  const old = voteOf(data)
  await grow(net, ALL, 3)
  await net.nodes[3]?.stop()
  const record = voteOf(data)
  assert.ok(record.height > old.height)
  assert.equal(JSON.parse(run('verify', '--data-dir', data, '--full').stdout).errors, [])
  const restored = run('backup', 'restore', 'b.tar.gz', '--data-dir', data, '--force')
  assert.is(restored.status, 0, restored.stderr)
  assert.ok(existsSync(join(data, 'keys', 'node.key')), 'the key stays')
  // Of both records the larger one: a vote is never given again.
  assert.equal(voteOf(data), {...record, restored: 1})
  await net.start(3)
  await eventually('it votes again', async () => voteOf(data).restored === 0)
  await grow(net, ALL, 2)
  await agree(net, ALL)
  await net.nodes[3]?.stop()
  withDatabase(data, (db) => db.exec(`UPDATE blocks SET id = 'sha256:${'f'.repeat(64)}' WHERE height = 2`))
  withDatabase(data, (db) => db.exec('DELETE FROM blocks WHERE height = 5'))
  const {errors} = JSON.parse(run('verify', '--data-dir', data, '--full').stdout)
  const codes = errors.map(({code}: {code: string}) => code)
  assert.equal([codes.includes('block_id_wrong'), codes.includes('block_gap')], [true, true], JSON.stringify(errors))
}

function voteOf(data: string) {
  return withDatabase(data, (db) => {
    const {height, view, phase, restored} = db.prepare('SELECT * FROM votes').get() ?? {}
    return {height: Number(height), view: Number(view), phase, restored: Number(restored)}
  })
}
it.run()
