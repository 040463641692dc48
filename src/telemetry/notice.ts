import {createHmac} from 'node:crypto'
import {runNotice} from '#contract/generated/run-notice'
import type {RunNotice} from '#contract/generated/types'
import {parse} from '#contract/parse'
import {AssayError} from '#error/assay-error'
import type {ExitCode, ExitName} from '#error/exit'
import type {AddressPolicy} from '#net/address-policy'
import {literalRefusal} from '#net/address-policy'
import type {RunSummary} from './run-summary.ts'

/** Where a notice goes, and the key it is signed with. */
export interface NoticeAddress {
  readonly url: URL
  readonly secret: string
}

/** What is sent: the same bytes and the same id with every attempt. */
export interface Notice {
  readonly id: string
  readonly body: string
}

const MOST_URL_CHARACTERS = 2_048
const SECRET_BYTES = {least: 8, most: 256}
const STANDARD = 'whsec_'
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/

/** Throws `config_invalid` for an address or a secret that cannot be used, and `address_refused` for one that never may be dialled. */
export function noticeAddress(
  address: string,
  {name, value}: {readonly name: string; readonly value: string | undefined},
  policy: AddressPolicy,
): NoticeAddress {
  const url = URL.canParse(address) && address.length <= MOST_URL_CHARACTERS ? new URL(address) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username || url.password || url.hash) {
    throw new AssayError('config_invalid', '--notify is no http or https address without user, password and fragment')
  }
  const refusal = literalRefusal(policy, url.hostname, url.protocol === 'http:')
  if (refusal !== undefined) throw new AssayError(refusal.code, `--notify: ${refusal.message}`, {hint: refusal.hint})
  return {url, secret: checkedSecret(name, value)}
}

function checkedSecret(name: string, value: string | undefined): string {
  const bytes = Buffer.byteLength(value ?? '')
  const isKey = !value?.startsWith(STANDARD) || BASE64.test(value.slice(STANDARD.length))
  if (value && bytes >= SECRET_BYTES.least && bytes <= SECRET_BYTES.most && isKey) return value
  const what = value ? `is no secret of ${SECRET_BYTES.least} to ${SECRET_BYTES.most} bytes` : 'is not set'
  throw new AssayError('config_invalid', `--notify signs with the variable ${name}, which ${what}`, {
    hint: `Set ${name} to a random text that the receiver knows too, such as the output of openssl rand -hex 32.`,
  })
}

/**
 * What a run came to, without a value of it: numbers, words of ours, and the names that the run and the job have. `sentAt` in UTC. The form of
 * the body is that of the Standard Webhooks specification: type, timestamp, data. Throws `schema_invalid`.
 */
export function noticeOf(
  {runId, kind, command, job, manifest}: RunSummary,
  exit: {readonly code: ExitCode; readonly name: ExitName},
  sentAt: string,
): Notice {
  const data: RunNotice['data'] = {
    run_id: runId,
    kind,
    command,
    job: job ?? null,
    verdict: manifest?.outcome?.verdict ?? null,
    exit,
    started_at: manifest?.created_at ?? null,
    ended_at: manifest?.ended_at ?? null,
    duration_seconds: manifest?.duration_ms == null ? null : Math.round(manifest.duration_ms * 1000) / 1e6,
    counts: manifest?.counts ?? null,
  }
  const told = parse(runNotice, {schema_version: 1, type: 'run.ended', timestamp: sentAt, data})
  return {id: `run.ended.${runId}`, body: JSON.stringify(told)}
}

/**
 * The headers of one attempt. `X-Assay-Signature-256` is HMAC-SHA-256 of the body in hex, keyed with the whole secret;
 * `webhook-signature` that of `id.seconds.body` in base64, keyed with what stands behind `whsec_` as base64, else with the whole secret. Source of the
 * latter: Standard Webhooks specification, "Signature scheme".
 */
export function noticeHeaders({id, body}: Notice, secret: string, atSeconds: number): Record<string, string> {
  const key = secret.startsWith(STANDARD) ? Buffer.from(secret.slice(STANDARD.length), 'base64') : secret
  const standard = createHmac('sha256', key).update(`${id}.${atSeconds}.${body}`).digest('base64')
  return {
    'content-type': 'application/json',
    'x-assay-event': 'run.ended',
    'x-assay-delivery': id,
    'x-assay-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
    'webhook-id': id,
    'webhook-timestamp': String(atSeconds),
    'webhook-signature': `v1,${standard}`,
  }
}
