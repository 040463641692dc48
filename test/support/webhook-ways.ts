import {type AddressInfo, createServer} from 'node:net'
import type {Row} from './exit-ways.ts'
import type {RigOptions} from './hall-rig.ts'
import {PAYLOADS} from './hook-payloads.ts'
import {sendDelivery} from './hook-sender.ts'
import type {Workshop} from './workshop.ts'

/** The example of GitHub's documentation. */
const KEY = "It's a Secret to Everybody"
const HELLO = 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17'
const HOOKED: RigOptions = {env: {HOOK: KEY}}
const body = (text: string) => (shop: Workshop) => shop.put('body', text)
/** As soon as something listens, deliveries go there, one after the other. */
const sending = (...secrets: string[]): RigOptions => ({
  ...HOOKED,
  ports: {
    progress: {
      update: (_done, _total, note) => {
        const url = /^listening at (.*)$/.exec(note)?.[1]
        if (url !== undefined) void sendAll(url, secrets)
      },
    },
  },
})
async function sendAll(url: string, secrets: readonly string[]) {
  for (const secret of secrets) await sendDelivery(url, {body: JSON.stringify(PAYLOADS['push']), secret})
}
/** A port that somebody else listens on for as long as this process lives. */
const taken = async () => {
  const server = createServer().unref()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return (server.address() as AddressInfo).port
}

/** The ways to the exits of the commands of webhooks. */
export function webhookRows({bug, sigint, sigterm}: Readonly<Record<'bug' | 'sigint' | 'sigterm', RigOptions>>) {
  return {
    'webhook verify': {
      ok: {
        words: `webhook verify --body body --signature ${HELLO} --secret-env HOOK`,
        given: body('Hello, World!'),
        rig: HOOKED,
      },
      failed: {
        words: `webhook verify --body body --signature ${HELLO} --secret-env HOOK`,
        given: body('Hello, world!'),
        rig: HOOKED,
      },
      usage: {words: 'webhook verify --body body --secret-env HOOK', given: body(''), rig: HOOKED},
      unavailable: 'reaches for nothing that can be away',
      inconclusive: 'a signature holds or does not',
      refused: 'only reads, and has no safety rule to break',
      bug: {words: `webhook verify --body body --signature ${HELLO} --secret-env HOOK`, rig: {...bug, ...HOOKED}},
      interrupted: 'is done before a signal could change anything',
      terminated: 'is done before a signal could change anything',
    },
    'webhook listen': {
      ok: {words: 'webhook listen --secret-env HOOK', rig: sending(KEY)},
      failed: {words: 'webhook listen --secret-env HOOK', rig: sending('another secret', KEY)},
      usage: {words: 'webhook listen'},
      unavailable: {words: 'webhook listen --secret-env HOOK --addr 127.0.0.1:RUN', given: taken, rig: HOOKED},
      inconclusive: {words: 'webhook listen --secret-env HOOK --for 1ms', rig: HOOKED},
      refused: 'test/unit/host/receiver.test.ts shows two that share a record',
      bug: {words: 'webhook listen --secret-env HOOK', rig: {...bug, ...HOOKED}},
      interrupted: {words: 'webhook listen --secret-env HOOK', rig: {...sigint, ...HOOKED}},
      terminated: {words: 'webhook listen --secret-env HOOK', rig: {...sigterm, ...HOOKED}},
    },
  } satisfies Readonly<Record<string, Row>>
}
