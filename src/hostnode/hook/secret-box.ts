import {createCipheriv, createDecipheriv, createSecretKey} from 'node:crypto'
import type {Entropy} from '#random/entropy'
import type {SecretBox} from '../model/hook-desk.ts'

const CIPHER = 'aes-256-gcm'
export const BOX_KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * Encrypts secrets with AES-256-GCM under one key: nonce, tag and ciphertext in one piece, bound to the id of the hook, so that a secret
 * cannot be moved from one hook to another. Nonces are random: a hundred million secrets under one key are far below the limit. Source: NIST
 * SP 800-38D, 8.3.
 */
export function secretBox(keyBytes: Uint8Array, entropy: Entropy): SecretBox {
  // Imported once: every delivery opens a secret.
  const key = createSecretKey(keyBytes)
  return {
    seal: (hookId, secret) => {
      const nonce = entropy.bytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(hookId))
      const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
    },
    open: (hookId, sealed) => {
      const nonce = sealed.subarray(0, NONCE_BYTES)
      const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)
      if (tag.length < TAG_BYTES) return undefined
      const options = {authTagLength: TAG_BYTES}
      const decipher = createDecipheriv(CIPHER, key, nonce, options).setAAD(Buffer.from(hookId)).setAuthTag(tag)
      try {
        const rest = sealed.subarray(NONCE_BYTES + TAG_BYTES)
        return Buffer.concat([decipher.update(rest), decipher.final()]).toString('utf8')
      } catch {
        return undefined
      }
    },
  }
}
