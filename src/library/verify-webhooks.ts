import type {WebhookListenResult, WebhookVerifyResult} from '#contract/generated/types'
import {callUseCase} from './call-use-case.ts'
import {needed, type OptionTable, option} from './option-table.ts'
import {pathOf, textIfGiven} from './place.ts'
import {SURROUNDINGS, type Surroundings} from './surroundings.ts'
import type {Verb} from './verb.ts'

/** Secrets of a webhook, by the names under which they are found. At least one. */
export interface WebhookSecrets {
  /** Variables of `env`. */
  readonly secretEnv?: readonly string[] | undefined
  /** Files, whole: a line end at the end belongs to the secret. */
  readonly secretFiles?: readonly (string | URL)[] | undefined
  /** The word between `X-` and the rest of the header names; `Host` by default. */
  readonly brand?: string | undefined
}

/** What `verifyWebhook` takes: either `headers` or `signature`. */
export interface VerifyWebhookOptions extends Surroundings, WebhookSecrets {
  /** File with the body as it came. */
  readonly body: string | URL
  /** File with the headers: lines `Name: value`, or a JSON object. */
  readonly headers?: string | URL | undefined
  readonly signature?: string | undefined
}

/** What `listenForWebhooks` takes. */
export interface ListenForWebhooksOptions extends Surroundings, WebhookSecrets {
  /** File that deliveries are kept in, and that tells which were processed before. */
  readonly record: string | URL
  /** `IP:PORT`; a free port of loopback by default. `onProgress` tells the URL. */
  readonly addr?: string | undefined
  readonly path?: string | undefined
  /** Events that count; all by default. */
  readonly expect?: readonly string[] | undefined
  /** Deliveries to wait for; 1 by default. */
  readonly count?: number | undefined
  /** How long to wait, such as `60s`. */
  readonly for?: string | undefined
  /** HTTP status for good deliveries. From 300 on none is processed or remembered. */
  readonly respond?: number | undefined
  /** How much later good deliveries are answered, such as `2s`. */
  readonly delay?: string | undefined
  /** What a body is that was processed under another id. */
  readonly sameBody?: 'replay' | 'accept' | undefined
}

const SECRETS = {
  secretEnv: option('texts', '--secret-env'),
  secretFiles: option('places', '--secret-file'),
  brand: option('text', '--brand'),
} as const satisfies OptionTable<WebhookSecrets>

export const VERIFY_WEBHOOK = {
  name: 'verifyWebhook',
  command: 'webhook verify',
  hasCases: false,
  options: {
    ...SURROUNDINGS,
    ...SECRETS,
    body: needed('place', '--body'),
    headers: option('place', '--headers'),
    signature: option('text', '--signature'),
  } satisfies OptionTable<VerifyWebhookOptions>,
} as const satisfies Verb

export const LISTEN_FOR_WEBHOOKS = {
  name: 'listenForWebhooks',
  command: 'webhook listen',
  hasCases: false,
  tellsAbort: true,
  options: {
    ...SURROUNDINGS,
    ...SECRETS,
    record: needed('place', '--record'),
    addr: option('text', '--addr'),
    path: option('text', '--path'),
    expect: option('texts', '--expect'),
    count: option('count', '--count'),
    for: option('text', '--for'),
    respond: option('count', '--respond'),
    delay: option('text', '--delay'),
    sameBody: option('text', '--same-body'),
  } satisfies OptionTable<ListenForWebhooksOptions>,
} as const satisfies Verb

/**
 * Verifies one delivery of a webhook: `assay webhook verify`. `exit` is `failed` where a signature does not hold; `explanations` then tells
 * what would make it fit, where that was found out.
 *
 * Throws `invalid_input`, `usage`, `file_missing`, `file_unreadable`, `document_size`, `document_parse` for the headers.
 *
 * Source: RFC 2104 (HMAC), Standard Webhooks 1.0.
 */
export function verifyWebhook(options: VerifyWebhookOptions): Promise<WebhookVerifyResult> {
  return callUseCase(VERIFY_WEBHOOK, options, async ({ports, cwd}) => {
    const [{verifyDelivery: verify}, {webhookVerifyReport}] = await Promise.all([
      import('#host/receiver/verify-delivery'),
      import('#host/receiver/webhook-reports'),
    ])
    const order = {
      ...secretsOf(options, cwd),
      body: pathOf('body', options.body, cwd),
      headers: options.headers === undefined ? undefined : pathOf('headers', options.headers, cwd),
      signature: options.signature,
    }
    const result = await verify(order, ports)
    return {result, report: webhookVerifyReport(result)}
  })
}

/**
 * Takes deliveries of webhooks until enough came, the time is over or `signal` comes: `assay webhook listen`. Each is verified, kept durably and
 * only then answered with success; one that came before is not processed again, not even after a restart.
 *
 * Throws `invalid_input`, `usage`, `listen_failed`, `workspace_busy` where two share a record, `disk_full`, `io_error`.
 */
export function listenForWebhooks(options: ListenForWebhooksOptions): Promise<WebhookListenResult> {
  return callUseCase(LISTEN_FOR_WEBHOOKS, options, async ({ports, cwd, signal}) => {
    const [{watchDeliveries}, {webhookListenReport}] = await Promise.all([
      import('#host/receiver/watch-deliveries'),
      import('#host/receiver/webhook-reports'),
    ])
    const {addr = '127.0.0.1:0', path = '/', expect = [], count = 1, respond = 200, delay = '0s'} = options
    const {for: forTime = '60s', sameBody = 'replay'} = options
    const record = pathOf('record', options.record, cwd)
    const order = {...secretsOf(options, cwd), addr, path, expect, count, respond, delay, forTime, sameBody, record}
    const result = await watchDeliveries(order, ports, signal)
    return {result, report: webhookListenReport(result)}
  })
}

function secretsOf({secretEnv = [], secretFiles = [], brand = 'Host'}: WebhookSecrets, cwd: string) {
  const files = secretFiles.map((file) => textIfGiven('secretFiles', file) ?? '')
  return {secretEnv, secretFiles: files.map((file) => pathOf('secretFiles', file, cwd)), brand}
}
