import {generateKeyPairSync} from 'node:crypto'
import {hostAnswerText} from '../client/answer-text.ts'
import {isOk} from '../client/host-client.ts'
import {readList} from '../client/read-list.ts'
import {asText, readField} from '../model/field.ts'
import {type CheckFinding, failed, passed} from '../model/finding.ts'
import type {Check, CheckContext} from './check.ts'
import {TO_ITS_END} from './make-things.ts'
import {idIn, KEYS_PATH} from './repository.ts'

export const KEY_CHECKS: readonly Check[] = [
  {
    id: 'ssh.key.lifecycle',
    title: 'An SSH key is added, listed, refused a second time and deleted',
    mode: 'standard',
    mutates: true,
    needsToken: true,
    ask: checkKeys,
  },
]

async function checkKeys({front, signal, prefix, notes}: CheckContext): Promise<CheckFinding> {
  const body = {title: `${prefix}key`, key: freshPublicKey()}
  notes.hasMade = true
  const made = await front.client.ask({method: 'POST', path: KEYS_PATH, body}, TO_ITS_END)
  const id = idIn(made.json)?.value
  if (!isOk(made) || id === undefined) return failed(`a key could not be added: ${hostAnswerText(made)}`)
  const list = await readList(front.client, KEYS_PATH, signal)
  const entry = list.items.find((item) => idIn(item)?.value === id)
  const isListed = entry !== undefined
  const isOther = [made.json, entry].some((told) => (readField(told, ['key'], asText)?.value ?? body.key) !== body.key)
  const twice = await front.client.ask({method: 'POST', path: KEYS_PATH, body}, TO_ITS_END)
  const second = isOk(twice) ? idIn(twice.json)?.value : undefined
  if (second !== undefined) await front.client.ask({method: 'DELETE', path: `${KEYS_PATH}/${second}`}, signal)
  const {status: removed} = await front.client.ask(
    {method: 'DELETE', path: `${KEYS_PATH}/${encodeURIComponent(id)}`},
    signal,
  )
  const after = await readList(front.client, KEYS_PATH, signal)
  const isGone = !after.items.some((item) => idIn(item)?.value === id)
  const seen = {
    expected: '2xx, listed, 409 or 422 the second time, deleted',
    observed: {made: made.status, listed: isListed, twice: twice.status, removed, gone: isGone},
    fieldPaths: ['id'],
  }
  const unread = list.problem ?? after.problem
  if (unread !== undefined) return failed(`the list of keys: ${unread}`, seen)
  if (!isListed) return failed('the list does not have the new key', seen)
  if (isOther) return failed('the key is told as another one', seen)
  if (twice.status !== 409 && twice.status !== 422)
    return failed(`the same key is answered ${twice.status} the second time`, seen)
  if (removed < 200 || removed > 299) return failed(`deleting the key is answered ${removed}`, seen)
  return isGone ? passed(seen) : failed('the key is still there after it was deleted', seen)
}

/** An Ed25519 key that nobody has the other half of. Source: RFC 8709, RFC 4253 section 6.6. */
function freshPublicKey(): string {
  const der = generateKeyPairSync('ed25519').publicKey.export({format: 'der', type: 'spki'})
  const field = (bytes: Uint8Array) => Buffer.concat([Buffer.from([0, 0, 0, bytes.length]), bytes])
  const body = Buffer.concat([field(Buffer.from('ssh-ed25519')), field(der.subarray(-32))])
  return `ssh-ed25519 ${body.toString('base64')}`
}
