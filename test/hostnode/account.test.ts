import {execFileSync} from 'node:child_process'
import {readFileSync, statSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {eventually} from '../support/eventually.ts'
import {startTestNode, type TestNode} from '../support/hostnode.ts'
import {spec} from '../support/spec.ts'

const it = spec('hostnode account')
let node: TestNode
/** A second user, and a token of theirs with scopes to repositories, users and organisations. */
let bob = ''

it.before(async () => {
  node = await startTestNode()
  const {json} = await node.call('POST', '/api/admin/users', {body: {username: 'bob', email: 'bob@example.org'}})
  bob = (json as {token: {token: string}}).token.token
})
it.after(async () => {
  const {code} = await node.stop()
  assert.is(code, 0)
  await node[Symbol.asyncDispose]()
})

async function tokenWith(scopes: readonly string[], by = bob): Promise<string> {
  const {json} = await node.call('POST', '/api/tokens', {token: by, body: {name: 'part', scopes}})
  return (json as {token: string}).token
}

it('the first token is in a file for its owner alone, and nowhere in the data', () => {
  const file = join(node.dir, 'token')
  assert.is(statSync(file).mode & 0o777, 0o600)
  assert.match(node.token, /^hn_[0-9A-Za-z]{36}$/)
  assert.not.ok(readFileSync(join(node.dataDir, 'node.sqlite-wal')).includes(node.token))
})

it('three ways to send a token lead to one user', async () => {
  const headers = [
    `Bearer ${bob}`,
    `bEARER    ${bob}`,
    `token ${bob}`,
    `Basic ${btoa(`bob:${bob}`)}`,
    `basic ${btoa(`:${bob}`)}`,
  ]
  for (const authorization of headers) {
    const {status, json} = await node.call('GET', '/api/user', {token: null, headers: {authorization}})
    assert.is(status, 200, authorization.split(' ')[0])
    assert.is((json as {username: string}).username, 'bob')
  }
})

it('credentials that are not good all look alike', async () => {
  const last = bob.at(-1) === 'x' ? 'y' : 'x'
  const revoked = await tokenWith(['user:read'])
  assert.is((await node.call('DELETE', `/api/tokens/${await idOf(revoked)}`, {token: bob})).status, 204)
  const wrong = [
    'Bearer',
    'Bearer x',
    `Bearer ${bob.slice(0, -1)}${last}`,
    `Bearer ${revoked}`,
    `Basic ${btoa(`alice:${bob}`)}`,
    `Basic ${btoa(`bob:${bob}\n`)}`,
    'Basic !!!',
    'Digest a=b',
  ]
  const bodies = new Set<string>()
  for (const authorization of wrong) {
    const {status, headers, json} = await node.call('GET', '/api/user', {token: null, headers: {authorization}})
    assert.is(status, 401, authorization.split(' ')[0])
    assert.is(headers.get('www-authenticate'), 'Bearer realm="host"')
    const {error, message, details} = json as Record<string, unknown>
    bodies.add(JSON.stringify({error, message, details}))
  }
  assert.is(bodies.size, 1)
})

it('two Authorization headers are refused, and a token in the query is not looked at', () => {
  const twice = curl('/api/user', '-H', `Authorization: Bearer ${bob}`, '-H', `Authorization: Bearer ${bob}`)
  assert.is(twice.status, 400)
  assert.is(curl(`/api/user?access_token=${bob}`).status, 401)
})

it('a token is told once, listed without its text, and ends with its deletion', async () => {
  const made = await node.call('POST', '/api/tokens', {
    token: bob,
    body: {name: 'ci', scopes: ['repo:read', 'user'], expires_at: '2099-01-01T00:00:00+02:00'},
  })
  assert.is(made.status, 201)
  const token = made.json as {id: string; token: string; hint: string; scopes: string[]; expires_at: string}
  assert.equal(token.scopes, ['repo:read', 'user'])
  assert.is(token.expires_at, '2098-12-31T22:00:00.000Z')
  const list = await node.call('GET', '/api/tokens', {token: bob})
  assert.not.ok(list.text.includes(token.token))
  assert.ok(list.text.includes(token.hint))
  assert.is((await node.call('GET', '/api/user', {token: token.token})).status, 200)
  assert.is((await node.call('DELETE', `/api/tokens/${token.id}`, {token: token.token})).status, 204)
  assert.is((await node.call('GET', '/api/user', {token: token.token})).status, 401)
  assert.is((await node.call('DELETE', `/api/tokens/${token.id}`, {token: bob})).status, 404)
  const audited = () => node.log().filter(({audit, token_id}) => audit === true && token_id === token.id)
  await eventually('both lines', () => audited().length > 1)
  const told = audited().map(({change, by_token_id, address}) => [change, by_token_id === token.id, address])
  assert.equal(told, [
    ['made', false, '127.0.0.1'],
    ['revoked', true, '127.0.0.1'],
  ])
  assert.not.ok(JSON.stringify(node.log()).includes(token.token))
})

it('all that is wrong with a body is told at once, and no value of it', async () => {
  const {status, json, text} = await node.call('POST', '/api/tokens', {
    token: bob,
    body: {name: '', scopes: ['repo', 'root-secret'], expires_at: '2099-02-31T00:00:00Z', colour: 'blue'},
  })
  assert.is(status, 422)
  const {error, details} = json as {error: string; details: {field: string; code: string}[]}
  assert.is(error, 'validation_error')
  assert.equal(details.map(({field, code}) => `${field} ${code}`).sort(), [
    'colour unknown',
    'expires_at invalid',
    'name too_short',
    'scopes invalid',
  ])
  assert.not.ok(/blue|root-secret|02-31/.test(text))
})

it('a name that nobody can see is none', async () => {
  for (const name of [' ', ' \t ', '\u00a0\u2003']) {
    const {status, json} = await node.call('POST', '/api/tokens', {token: bob, body: {name, scopes: ['repo']}})
    assert.is(status, 422, JSON.stringify(name))
    assert.equal(
      (json as {details: {field: string}[]}).details.map(({field}) => field),
      ['name'],
    )
  }
})

it('a token gives no more than it has', async () => {
  const narrow = await tokenWith(['user', 'repo:read'])
  const reply = await node.call('POST', '/api/tokens', {token: narrow, body: {name: 'wide', scopes: ['repo']}})
  assert.is(reply.status, 403)
  const reader = await tokenWith(['user:read'])
  assert.is(
    (await node.call('POST', '/api/tokens', {token: reader, body: {name: 'a', scopes: ['user:read']}})).status,
    403,
  )
  assert.is((await node.call('GET', '/api/tokens', {token: reader})).status, 200)
  assert.is((await node.call('POST', '/api/admin/users', {token: bob, body: {username: 'eve'}})).status, 403)
  const {json} = await node.call('GET', '/api/user', {token: await tokenWith(['repo'])})
  assert.not.ok('email' in (json as object))
})

it('keys that ssh-keygen makes are registered once, with its fingerprint', async () => {
  for (const [type, bits, shown] of [
    ['ed25519', '256', 'ed25519'],
    ['rsa', '2048', 'rsa'],
    ['ecdsa', '384', 'ecdsa'],
  ] as const) {
    const file = join(node.dir, `key-${type}`)
    execFileSync('ssh-keygen', ['-q', '-t', type, '-b', bits, '-N', '', '-C', 'a comment', '-f', file])
    const key = readFileSync(`${file}.pub`, 'utf8').trim()
    const print = execFileSync('ssh-keygen', ['-l', '-f', `${file}.pub`], {encoding: 'utf8'}).split(' ')[1]
    const made = await node.call('POST', '/api/user/keys', {token: bob, body: {title: type, key}})
    assert.is(made.status, 201, made.text)
    const {fingerprint, key_type, id} = made.json as Record<string, string>
    assert.equal({fingerprint, key_type}, {fingerprint: print, key_type: shown})
    assert.is((await node.call('POST', '/api/user/keys', {body: {title: 'again', key}})).status, 409)
    assert.is((await node.call('DELETE', `/api/user/keys/${id}`)).status, 404, "another's key")
    assert.is((await node.call('DELETE', `/api/user/keys/${id}`, {token: bob})).status, 204)
  }
  const bad = await node.call('POST', '/api/user/keys', {token: bob, body: {title: 'a', key: 'ssh-ed25519 AAAA'}})
  assert.is(bad.status, 422)
})

it('lists come page by page with links to the others', async () => {
  for (let n = 0; n < 5; n++) await tokenWith(['repo:read'])
  const seen: string[] = []
  let next: string | undefined = `${node.url}/api/tokens?per_page=2`
  let pages = 0
  while (next !== undefined) {
    const {headers, json}: Awaited<ReturnType<TestNode['call']>> = await node.call('GET', next.slice(node.url.length), {
      token: bob,
    })
    const {items, total_count, total_pages} = json as {items: {id: string}[]; total_count: number; total_pages: number}
    seen.push(...items.map(({id}) => id))
    assert.is(total_pages, Math.ceil(total_count / 2))
    next = /<([^>]*)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]
    if (++pages > 100) throw new Error('the pages have no end')
  }
  assert.equal(seen, [...new Set(seen)].sort())
  const past = await node.call('GET', '/api/tokens?page=999', {token: bob})
  assert.equal((past.json as {items: unknown[]}).items, [])
  for (const query of ['page=0', 'page=1.5', 'per_page=-1', 'page=1&page=2', 'per_page=x'])
    assert.is((await node.call('GET', `/api/tokens?${query}`, {token: bob})).status, 422, query)
})

it('what happens after revoke-all is that one token is good', async () => {
  const {status, json} = await node.call('POST', '/api/admin/tokens/revoke-all')
  assert.is(status, 201)
  const {token} = json as {token: {token: string}}
  assert.is((await node.call('GET', '/api/user')).status, 401)
  assert.is((await node.call('GET', '/api/user', {token: bob})).status, 401)
  assert.is((await node.call('GET', '/api/user', {token: token.token})).status, 200)
})
it.run()

async function idOf(token: string): Promise<string> {
  const {json} = await node.call('GET', '/api/tokens?per_page=100', {token: bob})
  const {items} = json as {items: {id: string; hint: string}[]}
  return items.find(({hint}) => token.startsWith(hint))?.id ?? ''
}

/** A client that nobody here wrote, for what `fetch` does not send. */
function curl(path: string, ...args: string[]): {status: number} {
  const out = execFileSync('curl', ['-s', '-o', '/dev/null', '-w', '%{http_code}', ...args, `${node.url}${path}`])
  return {status: Number(out.toString())}
}
