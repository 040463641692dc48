import {createPrivateKey, createPublicKey, hash, type KeyObject} from 'node:crypto'
import {AssayError} from '#error/assay-error'

export const PRIVATE_KEY_FILE = 'key.pem'
export const PUBLIC_KEY_FILE = 'key.pub.pem'
export const MOST_KEY_BYTES = 16 * 1024

/** A private key for signing: Ed25519, PKCS#8, PEM, not encrypted. Throws `key_invalid` without revealing anything of the key. */
export function parsePrivateKey(pem: Uint8Array): KeyObject {
  if (!begins(pem, 'PRIVATE')) {
    throw new AssayError('key_invalid', 'the signing key is not an unencrypted PKCS#8 PEM file')
  }
  return ed25519('signing', () => createPrivateKey({key: Buffer.from(pem), format: 'pem'}))
}

/**
 * A public key for verifying: Ed25519, SPKI, PEM. A private key is refused: a verifier should not have it. Throws `key_invalid` without
 * revealing anything of the key.
 */
export function parsePublicKey(pem: Uint8Array): KeyObject {
  if (ANY_PRIVATE.test(textOf(pem)))
    throw new AssayError('key_invalid', 'the verifying key is a private key, which signs and stays with its owner', {
      hint: `Name the public half: ${PUBLIC_KEY_FILE}, where assay keys generate made both.`,
    })
  if (!begins(pem, 'PUBLIC')) {
    throw new AssayError('key_invalid', 'the verifying key is not a public key in PEM form')
  }
  return ed25519('verifying', () => createPublicKey({key: Buffer.from(pem), format: 'pem'}))
}

/**
 * Throws `key_invalid` for a public key given for signing. This check precedes that of the file's permissions, because a public key may be
 * readable by everybody.
 */
export function refusePublicKey(pem: Uint8Array): void {
  if (!begins(pem, 'PUBLIC')) return
  throw new AssayError('key_invalid', 'the signing key is the public half of a pair, which signs nothing', {
    hint: `Name the private half: ${PRIVATE_KEY_FILE}, where assay keys generate made both. The public one verifies.`,
  })
}

/** The public half as PEM. */
export function publicPem(privateKey: KeyObject): Buffer {
  return Buffer.from(createPublicKey(privateKey).export({type: 'spki', format: 'pem'}))
}

/** SHA-256 of the public key's SPKI form, in hex. */
export function keyIdOf(key: KeyObject): string {
  const publicKey = key.type === 'private' ? createPublicKey(key) : key
  return hash('sha256', publicKey.export({type: 'spki', format: 'der'}), 'hex')
}

const textOf = (pem: Uint8Array): string => new TextDecoder().decode(pem).trimStart()
/** The PEM header of a private key of any kind, encrypted ones included. */
const ANY_PRIVATE = /^-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY-----/

const begins = (pem: Uint8Array, half: 'PRIVATE' | 'PUBLIC'): boolean =>
  textOf(pem).startsWith(`-----BEGIN ${half} KEY-----`)

function ed25519(purpose: string, load: () => KeyObject): KeyObject {
  let key: KeyObject
  try {
    key = load()
  } catch {
    // The message of the parser may quote the file, so it is not passed on, not even as a cause.
    throw new AssayError('key_invalid', `the ${purpose} key cannot be parsed`)
  }
  if (key.asymmetricKeyType !== 'ed25519') throw new AssayError('key_invalid', `the ${purpose} key is not Ed25519`)
  return key
}
