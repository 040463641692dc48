import type {WebhookListenResult, WebhookVerifyResult} from '#contract/generated/types'
import type {Report} from '#report/report'

/** One delivery for people: which signature holds, and what explains one that does not. */
export function webhookVerifyReport(result: WebhookVerifyResult): Report {
  const {exit, checks, explanations, event, delivery_id: id} = result
  return {
    title: 'Webhook delivery',
    status: exit.code === 0 ? 'pass' : 'fail',
    facts: [
      {label: 'Event', value: event},
      {label: 'Delivery', value: id},
      {label: 'Body', value: `${result.body_bytes} bytes`},
      {label: 'Digest', value: result.body_sha256},
    ].filter(({value}) => value !== null),
    tables: [
      {
        name: 'signatures',
        columns: ['scheme', 'status', 'signer', 'reason'],
        rows: checks.map(({scheme, status, signer, reason}) => [scheme, status, signer, reason]),
        minor: ['reason'],
      },
    ],
    cases: [],
    remarks: explanations.map(({message, signer}) => `It would fit${signer && ` with ${signer}`}: ${message}.`),
  }
}

/** What came in, for people. */
export function webhookListenReport(result: WebhookListenResult): Report {
  const {exit, outcomes, deliveries, signers: uses} = result
  const columns = ['received', 'outcome', 'status', 'event', 'delivery', 'bytes', 'signer', 'reason']
  return {
    title: 'Webhook deliveries',
    status: STATUS[exit.name] ?? 'inconclusive',
    facts: [
      {label: 'Address', value: result.url},
      {label: 'Counted', value: `${result.counted} of ${result.wanted}`},
      ...Object.entries(outcomes)
        .filter(([, count]) => count > 0)
        .map(([label, value]) => ({label, value})),
      ...uses.map(({signer, deliveries}) => ({label: `Signed with ${signer}`, value: deliveries})),
    ],
    tables: [
      {
        name: 'deliveries',
        columns,
        rows: deliveries.map((one) => [
          one.received_at,
          one.outcome,
          one.status,
          one.event,
          one.delivery_id,
          one.body_bytes,
          one.signer,
          one.reason,
        ]),
        minor: ['received', 'bytes', 'signer'],
      },
    ],
    cases: [],
    remarks: result.deliveries_left_out > 0 ? [`${result.deliveries_left_out} further requests are not listed.`] : [],
  }
}

const STATUS: Readonly<Partial<Record<string, Report['status']>>> = {
  ok: 'pass',
  failed: 'fail',
  interrupted: 'interrupted',
  terminated: 'interrupted',
}
