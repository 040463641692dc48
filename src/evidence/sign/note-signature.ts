import {createPublicKey, hash, type KeyObject, sign, verify} from 'node:crypto'
import {type CheckpointNote, noteText} from '#run/checkpoint'

const ED25519 = 1
const KEY_HASH_BYTES = 4
const RAW_KEY_BYTES = 32

/** A note with one Ed25519 signature, by a key of this name. Source: C2SP signed-note. */
export function signedNote(body: string, name: string, privateKey: KeyObject): string {
  const signature = sign(null, Buffer.from(body), privateKey)
  const bytes = Buffer.concat([keyHash(name, createPublicKey(privateKey)), signature])
  return noteText(body, [{name, bytes}])
}

/** Whether the note has a signature with that name by this key. Further signatures by others are accepted. */
export function isNoteSignedBy(note: CheckpointNote, name: string, publicKey: KeyObject): boolean {
  const prefix = keyHash(name, publicKey)
  return note.signatures.some(
    ({name: signer, bytes}) =>
      signer === name &&
      prefix.equals(bytes.subarray(0, KEY_HASH_BYTES)) &&
      verify(null, Buffer.from(note.body), publicKey, bytes.subarray(KEY_HASH_BYTES)),
  )
}

/** Identifies a key within a note: the first bytes of a hash over name, algorithm and raw key. */
function keyHash(name: string, publicKey: KeyObject): Buffer {
  const raw = publicKey.export({type: 'spki', format: 'der'}).subarray(-RAW_KEY_BYTES)
  const content = Buffer.concat([Buffer.from(`${name}\n`), Uint8Array.of(ED25519), raw])
  return hash('sha256', content, 'buffer').subarray(0, KEY_HASH_BYTES)
}
