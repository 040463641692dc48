import * as Flags from '@oclif/core/flags'
import {BaseCommand} from '#cli/base-command'
import {brandFlag, secretFlags} from '#cli/webhook-flags'
import type {WebhookVerifyResult} from '#contract/generated/types'

export default class WebhookVerify extends BaseCommand<WebhookVerifyResult> {
  static override summary = 'Verify one delivery of a webhook that was kept as files.'
  static override description =
    'Computes the HMAC-SHA256 of the body, byte for byte, and compares it with the signature in constant time; with a secret whsec_... also the headers of Standard Webhooks. Exit 1 when a signature does not hold; then usual mistakes are tried, and one that would explain it is named: a line end in the secret, JSON that was written again, CRLF, upper-case hex. No secret stands in the arguments.'
  static override exits = {ok: 'the signature holds', failed: 'the signature does not hold'}
  static override examples = [
    '<%= config.bin %> <%= command.id %> --body body.json --headers headers.txt --secret-env HOOK_SECRET',
    '<%= config.bin %> <%= command.id %> --body body.json --signature "$SIGNATURE" --secret-env HOOK_SECRET --secret-file old-secret.txt',
  ]
  static override flags = {
    body: Flags.string({required: true, helpValue: 'FILE', summary: 'The body as it came, at most 1 MiB.'}),
    headers: Flags.string({
      helpValue: 'FILE',
      summary: 'The headers: lines "Name: value", or a JSON object.',
      exclusive: ['signature'],
    }),
    signature: Flags.string({helpValue: 'SIGNATURE', summary: 'The signature instead: sha256= and 64 hex digits.'}),
    ...secretFlags,
    ...brandFlag,
  }

  protected override async contract() {
    return (await import('#contract/generated/webhook-verify-result')).webhookVerifyResult
  }

  protected override async perform() {
    const {flags} = await this.parse(WebhookVerify)
    const {verifyDelivery} = await import('#host/receiver/verify-delivery')
    const {webhookVerifyReport} = await import('#host/receiver/webhook-reports')
    const {body, headers, signature, brand} = flags
    const order = {
      body,
      headers,
      signature,
      brand,
      secretEnv: flags['secret-env'] ?? [],
      secretFiles: flags['secret-file'] ?? [],
    }
    const result = await verifyDelivery(order, await this.ports())
    return {result, report: webhookVerifyReport(result)}
  }
}
