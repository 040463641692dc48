import {isRecord} from '#contract/is-record'
import {AssayError} from '#error/assay-error'
import {sleep} from '#random/timers'
import type {SiteNodes} from '../site/open-nodes.ts'
import {type ActionContext, type ActionWay, namesOf, textOf} from './action-context.ts'

const LOOKS = 200
const LOOK_AGAIN_MS = 50

/** Points a webhook at each URL, and where the node makes one has it deliver. */
export const aimHooks: ActionWay = async (args, context) => {
  const {site} = context
  if (site?.nodes === undefined) return 'noop'
  const path = site.nodes.hooksOf(textOf(args, 'repo'))
  for (const url of namesOf(args, 'urls')) {
    const hookId = await makeHook({path, url, secret: textOf(args, 'secret')}, site.nodes, context)
    const end = hookId === undefined ? 'not_made' : await deliveredTo(`${path}/${hookId}`, site.nodes, context)
    site.aims.push({url, hookId, end})
  }
  return 'done'
}

/** Removes the webhooks that were made. */
export const clearAims: ActionWay = async (args, {site, signal}) => {
  const {nodes} = site ?? {}
  if (site === undefined || nodes === undefined || site.aims.length === 0) return 'noop'
  for (const {hookId} of site.aims) {
    const path = `${nodes.hooksOf(textOf(args, 'repo'))}/${hookId}`
    if (hookId !== undefined) await nodes.ask('n1', {method: 'DELETE', path}, signal)
  }
  site.aims.splice(0)
  return 'done'
}

/** The id of a webhook that was made; undefined where the node refuses its URL. */
async function makeHook(
  {path, url, secret}: {readonly path: string; readonly url: string; readonly secret: string},
  nodes: SiteNodes,
  {signal}: ActionContext,
): Promise<string | undefined> {
  const {status, json} = await nodes.ask('n1', {method: 'POST', path, body: {url, secret}}, signal)
  if (status === 422) return undefined
  if (status === 201 && isRecord(json)) return String(json['id'])
  throw new AssayError('unreachable', `the node answered ${status} to a webhook`)
}

async function deliveredTo(hook: string, nodes: SiteNodes, {ports, signal}: ActionContext): Promise<string> {
  await nodes.ask('n1', {method: 'POST', path: `${hook}/test`}, signal)
  for (let look = 0; look < LOOKS; look++) {
    const {json} = await nodes.ask('n1', {path: `${hook}/deliveries`}, signal)
    const [first] = isRecord(json) && Array.isArray(json['items']) ? json['items'] : []
    if (isRecord(first) && first['status'] !== 'pending') return String(first['error'] ?? first['status'])
    await sleep(ports.clock, LOOK_AGAIN_MS, signal)
  }
  throw new AssayError('unreachable', 'the node attempted no delivery')
}
