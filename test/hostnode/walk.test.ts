import {execFileSync} from 'node:child_process'
import * as assert from 'uvu/assert'
import {PAYLOADS} from '../support/hook-payloads.ts'
import {type ApiReply, startTestNode, type TestNode} from '../support/hostnode.ts'
import {spec} from '../support/spec.ts'

// Who may do what, written down from the contract and not from the routes: each operation, whose object, and every kind of caller.
const it = spec('hostnode walk')
const SCOPES = ['repo', 'repo:read', 'user', 'user:read', 'org', 'org:read'] as const
type Scope = (typeof SCOPES)[number] | 'admin'
const HOLDS: Readonly<Record<Scope, readonly string[]>> = {
  admin: [...SCOPES, 'admin'],
  repo: ['repo', 'repo:read'],
  'repo:read': ['repo:read'],
  user: ['user', 'user:read'],
  'user:read': ['user:read'],
  org: ['org', 'org:read'],
  'org:read': ['org:read'],
}
const SECRET = 'canary-walk-secret'

/** `open`: for everybody. `public`: of public ones for everybody. `own`: only of one's own. */
interface Row {
  readonly does: string
  readonly body?: unknown
  readonly needs?: Scope
  readonly who?: 'open' | 'public'
  readonly status?: number
}
const ACCOUNT: readonly Row[] = [
  {does: 'GET /api/user'},
  {does: 'POST /api/tokens', needs: 'user', body: {name: '', scopes: []}, status: 422},
  {does: 'GET /api/tokens', needs: 'user:read'},
  {does: 'DELETE /api/tokens/tok_00000000000000000000000000', needs: 'user', status: 404},
  {does: 'POST /api/user/keys', needs: 'user', body: {}, status: 422},
  {does: 'GET /api/user/keys', needs: 'user:read'},
  {does: 'DELETE /api/user/keys/key_00000000000000000000000000', needs: 'user', status: 404},
  {does: 'POST /api/repos', needs: 'repo', body: {}, status: 422},
  {does: 'POST /api/admin/users', needs: 'admin', body: {}, status: 422},
  {does: 'POST /api/admin/events', needs: 'admin', body: {}, status: 422},
  {does: 'PUT /api/admin/maintenance', needs: 'admin', body: {}, status: 422},
  {does: 'GET /api/admin/config', needs: 'admin'},
  {does: 'GET /api/repos', who: 'open'},
  {does: 'GET /api/rate_limit', who: 'open'},
  {does: 'GET /health/live', who: 'open'},
  {does: 'GET /health/ready', who: 'open'},
  {does: 'GET /health/startup', who: 'open'},
  {does: 'GET /health', who: 'open'},
  {does: 'GET /api/node/status', who: 'open'},
  {does: 'GET /api/consensus/status', who: 'open'},
  {does: 'GET /api/consensus/validators', who: 'open'},
  {does: 'GET /api/consensus/blocks', who: 'open'},
  {does: 'GET /api/consensus/blocks/1', who: 'open', status: 404},
  {does: 'POST /api/admin/step-down', needs: 'admin', status: 409},
  {does: 'POST /api/admin/finalise', needs: 'admin'},
]
/** Of a repository; statuses are those of who may and says nothing, so that nothing changes. */
const REPOSITORY: readonly Row[] = [
  {does: 'GET REPO', needs: 'repo:read', who: 'public'},
  {does: 'POST REPO/hooks', needs: 'repo', body: {}, status: 422},
  {does: 'GET REPO/hooks', needs: 'repo:read'},
  {does: 'PATCH REPO/hooks/HOOK', needs: 'repo', body: {}, status: 422},
  {does: 'GET REPO/hooks/HOOK/deliveries', needs: 'repo:read'},
  {does: 'POST REPO/hooks/HOOK/test', needs: 'repo', status: 202},
  {does: 'POST REPO/hooks/HOOK/deliveries/dlv_00000000000000000000000000/redeliver', needs: 'repo', status: 404},
  {does: 'DELETE REPO/hooks/hook_00000000000000000000000000', needs: 'repo', status: 404},
]

interface Caller {
  readonly name: string
  readonly scope?: Scope
  readonly owns?: boolean
  readonly token: string | null
}
let node: TestNode
let callers: Caller[]
let hooks: Record<string, string>
const told: ApiReply[] = []

