import {writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import type {OpenKeyring} from '#keyring/keyring'
import {closedPort} from '../support/closed-port.ts'
import {MemoryKeyring, noKeyring} from '../support/fakes/memory-keyring.ts'
import {assay, assayJson, type Done, type RigOptions} from '../support/hall-rig.ts'
import {targetText} from '../support/second-host/host-target.ts'
import {startSecondHost} from '../support/second-host/second-host.ts'
import {spec} from '../support/spec.ts'
import {tempDir} from '../support/temp-dir.ts'

const it = spec('node account')

const world = (keyring: OpenKeyring, token = ''): RigOptions => ({
  env: {ASSAY_ALLOW_LOOPBACK: '1', PATH: process.env['PATH'] ?? ''},
  ports: {keyring},
  askSecret: async () => token,
})

it('a token that is proved is kept under the name that the host gives, listed, taken and removed', async () => {
  await using host = await startSecondHost()
  const keyring = new MemoryKeyring()
  const rig = world(keyring.open, host.token)
  const said: Done[] = []
  const run = async (...argv: string[]) => {
    const done = await assayJson(['node', 'account', ...argv], rig)
    said.push(done)
    return done
  }
  const row = {host: host.url, account: 'amber', default: true, owners: []}
  const added = await run('add', '--host', `${host.url}/`, '--account', 'amber')
  assert.equal([added.code, added.document.account, added.document.is_new], [0, row, true])
  assert.equal(keyring.tokens(), {[`assay:${host.url}|amber`]: host.token})
  assert.is((await run('add', '--host', host.url)).document.is_new, false)
  const used = await run('use', 'amber', '--host', host.url, '--owner', 'acme', '--owner', 'zeta')
  assert.equal(used.document.account.owners, ['acme', 'zeta'])
  const listed = await run('list')
  assert.equal(listed.document.accounts, [{...row, owners: ['acme', 'zeta'], kept: true}])
  const removed = await run('remove', 'amber', '--host', host.url)
  assert.equal([removed.code, removed.document.default], [0, null])
  assert.equal((await run('list')).document.accounts, [])
  assert.is(keyring.entries.size, 0)
  for (const {out, err} of said) assert.not(`${out}${err}`.includes(host.token))
})

it('people are told the same without the token', async () => {
  await using host = await startSecondHost()
  const keyring = new MemoryKeyring()
  const rig = world(keyring.open, host.token)
  const done = await assay(['node', 'account', 'add', '--host', host.url], rig)
  assert.match(done.out, 'amber')
  assert.not(done.out.includes(host.token))
  assert.match((await assay(['node', 'account', 'list'], rig)).out, host.url)
})

it('a token that is refused, of somebody else or none at all is not kept', async () => {
  await using host = await startSecondHost()
  const keyring = new MemoryKeyring()
  const add = (token: string, ...argv: string[]) =>
    assay(['node', 'account', 'add', '--host', host.url, ...argv], world(keyring.open, token))
  const refused = await add('not-a-token-of-this-host')
  assert.is(refused.code, 3)
  assert.match(refused.err, 'refuses the token')
  assert.not(refused.err.includes('not-a-token-of-this-host'))
  const other = await add(host.token, '--account', 'beryl')
  assert.is(other.code, 2)
  assert.match(other.err, 'the token is of amber, and not of beryl')
  for (const none of ['', 'two words', 'a\nb', 'x'.repeat(1025), 'tökén']) assert.is((await add(none)).code, 2, none)
  host.state.faults.add('errors')
  assert.is((await add(host.token)).code, 3)
  assert.is(keyring.entries.size, 0)
})

it('a token is never an argument', async () => {
  const keyring = new MemoryKeyring()
  const base = ['node', 'account', 'add', '--host', 'https://host.example']
  for (const more of [['hn_abc'], ['--token', 'hn_abc'], ['--token=hn_abc']]) {
    assert.is((await assay([...base, ...more], world(keyring.open))).code, 2)
  }
  assert.is(keyring.opened, 0)
})

it('hosts that are none, cannot be reached, or would hear the token in plain text', async () => {
  const keyring = new MemoryKeyring()
  const add = (url: string, env = {}) =>
    assay(['node', 'account', 'add', '--host', url], {...world(keyring.open, 'token-a'), env})
  for (const url of ['host.example', 'https://a:b@host.example', 'https://host.example?token=x', 'file:///etc']) {
    assert.is((await add(url)).code, 2, url)
  }
  const closed = `http://127.0.0.1:${await closedPort()}`
  assert.is((await add(closed)).code, 7, 'loopback was not allowed')
  assert.is((await add(closed, {ASSAY_ALLOW_LOOPBACK: '1'})).code, 3)
  assert.is((await add('http://93.184.215.14')).code, 7)
  assert.is(keyring.entries.size, 0)
})

it('without a keyring every one of them ends with 3, before anybody is asked for a token', async () => {
  const asked: string[] = []
  const rig = {...world(noKeyring), askSecret: async (prompt: string) => `${asked.push(prompt)}`}
  const host = ['--host', 'https://host.example']
  for (const argv of [['add', ...host], ['list'], ['use', 'a', ...host], ['remove', 'a', ...host]]) {
    const done = await assay(['node', 'account', ...argv], rig)
    assert.is(done.code, 3, argv.join(' '))
    assert.match(done.err, 'Secret Service')
  }
  assert.equal(asked, [])
})

it('a target takes the token of an account, and says which command is missing without one', async () => {
  await using host = await startSecondHost()
  using dir = tempDir()
  const keyring = new MemoryKeyring()
  const rig = {...world(keyring.open, host.token), cwd: dir.path}
  const auth = {account: 'amber', tokens_path: '/api/user/tokens'} as const
  const write = (over: object) =>
    writeFileSync(join(dir.path, 'target.json'), targetText([host], {auth: {...auth, ...over}}))
  const check = () => assayJson(['node', 'check', '--target', 'target.json', '--only', 'auth.positive'], rig)
  write({})
  const without = await check()
  assert.is(without.code, 2)
  assert.match(without.err + without.out, `assay node account add --host ${host.url}`)
  await assay(['node', 'account', 'add', '--host', host.url], rig)
  const {code, document} = await check()
  assert.equal([code, document.checks[0]?.status], [0, 'pass'])
  write({token_env: 'HOST_TOKEN'})
  const both = await check()
  assert.is(both.code, 2)
  assert.match(both.out, '/auth/account')
})

it.run()
