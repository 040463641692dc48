import * as assert from 'uvu/assert'
import {COMPAT_SHAPES, type CompatShape} from '#hostnode/model/compat-names'
import {type OwnNode, startOwnNode} from '../support/own-node/start-own-node.ts'
import {spec} from '../support/spec.ts'

const it = spec('hostnode compat')

interface Said {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: what a node says is looked at from outside, its shape is the question.
  readonly json: any
}

async function ask({url, token}: OwnNode, path: string, method = 'GET', body?: object): Promise<Said> {
  const headers = {authorization: `Bearer ${token}`, ...(body && {'content-type': 'application/json'})}
  const reply = await fetch(url + path, {method, headers, ...(body && {body: JSON.stringify(body)})})
  const text = await reply.text()
  const isJson = reply.headers.get('content-type')?.startsWith('application/json') && text !== ''
  return {status: reply.status, headers: reply.headers, text, json: isJson ? JSON.parse(text) : undefined}
}

const REPO = {name: 'one', owner: 'alice'}
const HOOKS = '/api/repos/alice/one/hooks'
const makeHook = (node: OwnNode) =>
  ask(node, HOOKS, 'POST', {url: 'https://example.org/', secret: 'a secret of eight'}).then(({json}) => json)

/** What a stranger sees of each shape, and would not see without it. */
const SEEN: Readonly<Record<CompatShape, (node: OwnNode) => Promise<boolean>>> = {
  'bare-lists': async (node) => Array.isArray((await ask(node, '/api/repos')).json),
  'int-ids': async (node) => {
    const {id} = await makeHook(node)
    return Number.isSafeInteger(id) && (await ask(node, `${HOOKS}/${id}`, 'PATCH', {active: false})).json?.id === id
  },
  'unix-times': async (node) => Math.abs((await makeHook(node)).created_at - Date.now() / 1000) < 600,
  'snake-scopes': async (node) => {
    const {json} = await ask(node, '/api/tokens', 'POST', {name: 'a', scopes: ['repo:read']})
    return json?.scopes?.[0] === 'repo_read'
  },
  'user-tokens-path': async (node) =>
    (await ask(node, '/api/user/tokens')).status === 200 && (await ask(node, '/api/tokens')).status === 404,
  'finalized-height': async (node) => 'finalized_height' in (await ask(node, '/api/node/status')).json,
  'is-leader': async (node) => (await ask(node, '/api/node/status')).json.is_leader === false,
  'omit-null': async (node) => !('disabled_reason' in (await makeHook(node))),
  'message-envelope': async (node) => {
    const {json} = await ask(node, '/api/tokens', 'POST', {name: 'a'})
    return json?.error === undefined && json?.errors?.[0]?.field === 'scopes'
  },
  'text-errors': async (node) => /^text\/plain/.test((await ask(node, '/api/none')).headers.get('content-type') ?? ''),
  'no-rate-headers': async (node) => !(await ask(node, '/api/user')).headers.has('x-ratelimit-limit'),
  'metrics-on-api': async (node) =>
    node.metricsUrl === node.url && /^hostnode_build_info/m.test((await ask(node, '/metrics')).text),
  'no-delete': async (node) => (await ask(node, '/api/repos/alice/one', 'DELETE')).status === 405,
}

it('each shape is spoken where it is asked for, and nowhere else', async () => {
  await using plain = await startOwnNode()
  await ask(plain, '/api/repos', 'POST', REPO)
  for (const shape of COMPAT_SHAPES) {
    await using node = await startOwnNode(['--compat', shape])
    await ask(node, '/api/repos', 'POST', REPO)
    const others = COMPAT_SHAPES.filter((one) => one !== 'no-delete' || shape === one)
    const seen = await Promise.all(others.map(async (one) => ((await SEEN[one](node)) ? [one] : [])))
    assert.equal(seen.flat(), [shape])
    if (shape !== 'no-delete') assert.not.ok(await SEEN[shape](plain), shape)
  }
})

it('legacy speaks all of them at once, and a number that nothing has is not found', async () => {
  await using node = await startOwnNode(['--compat', 'legacy'])
  const made = await ask(node, '/api/repos', 'POST', REPO)
  assert.equal([made.status, typeof made.json.id, 'pushed_at' in made.json], [201, 'number', false])
  const [token] = (await ask(node, '/api/user/tokens')).json
  assert.equal([typeof token.id, typeof token.created_at], ['number', 'number'])
  await ask(node, '/api/user/tokens', 'POST', {name: 'second', scopes: ['repo']})
  const page = await ask(node, '/api/user/tokens?per_page=1')
  const [, next = ''] = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '') ?? []
  assert.is((await ask(node, next.replace(node.url, ''))).json.length, 1)
  const gone = await ask(node, `${HOOKS}/12345`, 'DELETE')
  assert.equal([gone.status, gone.text, gone.json], [404, 'there is nothing of that name', undefined])
  assert.is((await ask(node, `/api/user/tokens/${token.id}`, 'DELETE')).status, 204)
  assert.is((await ask(node, '/api/user')).status, 401)
})
it.run()
