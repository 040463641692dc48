import type {Variant} from './body-variants.ts'
import {type HookSecret, standardKey} from './hook-secret.ts'

/** The usual ways in which a secret is not what the sender has. The first is the secret itself. */
export function secretVariants(secret: HookSecret): readonly Variant[] {
  const text = Buffer.from(secret.bytes).toString('utf8')
  const key = standardKey(secret)
  const isHex = /^([0-9a-f]{2})+$/i.test(text.trim())
  const changed = [
    variant('secret_newline', text.replace(/[\r\n]+$/, '')),
    variant('secret_newline', `${text}\n`),
    variant('secret_newline', `${text}\r\n`),
    variant('secret_spaces', text.trim()),
    variant('secret_quotes', text.replace(/^(["'])(.*)\1$/s, '$2')),
    ...(key === undefined ? [] : [{change: 'secret_base64', bytes: key}]),
    variant('secret_prefix', text.replace(/^whsec_/, '')),
    ...(isHex ? [{change: 'secret_hex', bytes: Buffer.from(text.trim(), 'hex')}] : []),
    {change: 'secret_base64', bytes: Buffer.from(text.trim(), 'base64')},
  ]
  const different = changed.filter(({bytes}) => bytes.length > 0 && !Buffer.from(bytes).equals(secret.bytes))
  return [{change: '', bytes: secret.bytes}, ...different]
}

function variant(change: string, text: string): Variant {
  return {change, bytes: Buffer.from(text)}
}
