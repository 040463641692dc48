import * as assert from 'uvu/assert'
import {PAYLOADS} from './hook-payloads.ts'
import {startTestNode, type TestNode} from './hostnode.ts'

export const SECRET = 'canary-hook-secret \u00e9'
export const HOOKS = '/api/repos/alice/demo/hooks'
const LATER_MS = 20

export type Fields = Record<string, never>
export const fields = (value: unknown) => value as Fields

/** A node with a repository that may call a port of loopback. */
export async function nodeFor(
  port: number,
  more: {schedule?: string; dir?: string; env?: Record<string, string>} = {},
) {
  const flags = ['--allow-hook-target', `127.0.0.1:${port}`, '--hook-schedule', more.schedule ?? '0s,10ms,10ms']
  const node = await startTestNode({flags, ...(more.dir && {dir: more.dir}), ...(more.env && {env: more.env})})
  await node.call('POST', '/api/repos', {body: {name: 'demo', owner: 'alice'}})
  return node
}

export async function makeHook(node: TestNode, url: string, more: object = {}): Promise<string> {
  const {status, json, text} = await node.call('POST', HOOKS, {body: {url, secret: SECRET, ...more}})
  assert.is(status, 201, text)
  return fields(json)['id'] as unknown as string
}

export const raise = (node: TestNode, event = 'push', payload: unknown = PAYLOADS[event]) =>
  node.call('POST', '/api/admin/events', {body: {owner: 'alice', repo: 'demo', event, payload}})

export async function deliveries(node: TestNode, hook: string, query = ''): Promise<Record<string, unknown>[]> {
  const {json} = await node.call('GET', `${HOOKS}/${hook}/deliveries${query}`)
  return fields(json)['items'] as unknown as Record<string, unknown>[]
}

/** Asks until the deliveries of a hook are as wanted. */
export async function settled(
  node: TestNode,
  hook: string,
  test: (all: readonly Record<string, unknown>[]) => boolean,
) {
  for (;;) {
    const all = await deliveries(node, hook)
    if (test(all)) return all
    await new Promise((wake) => setTimeout(wake, LATER_MS))
  }
}
export const allEnded = (count: number) => (all: readonly Record<string, unknown>[]) =>
  all.length === count && all.every(({status}) => status === 'success' || status === 'failed')
