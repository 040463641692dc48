import {type KeyObject, sign, verify} from 'node:crypto'
import {indented} from '../scan/scan-text.ts'
import {keyIdOf} from './key.ts'

const MEDIA_TYPE = 'application/vnd.dev.sigstore.bundle.v0.3+json'
export const PAYLOAD_TYPE = 'application/vnd.in-toto+json'

/** The content of a Sigstore bundle that Assay makes, with the statement as the bytes that were signed. */
export interface Envelope {
  readonly payload: Uint8Array
  readonly signature: Uint8Array
  readonly keyId: string
}

/** Signs a statement. Ed25519 is deterministic: same key, same statement, same bytes. */
export function signedBundleText(statement: string, privateKey: KeyObject): string {
  const payload = Buffer.from(statement)
  const keyId = keyIdOf(privateKey)
  const signature = sign(null, preAuthentication(payload), privateKey)
  return bundleText({payload, signature, keyId})
}

/**
 * The only accepted spelling of an envelope as a Sigstore bundle v0.3 with a public-key hint. Sources: sigstore protobuf-specs
 * `sigstore_bundle.proto`, DSSE protocol v1.0.
 */
function bundleText({payload, signature, keyId}: Envelope): string {
  return indented({
    mediaType: MEDIA_TYPE,
    verificationMaterial: {publicKey: {hint: keyId}, tlogEntries: []},
    dsseEnvelope: {
      payload: Buffer.from(payload).toString('base64'),
      payloadType: PAYLOAD_TYPE,
      signatures: [{sig: Buffer.from(signature).toString('base64'), keyid: keyId}],
    },
  })
}

/**
 * The envelope in a signature file, or its fault. The file must equal, byte for byte, the envelope written again: that leaves no room for a
 * second signature, unknown or repeated keys, loose base64 or trailing bytes.
 */
export function parseBundle(text: string): Envelope | {readonly fault: string} {
  const envelope = readEnvelope(text)
  if (envelope === undefined) return {fault: 'is not a Sigstore bundle with one signature'}
  if (envelope.signature.length !== 64) return {fault: 'holds a signature of the wrong length'}
  if (!/^[0-9a-f]{64}$/.test(envelope.keyId)) return {fault: 'names its key in a wrong form'}
  return bundleText(envelope) === text ? envelope : {fault: 'is not in the exact form of one signed statement'}
}

/** Whether this key made the signature over the bytes as read. */
export function isSignedBy(envelope: Envelope, publicKey: KeyObject): boolean {
  if (envelope.keyId !== keyIdOf(publicKey)) return false
  return verify(null, preAuthentication(envelope.payload), publicKey, envelope.signature)
}

/** The bytes that DSSE signs: type and length too, so that bytes of one type can never pass as another. */
function preAuthentication(payload: Uint8Array): Uint8Array {
  const head = `DSSEv1 ${PAYLOAD_TYPE.length} ${PAYLOAD_TYPE} ${payload.length} `
  return Buffer.concat([Buffer.from(head), payload])
}

function readEnvelope(text: string): Envelope | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  const envelope = member(value, 'dsseEnvelope')
  const payload = member(envelope, 'payload')
  const signatures = member(envelope, 'signatures')
  if (typeof payload !== 'string' || !Array.isArray(signatures) || signatures.length !== 1) return undefined
  const sig = member(signatures[0], 'sig')
  const keyId = member(signatures[0], 'keyid')
  if (typeof sig !== 'string' || typeof keyId !== 'string') return undefined
  return {payload: Buffer.from(payload, 'base64'), signature: Buffer.from(sig, 'base64'), keyId}
}

function member(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
  return Object.entries(value).find(([key]) => key === name)?.[1]
}
