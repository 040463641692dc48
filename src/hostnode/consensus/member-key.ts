import {createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify} from 'node:crypto'

/** Who a node is among validators. */
export interface MemberKey {
  /** The raw public key, 64 hex digits. */
  readonly pubkey: string
  /** Ed25519, base64url. Source: RFC 8032. */
  sign(text: string): string
}

/** A new private key: PKCS#8 in PEM, as `openssl pkey` reads it. */
export function makeKeyPem(): string {
  return generateKeyPairSync('ed25519').privateKey.export({format: 'pem', type: 'pkcs8'}).toString()
}

/** Undefined for what is no Ed25519 key. */
export function memberKey(pem: string): MemberKey | undefined {
  const key = readKey(pem)
  if (key?.asymmetricKeyType !== 'ed25519') return undefined
  const {x = ''} = createPublicKey(key).export({format: 'jwk'})
  return {
    pubkey: Buffer.from(x, 'base64url').toString('hex'),
    sign: (text) => sign(null, Buffer.from(text), key).toString('base64url'),
  }
}

/** `pubkey`: 64 hex digits. A signature of another form is none. */
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
