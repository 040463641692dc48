import {createHash, createHmac} from 'node:crypto'
import type {MismatchExplanation} from '#contract/generated/types'
import {isEqual} from './body-signature.ts'
import {bodyVariants, type Variant} from './body-variants.ts'
import type {HookSecret} from './hook-secret.ts'
import {secretVariants} from './secret-variants.ts'

type Algorithm = 'sha1' | 'sha256' | 'sha512'

/** A signature as it may have been meant. */
interface Meant {
  readonly changes: readonly string[]
  readonly algorithm: Algorithm
  readonly bytes: Uint8Array
}

/** What each change means, for people. */
const WORDS: Readonly<Record<string, string>> = {
  signature_upper_case: 'the signature is written in upper-case hex; send lower case',
  signature_prefix: 'the signature does not begin with sha256=',
  signature_spaces: 'there is something around the signature: spaces, a line end or quotes',
  signature_base64: 'the signature is base64; send hex',
  signature_algorithm: 'the signature is not of HMAC-SHA256 but of another hash',
  no_key: 'the body was hashed without the secret',
  secret_newline:
    'one side has a line end at the end of the secret and the other has not; write the file with printf %s',
  secret_spaces: 'there are spaces around the secret on one side',
  secret_quotes: 'the secret stands in quotes here; the sender has it without',
  secret_base64: 'the sender decodes the secret from base64 and uses the bytes',
  secret_hex: 'the sender decodes the secret from hex and uses the bytes',
  secret_prefix: 'the sender leaves out whsec_',
  body_crlf: 'the line ends of the body were changed between CRLF and LF',
  body_final_newline: 'a line end at the end of the body was added or cut off',
  body_bom: 'a byte order mark was added to the body or cut off',
  body_reserialised: 'the body was parsed and written again as JSON; keep and verify the bytes as they came',
  body_form_encoded: 'the sender sends a form with the field payload; set its content type to application/json',
  body_empty: 'the sender signed an empty body, as if it had been read already',
}

/**
 * What would make a signature fit that does not: at most one change of each of signature, secret and body, the fewest together. Each was
 * tried and does fit, so it is found out and not guessed; undefined where none does. For one delivery at a desk: it costs hundreds of digests.
 */
export function explainMismatch(
  signature: string,
  body: Uint8Array,
  secrets: readonly HookSecret[],
): MismatchExplanation | undefined {
  const meanings = meant(signature)
  const bodies = bodyVariants(body)
  const keyed = secrets.flatMap((secret) => secretVariants(secret).map((key) => ({secret, key})))
  const found: MismatchExplanation[] = []
  for (const meaning of meanings) {
    for (const one of bodies) {
      if (isEqual(createHash(meaning.algorithm).update(one.bytes).digest(), meaning.bytes))
        found.push(explanation([...meaning.changes, 'no_key', one.change], ''))
      for (const {secret, key} of keyed) {
        if (fits(meaning, key, one)) found.push(explanation([...meaning.changes, key.change, one.change], secret.name))
      }
    }
  }
  return found.toSorted((a, b) => a.changes.length - b.changes.length)[0]
}

function fits({algorithm, bytes}: Meant, key: Variant, body: Variant): boolean {
  return isEqual(createHmac(algorithm, key.bytes).update(body.bytes).digest(), bytes)
}

function explanation(all: readonly string[], signer: string): MismatchExplanation {
  const changes = all.filter((change) => change !== '')
  return {changes, signer, message: changes.map((change) => WORDS[change] ?? change).join('; and ')}
}

const LENGTHS: Readonly<Record<number, Algorithm>> = {20: 'sha1', 32: 'sha256', 64: 'sha512'}

function meant(signature: string): Meant[] {
  const bare = signature.replace(/^[\s"']+|(?<![\s"'])[\s"']+$/g, '')
  const [, prefix = '', digits = ''] = /^(sha\d+=)?(.*)$/is.exec(bare) ?? []
  const changes = [...(bare === signature ? [] : ['signature_spaces'])]
  const isHex = /^([0-9a-f]{2})+$/i.test(digits)
  const bytes = Buffer.from(digits, isHex ? 'hex' : 'base64')
  const algorithm = LENGTHS[bytes.length]
  if (algorithm === undefined) return []
  if (algorithm !== 'sha256') changes.push('signature_algorithm')
  else if (prefix !== 'sha256=') changes.push('signature_prefix')
  if (!isHex) changes.push('signature_base64')
  else if (digits !== digits.toLowerCase()) changes.push('signature_upper_case')
  return [{changes, algorithm, bytes}]
}
