import {sha256} from '#digest/sha256'

/** What stands in the blob behind the name of the type. Sources: RFC 4253 6.6, RFC 5656 3.1, RFC 8709 4, PROTOCOL.u2f of OpenSSH. */
type Part = 'curve' | 'point' | 'ed25519' | 'exponent' | 'modulus' | 'application'

interface KeyType {
  readonly shown: string
  readonly parts: readonly Part[]
  readonly curve?: string
  /** Of the point: 0x04 and both coordinates. */
  readonly pointBytes?: number
}

const TYPES: Readonly<Record<string, KeyType>> = {
  'ssh-ed25519': {shown: 'ed25519', parts: ['ed25519']},
  'ssh-rsa': {shown: 'rsa', parts: ['exponent', 'modulus']},
  'ecdsa-sha2-nistp256': {shown: 'ecdsa', parts: ['curve', 'point'], curve: 'nistp256', pointBytes: 65},
  'ecdsa-sha2-nistp384': {shown: 'ecdsa', parts: ['curve', 'point'], curve: 'nistp384', pointBytes: 97},
  'ecdsa-sha2-nistp521': {shown: 'ecdsa', parts: ['curve', 'point'], curve: 'nistp521', pointBytes: 133},
  'sk-ssh-ed25519@openssh.com': {shown: 'sk-ed25519', parts: ['ed25519', 'application']},
  'sk-ecdsa-sha2-nistp256@openssh.com': {
    shown: 'sk-ecdsa',
    parts: ['curve', 'point', 'application'],
    curve: 'nistp256',
    pointBytes: 65,
  },
}
const LEAST_RSA_BITS = 2048
const MOST_RSA_BITS = 16_384
const LINE = /^(\S+) ([A-Za-z0-9+/]+={0,2})(?: [^\r\n]*)?$/

/** A public key as it is registered. */
export interface SshKey {
  /** Type and base64 body, without the comment. */
  readonly key: string
  readonly keyType: string
  /** `SHA256:` and base64 without padding, as OpenSSH prints it. */
  readonly fingerprint: string
}

/** A public key of one line in OpenSSH's form; what is wrong with it where it is none. Options before the type are refused. */
export function parseSshKey(text: string): SshKey | {readonly wrong: string} {
  const [, type = '', base64 = ''] = LINE.exec(text.trim()) ?? []
  if (type === '') return {wrong: 'must be one line of a type and a base64 body, without options'}
  const known = Object.hasOwn(TYPES, type) ? TYPES[type] : undefined
  if (known === undefined) return {wrong: 'has a type that is not accepted'}
  const blob = Buffer.from(base64, 'base64')
  if (blob.toString('base64') !== base64) return {wrong: 'has a body that is no base64'}
  const wrong = faultIn(blob, type, known)
  if (wrong !== undefined) return {wrong}
  const digest = Buffer.from(sha256(blob).replace('sha256:', ''), 'hex').toString('base64').replace(/=+$/, '')
  return {key: `${type} ${base64}`, keyType: known.shown, fingerprint: `SHA256:${digest}`}
}

function faultIn(blob: Buffer, type: string, known: KeyType): string | undefined {
  const fields = fieldsOf(blob)
  if (fields === undefined) return 'has a body that is cut off'
  const [inner, ...values] = fields
  if (inner?.toString('latin1') !== type) return 'has a body of another type than it says'
  if (values.length !== known.parts.length) return 'has a body with too few or too many parts'
  return known.parts.map((part, at) => partFault(part, values[at] ?? Buffer.alloc(0), known)).find(Boolean)
}

function partFault(part: Part, value: Buffer, known: KeyType): string | undefined {
  switch (part) {
    case 'curve':
      return value.toString('latin1') === known.curve ? undefined : 'names another curve than its type'
    case 'point':
      return value.length === known.pointBytes && value[0] === 4 ? undefined : 'has a point of the wrong size'
    case 'ed25519':
      return value.length === 32 ? undefined : 'has a key of the wrong size'
    case 'exponent':
      return isPositive(value) ? undefined : 'has no positive exponent'
    case 'modulus':
      return modulusFault(value)
    case 'application':
      return value.length > 0 ? undefined : 'names no application'
  }
}

function isPositive(mpint: Buffer): boolean {
  return mpint.length > 0 && (mpint[0] ?? 0x80) < 0x80
}

function modulusFault(mpint: Buffer): string | undefined {
  if (!isPositive(mpint)) return 'has no positive modulus'
  const bits = BigInt(`0x${mpint.toString('hex')}`).toString(2).length
  if (bits < LEAST_RSA_BITS) return `has fewer than ${LEAST_RSA_BITS} bits`
  return bits > MOST_RSA_BITS ? `has more than ${MOST_RSA_BITS} bits` : undefined
}

/** Each a length in four bytes and so many bytes; undefined where one goes past the end. */
function fieldsOf(blob: Buffer): Buffer[] | undefined {
  const fields: Buffer[] = []
  for (let at = 0; at < blob.length; ) {
    if (at + 4 > blob.length) return undefined
    const end = at + 4 + blob.readUInt32BE(at)
    if (end > blob.length) return undefined
    fields.push(blob.subarray(at + 4, end))
    at = end
  }
  return fields
}
