import {loadEventContract} from '#contract/load-event-contract'
import {sha256} from '#digest/sha256'
import {isOk} from '../client/host-client.ts'
import type {Received} from '../client/inbox.ts'
import {readList} from '../client/read-list.ts'
import {asText, asTruth, readField} from '../model/field.ts'
import {type CheckFinding, failed, passed} from '../model/finding.ts'
import {bodySignature, isEqual, parseSignature} from '../receiver/body-signature.ts'
import {misfit} from '../receiver/event-fit.ts'
import {payloadOf} from '../receiver/event-payload.ts'
import type {Check, CheckContext} from './check.ts'
import {checkHookFailure} from './check-hook-failure.ts'
import {checkHookTargets} from './check-hook-targets.ts'
import {
  awaited,
  type HookScene,
  headerOf,
  historyOf,
  makeHook,
  pushCommit,
  pushesIn,
  unmadeHook,
  withInbox,
} from './make-hook-scene.ts'
import {hooksPath, idIn} from './repository.ts'

export const HOOK_CHECKS: readonly Check[] = [
  {
    id: 'hook.delivery',
    title: 'A push is delivered to a receiver of ours within 10 s, signed, and the history says so',
    mode: 'standard',
    mutates: true,
    needsToken: true,
    ask: (context) => withInbox(context, checkDelivery),
  },
  {
    id: 'hook.failure',
    title:
      'Failed deliveries are told as failed, switched-off and deleted webhooks are silent, and a delivery can be sent again',
    mode: 'full',
    mutates: true,
    needsToken: true,
    ask: (context) => withInbox(context, checkHookFailure),
  },
  {
    id: 'hook.ssrf',
    title: 'Webhooks reach no address that is private to the service',
    mode: 'full',
    isCritical: true,
    mutates: true,
    needsToken: true,
    ask: (context) => withInbox(context, checkHookTargets),
  },
]

async function checkDelivery(context: CheckContext, scene: HookScene): Promise<CheckFinding> {
  const {inbox, repository} = scene
  const made = await makeHook(context, scene, scene.url)
  const id = idIn(made.json)?.value
  if (!isOk(made) || id === undefined) return unmadeHook(context, made)
  if (made.text.includes(scene.secret)) return failed('the answer holds the secret of the webhook')
  const untold = await listFault(context, scene, id)
  if (untold !== undefined) return failed(untold)
  const push = await pushCommit(context, repository, 'hook.delivery')
  if (push.fault !== undefined) return failed(push.fault)
  const delivery = await awaited(context, inbox, {
    isWanted: ({headers}) => headers[headerOf(context, 'event')] === 'push',
  })
  if (delivery === undefined)
    return failed('no delivery came within 10 s', {
      expected: 'a signed push',
      observed: {received: inbox.received.length},
    })
  const fault = await faultOf(context, delivery, {...scene, commit: push.commit})
  const history = await historyOf(context, {repository, hook: id}, (found) => found.status === 'success')
  const seen = {
    expected: 'event, delivery id, signature, the push; success and 200 in the history',
    observed: {
      headers: Object.keys(delivery.headers).sort(),
      history: history ?? null,
      body_sha256: sha256(delivery.body),
    },
    fieldPaths: ['items', 'status', 'status_code'],
  }
  if (fault !== undefined) return failed(fault, seen)
  if (history === undefined) return failed('the history does not have the delivery', seen)
  // One that comes again under its own id is tried again; under another one its receiver does the work twice.
  const ids = new Set(
    pushesIn(context, inbox.received, push.commit).map((one) => one.headers[headerOf(context, 'delivery')]),
  )
  if (ids.size > 1) return failed(`one push was delivered under ${ids.size} ids`, seen)
  return history.status === 'success' && history.status_code === 200
    ? passed(seen)
    : failed('the history does not tell the success', seen)
}

/** What is wrong with how the webhook is listed. */
async function listFault(
  {front, signal}: CheckContext,
  {repository, secret, url}: HookScene,
  id: string,
): Promise<string | undefined> {
  const list = await readList(front.client, hooksPath(repository.owner, repository.name), signal)
  const entry = list.items.find((item) => idIn(item)?.value === id)
  if (list.problem !== undefined) return `the list of webhooks: ${list.problem}`
  if (entry === undefined) return 'the list does not have the new webhook'
  if (JSON.stringify(list.items).includes(secret)) return 'the list shows the secret of the webhook'
  const told = readField(entry, ['url', 'config.url'], asText)?.value
  if (told !== undefined && told !== url) return 'the webhook is listed with another URL'
  return readField(entry, ['active'], asTruth)?.value === false
    ? 'the new webhook is listed as switched off'
    : undefined
}

/** What is wrong with a delivery of a push. */
async function faultOf(
  context: CheckContext,
  {headers, body, method}: Received,
  {secret, repository, commit}: HookScene & {readonly commit: string},
): Promise<string | undefined> {
  if (method !== 'POST') return `the delivery was a ${method}`
  if (!headers[headerOf(context, 'delivery')]) return 'the delivery has no id'
  if (!/^application\/json\b/.test(headers['content-type'] ?? '')) return 'the delivery is not declared as JSON'
  if (!isSigned(body, secret, headers[headerOf(context, 'signature-256')]))
    return 'the signature of the delivery does not fit'
  const payload = payloadOf(body)
  if ('fault' in payload) return `the body is not that of a push: ${payload.fault}`
  const contract = await loadEventContract('push')
  const lack = contract && misfit('push', payload.value, contract)
  if (lack !== undefined) return `the body is not that of a push: ${lack}`
  if (readField(payload.value, ['repository.name'], asText)?.value !== repository.name)
    return 'the body names another repository'
  return readField(payload.value, ['after'], asText)?.value === commit ? undefined : 'the body names another commit'
}

/** A hook was made with this text as its secret: its UTF-8 is the key. */
function isSigned(body: Uint8Array, secret: string, said: string | undefined): boolean {
  const signature = parseSignature(said ?? '')
  return signature !== undefined && isEqual(bodySignature(Buffer.from(secret), body), signature)
}
