import {createPublicKey, generateKeyPairSync, type KeyObject, sign} from 'node:crypto'
import type {Entropy} from '#random/entropy'
import {bits, der, integer, objectId, octets, sequence, set, TRUE, utcTime, utf8} from '../model/der.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const SERIAL_BYTES = 16
const AUTHORITY_DAYS = 365
/** Source: RFC 5758, ecdsa-with-SHA256. */
const SIGNED_BY = sequence(objectId('1.2.840.10045.4.3.2'))
/** `127.0.0.1` and `localhost`: where nodes and receivers of a drill are. Source: RFC 5280, 4.2.1.6. */
const HERE = sequence(der(0x87, Buffer.from([127, 0, 0, 1])), der(0x82, Buffer.from('localhost')))
const NAMES = sequence(objectId('2.5.29.17'), octets(HERE))
const IS_AUTHORITY = sequence(objectId('2.5.29.19'), TRUE, octets(sequence(TRUE)))
const SIGNS_CERTIFICATES = sequence(objectId('2.5.29.15'), TRUE, octets(bits(Buffer.from([0x04]), 2)))

/** The authority that signs the certificates of one drill. Its key is kept in memory only. */
export interface Authority {
  /** PEM. */
  readonly certificate: string
  readonly key: KeyObject
}

/** When it is, and numbers that nobody guesses. */
interface IssuePorts {
  readonly clock: {nowMs(): number}
  readonly entropy: Pick<Entropy, 'bytes'>
}

/** A new authority that nobody trusts but who is told to. */
export function makeAuthority(ports: IssuePorts): Authority {
  const {privateKey: key} = generateKeyPairSync('ec', {namedCurve: 'P-256'})
  const order = {
    name: 'drill authority',
    issuer: 'drill authority',
    days: AUTHORITY_DAYS,
    signer: key,
    spki: spkiOf(key),
  }
  return {key, certificate: certificate({...order, extensions: [IS_AUTHORITY, SIGNS_CERTIFICATES]}, ports)}
}

/** A private key, PKCS#8 in PEM. */
export function makeLeafKey(): string {
  const {privateKey} = generateKeyPairSync('ec', {namedCurve: 'P-256'})
  return privateKey.export({format: 'pem', type: 'pkcs8'}).toString()
}

/** A certificate in PEM of this machine for a key in PEM. `signer`: without, nobody but the key itself signs. It ends an hour after so many days. */
export function issueLeaf(
  {key, days, signer}: {readonly key: string; readonly days: number; readonly signer?: Authority},
  ports: IssuePorts,
): string {
  const own = createPublicKey(key)
  const spki = own.export({format: 'der', type: 'spki'})
  const [issuer, by] = signer ? (['drill authority', signer.key] as const) : (['drill', key] as const)
  return certificate({name: 'drill', issuer, days, signer: by, spki, extensions: [NAMES]}, ports)
}

interface CertificateOrder {
  readonly name: string
  readonly issuer: string
  readonly days: number
  readonly signer: KeyObject | string
  readonly spki: Uint8Array
  readonly extensions: readonly Uint8Array[]
}

/** Source: RFC 5280, 4.1. */
function certificate(
  {name, issuer, days, signer, spki, extensions}: CertificateOrder,
  {clock, entropy}: IssuePorts,
): string {
  const nowMs = clock.nowMs()
  const body = sequence(
    der(0xa0, integer(Buffer.from([2]))),
    integer(Buffer.from([1, ...entropy.bytes(SERIAL_BYTES)])),
    SIGNED_BY,
    commonName(issuer),
    sequence(utcTime(nowMs - DAY_MS), utcTime(nowMs + days * DAY_MS + HOUR_MS)),
    commonName(name),
    spki,
    der(0xa3, sequence(...extensions)),
  )
  const whole = Buffer.from(sequence(body, SIGNED_BY, bits(sign('sha256', body, signer))))
  const lines = whole.toString('base64').replaceAll(/.{64}/g, '$&\n').trimEnd()
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`
}

const commonName = (text: string) => sequence(set(sequence(objectId('2.5.4.3'), utf8(text))))

const spkiOf = (key: KeyObject) => createPublicKey(key).export({format: 'der', type: 'spki'})
