import {resolve} from 'node:path'
import * as Flags from '@oclif/core/flags'
import {BaseCommand} from '#cli/base-command'
import {brandFlag, secretFlags} from '#cli/webhook-flags'
import type {WebhookListenResult} from '#contract/generated/types'

export default class WebhookListen extends BaseCommand<WebhookListenResult> {
  static override summary = 'Take deliveries of webhooks, verify each, and keep those that are new.'
  static override description =
    'Waits until --count deliveries came. A delivery is verified, held against those processed before, read as its event, kept on the disk, and only then answered with 200. The same delivery again is answered with 200 and not processed, nor is the same body under another id. Exit 1 when a delivery had no valid signature or was no payload of its event, 4 when too few came in time.'
  static override exits = {
    ok: 'enough deliveries came, and all were signed',
    failed: 'a delivery had no valid signature, or was no payload of its event',
    unavailable: 'the address cannot be listened on, or a delivery could not be kept',
    inconclusive: 'too few deliveries came in time',
    refused: 'another process writes to the record of deliveries',
  }
  static override examples = [
    '<%= config.bin %> <%= command.id %> --addr 127.0.0.1:8088 --secret-env HOOK_SECRET --expect push',
    '<%= config.bin %> <%= command.id %> --addr 127.0.0.1:8088 --secret-env NEW_SECRET --secret-env HOOK_SECRET --count 10 --for 5m',
    '<%= config.bin %> <%= command.id %> --addr 127.0.0.1:8088 --secret-env HOOK_SECRET --respond 500 --count 3',
  ]
  static override flags = {
    addr: Flags.string({
      default: '127.0.0.1:0',
      helpValue: 'IP:PORT',
      summary: 'Where to listen, in plain HTTP; port 0 takes a free one and tells it.',
    }),
    path: Flags.string({default: '/', helpValue: 'PATH', summary: 'Path of the URL that deliveries go to.'}),
    ...secretFlags,
    expect: Flags.string({
      multiple: true,
      multipleNonGreedy: true,
      helpValue: 'EVENT',
      summary: 'Count deliveries of this event only. Repeatable.',
    }),
    count: Flags.string({default: '1', helpValue: 'N', summary: 'Deliveries to wait for.'}),
    for: Flags.string({default: '60s', helpValue: 'TIME', summary: 'How long to wait for them.'}),
    respond: Flags.string({
      default: '200',
      helpValue: 'STATUS',
      summary: 'Answer good deliveries so; with 300 and above none is processed or remembered.',
    }),
    delay: Flags.string({default: '0s', helpValue: 'TIME', summary: 'Answer good deliveries so much later.'}),
    'same-body': Flags.option({
      options: ['replay', 'accept'] as const,
      default: 'replay',
      summary: 'What a body is that was processed under another id.',
    })(),
    record: Flags.string({
      default: 'webhook-deliveries.ndjson',
      helpValue: 'FILE',
      summary: 'Where deliveries are kept, a line each; it also tells the next start what was processed.',
    }),
    ...brandFlag,
  }

  protected override async contract() {
    return (await import('#contract/generated/webhook-listen-result')).webhookListenResult
  }

  protected override async perform() {
    const {flags} = await this.parse(WebhookListen)
    const {watchDeliveries} = await import('#host/receiver/watch-deliveries')
    const {webhookListenReport} = await import('#host/receiver/webhook-reports')
    const order = {
      addr: flags.addr,
      path: flags.path,
      secretEnv: flags['secret-env'] ?? [],
      secretFiles: flags['secret-file'] ?? [],
      expect: flags.expect ?? [],
      count: wholeNumber(flags.count),
      forTime: flags.for,
      respond: wholeNumber(flags.respond),
      delay: flags.delay,
      sameBody: flags['same-body'],
      record: resolve(this.hall.cwd, flags.record),
      brand: flags.brand,
    }
    const result = await watchDeliveries(order, await this.ports(), this.signal)
    return {result, report: webhookListenReport(result)}
  }
}

function wholeNumber(text: string): number {
  return /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
}