async function ask(does: string, {token}: Caller, body?: unknown): Promise<ApiReply> {
  const [method = '', path = ''] = does.split(' ')
  const headers = {'x-forwarded-for': `10.0.${told.length >> 8}.${told.length & 255}`}
  const reply = await node.call(method, path, {token, headers, ...(body !== undefined && {body})})
  told.push(reply)
  return reply
}

async function tokensOf(username: string): Promise<Caller[]> {
  const made = await node.call('POST', '/api/admin/users', {body: {username}})
  const first = (made.json as {token: {token: string}}).token.token
  const all: Caller[] = []
  for (const scope of SCOPES) {
    const {json} = await node.call('POST', '/api/tokens', {token: first, body: {name: scope, scopes: [scope]}})
    const {token} = json as {token: string}
    all.push({name: `${username} ${scope}`, scope, owns: username === 'bob', token})
  }
  return all
}

it.before(async () => {
  // Nobody of this network is asked: a delivery that is never due.
  // Each request comes from an address of its own: this is about access, not about rates.
  node = await startTestNode({flags: ['--hook-schedule', '1h', '--trust-proxy', '127.0.0.0/8']})
  const bob = await tokensOf('bob')
  callers = [
    ...bob,
    ...(await tokensOf('carol')),
    {name: 'administrator', scope: 'admin', owns: true, token: node.token},
    {name: 'nobody', token: null},
    {name: 'wrong', token: 'hn_wrong'},
  ]
  const token = bob[0]?.token ?? null
  hooks = {}
  for (const name of ['private', 'public']) {
    const body = {name, owner: 'bob', private: name === 'private'}
    assert.is((await node.call('POST', '/api/repos', {token, body})).status, 201)
    const hook = {url: 'https://example.org/hook', secret: SECRET}
    const {json} = await node.call('POST', `/api/repos/bob/${name}/hooks`, {token, body: hook})
    hooks[name] = (json as {id: string}).id
  }
})
it.after(async () => {
  await node[Symbol.asyncDispose]()
})

const holds = ({scope}: Caller, needs: Scope | undefined) =>
  scope !== undefined && (needs === undefined || HOLDS[scope].includes(needs))

/** What differs from what is expected of each caller; each answer is that of a request of its own. */
async function differences(
  does: string,
  expected: (caller: Caller) => number,
  body?: unknown,
  judge: (reply: ApiReply) => void = () => undefined,
): Promise<string[]> {
  const wrong: string[] = []
  for (const caller of callers) {
    const reply = await ask(does, caller, body)
    if (reply.status !== expected(caller))
      wrong.push(`${does} as ${caller.name}: ${reply.status}, not ${expected(caller)}`)
    judge(reply)
  }
  return wrong
}

function expectedOfAccount(row: Row, caller: Caller): number {
  if (/health|node\/status|consensus/.test(row.does)) return row.status ?? 200
  if (caller.name === 'wrong') return 401
  if (row.who === 'open') return 200
  if (caller.token === null) return 401
  return holds(caller, row.needs) ? (row.status ?? 200) : 403
}

it('every operation on an account asks for its scope, and nothing else opens it', async () => {
  const wrong: string[] = []
  for (const row of ACCOUNT)
    wrong.push(...(await differences(row.does, (caller) => expectedOfAccount(row, caller), row.body)))
  assert.equal(wrong, [])
})

const KINDS = ['private', 'public', 'none']

it('every operation on a repository asks for its scope and its owner, and private ones of others are nowhere', async () => {
  const wrong: string[] = []
  for (const row of REPOSITORY)
    for (const kind of KINDS) {
      const hook = hooks[kind] ?? hooks['private'] ?? ''
      const does = row.does.replace('REPO', `/api/repos/bob/${kind}`).replace('HOOK', hook)
      wrong.push(...(await differences(does, (caller) => expectedOf(row, kind, caller), row.body)))
    }
  assert.equal(wrong, [])
})

function expectedOf(row: Row, kind: string, caller: Caller): number {
  if (caller.name === 'wrong') return 401
  const mayRead = kind === 'public' || (kind === 'private' && caller.owns && holds(caller, 'repo:read'))
  if (row.who === 'public') return mayRead ? 200 : 404
  if (caller.token === null) return 401
  if (!holds(caller, row.needs)) return 403
  if (!mayRead) return 404
  return caller.owns ? (row.status ?? 200) : 403
}

