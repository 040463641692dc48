import {resolve} from 'node:path'
import type {SignatureCheck, WebhookVerifyResult} from '#contract/generated/types'
import {sha256} from '#digest/sha256'
import {AssayError} from '#error/assay-error'
import {exitFor} from '#error/exit'
import type {MeasurementPorts} from '#measurement/ports'
import {parseSignature, signerOf} from './body-signature.ts'
import {brandedNames, type HeaderList, standardOf, valuesOf} from './delivery-head.ts'
import {parseHeaders} from './header-file.ts'
import type {HookSecret} from './hook-secret.ts'
import {MOST_BODY_BYTES} from './judge-request.ts'
import {brandCheck} from './listen-order.ts'
import {explainMismatch} from './mismatch.ts'
import {readSecrets, type SecretNames} from './read-secrets.ts'
import {standardSignerOf} from './standard-signature.ts'

/** What `webhook verify` is asked for. Paths as the caller writes them; either headers or a signature. */
export interface VerifyOrder extends SecretNames {
  readonly body: string
  readonly headers?: string | undefined
  readonly signature?: string | undefined
  readonly brand: string
}

const MOST_HEADER_BYTES = 256 * 1024

/**
 * Verifies one delivery that was kept as files: `webhook verify`. `exit` is `failed` where a signature does not hold, with what would make it
 * fit where that was found out. Throws `usage`, `invalid_input`, `file_missing`, `file_unreadable`, `document_size`, `document_parse`.
 */
export async function verifyDelivery(
  order: VerifyOrder,
  ports: Pick<MeasurementPorts, 'env' | 'cwd' | 'files' | 'redactor'>,
): Promise<WebhookVerifyResult> {
  const oneOf = {key: 'headers', check: () => mustBeOne(order)}
  const secrets = readSecrets(order, ports, [brandCheck(order.brand), oneOf])
  const read = (path: string, limit: number) => ports.files.reader.read(resolve(ports.cwd, path), limit)
  const body = read(order.body, MOST_BODY_BYTES)
  const headers = headersOf(order, read)
  const names = brandedNames(order.brand)
  const texts = valuesOf(headers, names.signature)
  const standard = standardCheck(headers, body, secrets)
  const own = texts.length === 0 && standard?.status === 'verified' ? undefined : ownCheck(texts, body, secrets)
  const checks = [own, standard].flatMap((check) => check ?? [])
  const explained = own?.status === 'verified' ? undefined : explainMismatch(texts[0] ?? '', body, secrets)
  const bad = checks.find(({status}) => status !== 'verified')
  return {
    schema_version: 1,
    command: 'webhook verify',
    exit: bad ? exitFor('fail', bad.reason) : exitFor('pass', 'the signature holds'),
    brand: order.brand,
    event: valuesOf(headers, names.event)[0] ?? null,
    delivery_id: valuesOf(headers, names.delivery)[0] ?? null,
    body_bytes: body.length,
    body_sha256: sha256(body),
    checks,
    explanations: own === undefined || explained === undefined ? [] : [explained],
  }
}

function mustBeOne({headers, signature}: VerifyOrder): void {
  if ((headers === undefined) !== (signature === undefined)) return
  throw new AssayError('invalid_input', 'give either the headers of the delivery or its signature')
}

function headersOf(
  {headers, signature = '', brand}: VerifyOrder,
  read: (path: string, limit: number) => Uint8Array,
): HeaderList {
  if (headers === undefined) return [[brandedNames(brand).signature, signature]]
  return parseHeaders(Buffer.from(read(headers, MOST_HEADER_BYTES)).toString('utf8'))
}

function ownCheck(texts: readonly string[], body: Uint8Array, secrets: readonly HookSecret[]): SignatureCheck {
  const [text] = texts
  const scheme = 'hmac-sha256'
  if (text === undefined) return {scheme, status: 'missing', signer: null, reason: 'there is no signature'}
  if (texts.length > 1)
    return {scheme, status: 'malformed', signer: null, reason: 'the header with the signature is there twice'}
  const signature = parseSignature(text)
  if (signature === undefined)
    return {
      scheme,
      status: 'malformed',
      signer: null,
      reason: 'the signature is not sha256= and 64 lower-case hex digits',
    }
  return outcome(scheme, signerOf(signature, body, secrets))
}

/** Undefined where none of its headers came, or no secret is of its kind. How old the delivery is does not matter here. */
function standardCheck(
  headers: HeaderList,
  body: Uint8Array,
  secrets: readonly HookSecret[],
): SignatureCheck | undefined {
  const scheme = 'standard-webhooks'
  const ours = secrets.filter(({bytes}) => Buffer.from(bytes).toString('latin1').startsWith('whsec_'))
  const head = ours.length === 0 ? undefined : standardOf(headers)
  if (head === undefined) return undefined
  if ('problem' in head)
    return {scheme, status: 'malformed', signer: null, reason: 'the headers of Standard Webhooks are not well formed'}
  return outcome(scheme, standardSignerOf(head, body, ours))
}

function outcome(scheme: SignatureCheck['scheme'], signer: HookSecret | undefined): SignatureCheck {
  if (signer === undefined)
    return {
      scheme,
      status: 'mismatch',
      signer: null,
      reason: 'the signature is not that of the body with any of the secrets',
    }
  return {scheme, status: 'verified', signer: signer.name, reason: `the secret of ${signer.name} fits`}
}
