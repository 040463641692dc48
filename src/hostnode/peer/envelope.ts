import {isRecord} from '#contract/is-record'
import {canonicalJson} from '#digest/canonical-json'
import {isSignatureOf, type MemberKey} from '../consensus/member-key.ts'
import {isCount, isSignature} from '../consensus/message-forms.ts'
import {type PeerMessage, readPeerMessage} from '../consensus/peer-message.ts'

/** A message as a line of a connection: numbered and signed, good nowhere else and only once. */
export function sealMessage(key: MemberKey, session: string, n: number, message: PeerMessage): string {
  const body = canonicalJson(message)
  return `{"n":${n},"sig":"${key.sign(sealText(session, n, body))}","body":${body}}`
}

/** What a line holds. `last`: the number of the line before it. */
export function openMessage(
  line: unknown,
  {peer, session, last}: {readonly peer: string; readonly session: string; readonly last: number},
): {readonly n: number; readonly message: PeerMessage} | {readonly fault: 'garbage' | 'replayed' | 'wrong_key'} {
  if (!isRecord(line)) return {fault: 'garbage'}
  const {n, sig, body} = line
  if (!isCount(n) || !isSignature(sig)) return {fault: 'garbage'}
  if (n <= last) return {fault: 'replayed'}
  if (!isSignatureOf(peer, sealText(session, n, canonicalJson(body)), sig)) return {fault: 'wrong_key'}
  const message = readPeerMessage(body)
  return message === undefined ? {fault: 'garbage'} : {n, message}
}

function sealText(session: string, n: number, body: string): string {
  return `hostnode-message ${session} ${n} ${body}`
}
