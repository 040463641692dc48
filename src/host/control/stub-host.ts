import type {NodeTarget} from '#contract/generated/types'
import {sha256} from '#digest/sha256'
import type {HeldData, NodeBefore} from '../check/check.ts'
import {authorizationOf} from '../client/authorization.ts'
import type {Target} from '../model/target.ts'
import {targetOf} from '../model/target.ts'

/** How a host in memory can be wrong. */
export type StubFault =
  | 'none'
  | 'ready-html'
  | 'ready-down'
  | 'heights-null'
  | 'blocks-differ'
  | 'repository-missing'
  | 'ref-lost'
  | 'second-node-lacks'
  | 'release-old'
  | 'anonymous-served'
  | 'hook-wrongly-signed'
  | 'rate-never-falls'

/** An answer of the host in memory. */
export interface StubAnswer {
  readonly status: number
  readonly body: string
  readonly type?: string
  readonly headers?: Readonly<Record<string, string>>
}

export interface StubRequest {
  readonly method: string
  readonly url: string
  readonly authorization: string | undefined
}

export const STUB_TOKEN = 'stub-token-of-no-host'
const OWNER = 'stub'
const REPOSITORIES = ['kept', 'other']
export const STUB_OID = 'a'.repeat(40)
const HIGH = 41

export const STUB_RELEASE = '2.0.0'

const PROFILE: NodeTarget = {
  schema_version: 1,
  kind: 'node-target',
  alias: 'stub',
  environment: 'embedded',
  nodes: ['one', 'two'].map((name) => ({name, base_url: `http://${name}.invalid`, validator: true})),
  auth: {scheme: 'bearer'},
  checks: {mutate: false},
}

export const STUB_TARGET: Target = targetOf(PROFILE, sha256('stub'))
/** Where a check may write. */
export const STUB_WRITABLE: Target = targetOf({...PROFILE, checks: {mutate: true}}, sha256('stub'))

const HELD: HeldData = {
  inventory: {
    schema_version: 1,
    taken_at: '2026-01-01T00:00:00.000Z',
    writes_fenced: true,
    repos: REPOSITORIES.map((name) => ({owner: OWNER, name, default_branch: 'main', refs_sha256: null, ref_count: 1})),
    counts: {tokens: null, keys: null, hooks: null},
    sentinels: {token_id: null, hook_id: null, repository: null},
    sha256: sha256(''),
  },
  refs: new Map(
    REPOSITORIES.map((name) => [
      `${OWNER}/${name}`,
      new Map([
        ['refs/heads/main', STUB_OID],
        ['refs/tags/one', STUB_OID],
      ]),
    ]),
  ),
}

/** What the host in memory was before it went wrong. */
export const STUB_BEFORE: NodeBefore = {
  baseline: {
    schema_version: 1,
    taken_at: '2026-01-01T00:00:00.000Z',
    target: 'stub',
    window_s: 0,
    nodes: [],
    probes: [],
    requests: {total: 0, errors: 0, refused: 0, limited: 0},
  },
  ...HELD,
  others: new Map([['two', {held: HELD, unread: null}]]),
}

/** The body of a delivery of the one push that there was. */
export const stubPush = (name: string) => ({
  action: 'created',
  ref: 'refs/heads/main',
  before: '0'.repeat(40),
  after: STUB_OID,
  pusher: {name: OWNER, email: 'stub@host.invalid'},
  commits: [],
  repository: {name, owner: OWNER},
})

const json = (value: unknown, status = 200): StubAnswer => ({status, body: JSON.stringify(value)})

/** What the host in memory answers; `asked` counts its answers. */
export function stubAnswer(fault: StubFault, request: StubRequest, asked: number): StubAnswer {
  const {pathname, host} = new URL(request.url)
  const open = openAnswer(fault, pathname, host)
  if (open !== undefined) return open
  const isKnown = request.authorization === authorizationOf('bearer', STUB_TOKEN)
  if (!isKnown && fault !== 'anonymous-served') {
    const headers = {'www-authenticate': `${pathname.startsWith('/git/') ? 'Basic' : 'Bearer'} realm="stub"`}
    return {...json({message: 'no'}, 401), headers}
  }
  return {
    ...ownAnswer(fault, {method: request.method, path: pathname, host}),
    headers: rateHeaders(fault === 'rate-never-falls' ? 7 : asked),
  }
}

function openAnswer(fault: StubFault, path: string, host: string): StubAnswer | undefined {
  switch (path) {
    case '/health/ready':
      if (fault === 'ready-html') return {status: 200, body: '<html>fine</html>', type: 'text/html'}
      return json({status: fault === 'ready-down' ? 'down' : 'up'})
    case '/api/node/status':
      return json({version: fault === 'release-old' ? '1.0.0' : STUB_RELEASE, instance_id: `of ${host}`})
    case '/api/consensus/status':
      return json(consensus(fault, host))
    case '/api/consensus/blocks':
      return json({message: 'none'}, 404)
    default:
      return undefined
  }
}

function consensus(fault: StubFault, host: string): object {
  const height = fault === 'heights-null' ? null : HIGH
  const block = fault === 'blocks-differ' ? `block of ${host}` : 'block'
  return {enabled: true, state: 'active', block_height: height, block_id: height === null ? null : block}
}

function ownAnswer(
  fault: StubFault,
  {method, path, host}: {readonly method: string; readonly path: string; readonly host: string},
): StubAnswer {
  if (path === '/api/user') return json({username: OWNER})
  if (path.startsWith('/git/')) return refs(fault)
  if (path.endsWith('/deliveries')) return json({items: [{id: 'd', status: 'success', status_code: 200}]})
  if (method === 'POST') return json({id: 'made'}, 201)
  if (path.endsWith('/hooks')) return json({items: [{id: 'made'}]})
  if (method === 'DELETE') return {status: 204, body: ''}
  const isLacking = fault === 'repository-missing' || (fault === 'second-node-lacks' && host.startsWith('two.'))
  const names = isLacking ? REPOSITORIES.slice(1) : REPOSITORIES
  return json({items: names.map((name) => ({id: name, name, owner: OWNER})), total_count: names.length, total_pages: 1})
}

function refs(fault: StubFault): StubAnswer {
  const packet = (text: string) => (text.length + 4).toString(16).padStart(4, '0') + text
  const names = fault === 'ref-lost' ? ['refs/heads/main'] : ['refs/heads/main', 'refs/tags/one']
  const lines = names.map((name, at) =>
    packet(`${STUB_OID} ${name}${at === 0 ? '\0symref=HEAD:refs/heads/main' : ''}\n`),
  )
  const body = `${packet('# service=git-upload-pack\n')}0000${lines.join('')}0000`
  return {status: 200, body, type: 'application/x-git-upload-pack-advertisement'}
}

function rateHeaders(used: number): Record<string, string> {
  const [limit, reset] = [5000, 3600]
  return {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-used': String(used),
    'x-ratelimit-remaining': String(limit - used),
    'x-ratelimit-reset': String(reset),
  }
}
