import {randomBytes} from 'node:crypto'
import {writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {git, gitOut} from '../git-client.ts'
import {PAYLOADS} from '../hook-payloads.ts'
import type {TestNode} from '../hostnode.ts'
import type {ClientLedger} from './client-ledger.ts'
import type {EventLedger} from './event-ledger.ts'

const REPO = '/api/repos/alice/main'
const PUSHED_BYTES = 20_000

/** Who writes to a node, and keeps what it is told. */
export interface MixedLoad {
  readonly things: ClientLedger
  readonly events: EventLedger
  /** A working copy of `alice/main`. */
  readonly cwd: string
  /** Where hooks of one round lead. */
  readonly sinkUrl: string
  /** Texts of tokens, and whether each is good; absent while nobody knows. */
  readonly tokens: Map<string, boolean>
}

/** Each write that a node takes, made and unmade, a push and events beside them. It ends early where the node does. */
export async function writeMixed(node: TestNode, round: number, load: MixedLoad): Promise<void> {
  const {things, events, sinkUrl, tokens} = load
  const call = async (method: string, path: string, body?: unknown) => {
    const reply = await node.call(method, path, body === undefined ? {} : {body})
    if (reply.status >= 500) throw new Error(`${method} ${path}: ${reply.status} ${reply.text}`)
    return {...reply, json: Object(reply.json) as Record<string, never>}
  }
  const wish = async (name: string, value: string | null, work: () => Promise<unknown>) => {
    things.ask(name, value)
    await work()
    things.acknowledge(name, value)
  }
  const raise = async () => {
    const body = {owner: 'alice', repo: 'main', event: 'star', payload: PAYLOADS['star']}
    const {status, json} = await call('POST', '/api/admin/events', body)
    if (status === 202) events.acknowledgeEvent(String(json['event_id']))
  }
  const r = `r${round}`
  const temporary = async () => {
    const body = {name: r, owner: 'alice'}
    await wish(`repository ${r}`, 'private', () => call('POST', '/api/repos', body))
    await wish(`repository ${r}`, null, () => call('DELETE', `/api/repos/alice/${r}`))
    await wish(`repository kept-${r}`, 'public', () =>
      call('POST', '/api/repos', {name: `kept-${r}`, owner: 'alice', private: false}),
    )
  }
  const account = async () => {
    let made: Record<string, unknown> = {}
    await wish(`token t-${r}`, 'repo', async () => {
      made = (await call('POST', '/api/tokens', {name: `t-${r}`, scopes: ['repo']})).json
    })
    tokens.set(String(made['token']), true)
    await wish(`key k-${r}`, 'ed25519', () => call('POST', '/api/user/keys', {title: `k-${r}`, key: someKey()}))
    tokens.delete(String(made['token']))
    await wish(`token t-${r}`, null, () => call('DELETE', `/api/tokens/${made['id']}`))
    tokens.set(String(made['token']), false)
    const {json} = await call('POST', '/api/admin/users', {username: `u-${r}`})
    tokens.set(String(Object(json['token'])['token']), true)
  }
  const hook = async () => {
    const url = `${sinkUrl}/${r}`
    let id = ''
    await wish(`hook ${url}`, 'on', async () => {
      id = String((await call('POST', `${REPO}/hooks`, {url, secret: 'a secret of eight'})).json['id'])
    })
    const {status, json} = await call('POST', `${REPO}/hooks/${id}/test`)
    if (status !== 202 || json['delivery_id'] === undefined) throw new Error('no ping')
    await wish(`hook ${url}`, 'off', () => call('PATCH', `${REPO}/hooks/${id}`, {active: false}))
    await wish(`hook ${url}`, null, () => call('DELETE', `${REPO}/hooks/${id}`))
  }
  const inTurn = async (...steps: (() => Promise<void>)[]) => {
    for (const step of steps) await step()
  }
  // A node that is gone answers nothing more: what was asked stays open.
  await Promise.allSettled([
    inTurn(temporary),
    inTurn(account, raise, hook),
    inTurn(raise, () => pushSome(node, r, load), raise),
  ])
}

/** A branch and a tag made, main moved and the branch deleted again. */
async function pushSome(node: TestNode, r: string, {things, events, cwd}: MixedLoad): Promise<void> {
  writeFileSync(join(cwd, 'data.bin'), randomBytes(PUSHED_BYTES))
  await gitOut(['add', '.'], {cwd})
  await gitOut(['commit', '--quiet', `--message=${r}`], {cwd})
  const head = await gitOut(['rev-parse', 'HEAD'], {cwd})
  const push = async (moves: Readonly<Record<string, string | undefined>>) => {
    const refs = Object.entries(moves)
    for (const [ref, oid] of refs) things.ask(`ref ${ref}`, oid ?? null)
    const words = refs.map(([ref, oid]) => (oid === undefined ? `:${ref}` : `+${oid}:${ref}`))
    const {code} = await git(['push', `${node.url}/git/alice/main`, ...words], {cwd, token: node.token})
    if (code !== 0) throw new Error('not pushed')
    for (const [ref, oid] of refs) {
      things.acknowledge(`ref ${ref}`, oid ?? null)
      events.acknowledgeRef(ref, oid)
    }
  }
  await push({[`refs/heads/b-${r}`]: head, 'refs/heads/main': head, [`refs/tags/t-${r}`]: head})
  await push({[`refs/heads/b-${r}`]: undefined})
}

/** Nobody has its other half. Source of the form: RFC 8709. */
function someKey(): string {
  const part = (bytes: Buffer) => Buffer.concat([Buffer.from([0, 0, 0, bytes.length]), bytes])
  const blob = Buffer.concat([part(Buffer.from('ssh-ed25519')), part(randomBytes(32))])
  return `ssh-ed25519 ${blob.toString('base64')}`
}
