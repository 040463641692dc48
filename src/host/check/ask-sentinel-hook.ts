import {isOk} from '../client/host-client.ts'
import {readList} from '../client/read-list.ts'
import {asText, readField} from '../model/field.ts'
import {bodySignature, isEqual, parseSignature} from '../receiver/body-signature.ts'
import type {CheckContext} from './check.ts'
import {awaited, headerOf} from './make-hook-scene.ts'
import {hooksPath, idIn} from './repository.ts'

/** What came of using something that the baseline left. */
export interface SentinelTrial {
  readonly state: 'works' | 'broken' | 'untried'
  readonly said: string
}

const untried = (said: string): SentinelTrial => ({state: 'untried', said})
const broken = (said: string): SentinelTrial => ({state: 'broken', said})

/** Has the webhook that the baseline left send a test delivery to our receiver, and holds it against the secret that it was made with. */
export async function askSentinelHook(context: CheckContext): Promise<SentinelTrial> {
  const {before, vault, notes, target, openInbox} = context
  const {hook_id: id = null, repository = null} = before?.inventory.sentinels ?? {}
  if (id === null || repository === null) return untried('the baseline left no webhook')
  const secret = await vault.find(`hook:${id}`)
  if (secret === undefined) return untried('no keyring here has the secret of the old webhook')
  notes.secrets.add(secret)
  const {receiver, mutate} = target.checks
  if (!mutate || receiver?.listen === undefined)
    return untried('the old webhook needs checks.mutate and checks.receiver')
  const [owner = '', name = ''] = repository.split('/')
  const path = hooksPath(owner, name)
  if ((await urlOf(context, path, id)) !== receiver.public_url)
    return untried('the old webhook goes elsewhere: take the next baseline with this receiver')
  await using inbox = await openInbox(receiver.listen)
  const asked = await context.front.client.ask(
    {method: 'POST', path: `${path}/${encodeURIComponent(id)}/test`},
    context.signal,
  )
  if (!isOk(asked)) return broken(`a test of the old webhook is answered ${asked.status}`)
  const delivery = await awaited(context, inbox)
  if (delivery === undefined) return broken('the old webhook delivers nothing')
  const signature = parseSignature(delivery.headers[headerOf(context, 'signature-256')] ?? '')
  const isOurs = signature !== undefined && isEqual(bodySignature(Buffer.from(secret), delivery.body), signature)
  return isOurs ? {state: 'works', said: 'delivers'} : broken('the old webhook does not sign with its secret any more')
}

async function urlOf({front, signal}: CheckContext, path: string, id: string): Promise<string | undefined> {
  const {items} = await readList(front.client, path, signal)
  return readField(
    items.find((item) => idIn(item)?.value === id),
    ['url'],
    asText,
  )?.value
}
