import {createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify} from 'node:crypto'

/** The identity of a node among validators. */
export interface MemberKey {
  /** The raw public key, 64 hex digits. */
  readonly pubkey: string
  /** Signs with Ed25519; returns base64url. Source: RFC 8032. */
  sign(text: string): string
}

/** A new private key: PKCS#8 in PEM, as `openssl pkey` reads it. */
export function makeKeyPem(): string {
  return generateKeyPairSync('ed25519').privateKey.export({format: 'pem', type: 'pkcs8'}).toString()
}

/** The key in a PEM text; undefined if it is no Ed25519 key. */
export function memberKey(pem: string): MemberKey | undefined {
  const key = readKey(pem)
  if (key?.asymmetricKeyType !== 'ed25519') return undefined
  const {x = ''} = createPublicKey(key).export({format: 'jwk'})
  return {
    pubkey: Buffer.from(x, 'base64url').toString('hex'),
    sign: (text) => sign(null, Buffer.from(text), key).toString('base64url'),
  }
}

/** Whether a signature is good. `pubkey`: 64 hex digits. A signature in another form is refused. */
export function isSignatureOf(pubkey: string, text: string, signature: string): boolean {
  const bytes = Buffer.from(signature, 'base64url')
  if (bytes.length !== 64) return false
  const x = Buffer.from(pubkey, 'hex').toString('base64url')
  return verify(null, Buffer.from(text), createPublicKey({key: {kty: 'OKP', crv: 'Ed25519', x}, format: 'jwk'}), bytes)
}

function readKey(pem: string): KeyObject | undefined {
  try {
    return createPrivateKey(pem)
  } catch {
    return undefined
  }
}