it('git asks for the same, and who has no token is asked for one', async () => {
  const wrong: string[] = []
  const services: [string, Row][] = [
    ['git-upload-pack', {does: '', needs: 'repo:read', who: 'public'}],
    ['git-receive-pack', {does: '', needs: 'repo'}],
  ]
  const isAsked = ({status, headers}: ApiReply) =>
    assert.is(headers.get('www-authenticate'), status === 401 ? 'Basic realm="host"' : null)
  for (const [service, row] of services)
    for (const kind of KINDS) {
      const expected = (caller: Caller) => {
        const status = expectedOf(row, kind, caller)
        return caller.token === null && status === 404 ? 401 : status
      }
      const does = `GET /git/bob/${kind}/info/refs?service=${service}`
      wrong.push(...(await differences(does, expected, undefined, isAsked)))
    }
  assert.equal(wrong, [])
})

it('an object of somebody else answers as one that is not there, whatever is asked of it', async () => {
  const {token} = callers.find(({name}) => name === 'carol repo') ?? {}
  const bare = ({status, text}: ApiReply) => [status, text.replace(/"request_id":"[^"]*"/, '')]
  for (const {does, body} of REPOSITORY) {
    const of = (kind: string) => does.replace('REPO', `/api/repos/bob/${kind}`).replace('HOOK', hooks['private'] ?? '')
    const caller = {name: '', token: token ?? null}
    assert.equal(bare(await ask(of('private'), caller, body)), bare(await ask(of('none'), caller, body)), does)
  }
  // An id of another repository, of another user, of another kind.
  const own = callers.find(({name}) => name === 'bob repo') ?? {name: '', token: null}
  for (const does of [
    `PATCH /api/repos/bob/public/hooks/${hooks['private']}`,
    `DELETE /api/repos/bob/public/hooks/${hooks['private']}`,
    `GET /api/repos/bob/public/hooks/${hooks['private']}/deliveries`,
    'DELETE /api/repos/alice/none',
  ])
    assert.is((await ask(does, own, does.startsWith('PATCH') ? {active: false} : undefined)).status, 404, does)
  const user = (name: string) => callers.find((one) => one.name === name) ?? {name: '', token: null}
  const {json} = await ask('GET /api/tokens', user('bob user'))
  const [{id} = {id: ''}] = (json as {items: {id: string}[]}).items
  assert.is((await ask(`DELETE /api/tokens/${id}`, user('carol user'))).status, 404)
  const dir = node.dir
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', `${dir}/walk-key`])
  const key = execFileSync('cat', [`${dir}/walk-key.pub`], {encoding: 'utf8'}).trim()
  const added = await ask('POST /api/user/keys', user('bob user'), {title: 'a', key})
  assert.is(added.status, 201)
  const keyPath = `DELETE /api/user/keys/${(added.json as {id: string}).id}`
  assert.is((await ask(keyPath, user('carol user'))).status, 404)
  assert.is((await ask(keyPath, user('bob user'))).status, 204)
})

it('an event that an administrator raises has the form of its kind, and what is wrong is told by field', async () => {
  const admin = {name: '', token: node.token}
  const raise = (event: string, payload: unknown) =>
    ask('POST /api/admin/events', admin, {owner: 'bob', repo: 'public', event, payload})
  for (const [event, payload] of Object.entries(PAYLOADS))
    if (event !== 'ping') assert.is((await raise(event, payload)).status, 202, event)
  const {status, json} = await raise('push', {...PAYLOADS['push'], before: SECRET, commits: 'none'})
  const {details} = json as {details: {field: string; code: string}[]}
  assert.is(status, 422)
  assert.equal(
    details.map(({field, code}) => `${field} ${code}`),
    ['payload.before invalid', 'payload.commits type'],
  )
  assert.is((await raise('push', {})).status, 422)
})

it('all 401 are one body, and no answer of any of this holds a token or a secret', () => {
  const bare = ({text}: ApiReply) => text.replace(/"request_id":"[^"]*"/, '')
  const refused = told.filter(({status}) => status === 401)
  assert.ok(refused.length > 30)
  assert.is(new Set(refused.map(bare)).size, 1)
  const secrets = [SECRET, ...callers.flatMap(({token}) => (token === null ? [] : [token]))]
  for (const {text} of told) for (const secret of secrets) assert.not.ok(text.includes(secret), text)
})
it.run()
