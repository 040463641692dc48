// Records the replies of the built-in providers to the requests of eight episodes, as the bytes that a server would send.
// Usage: record-replies.ts
import {mkdirSync, writeFileSync} from 'node:fs'
import {chooseRequests} from '#benchmark/model/requests'
import {analytic} from '#provider/adapter/analytic/analytic'
import {mock} from '#provider/adapter/mock/mock'
import type {CallContext, Provider} from '#provider/model/provider'

const FOLDER = 'fixtures/replies'
const EPISODES = 8
const {signal} = new AbortController()
/** The built-in providers answer at once and look at nothing else. */
const context = {signal, operationId: 'recording'} as CallContext

type Ask = (requests: ReturnType<typeof chooseRequests>) => unknown
const of = (
  provider: Provider,
  operation: Exclude<keyof Provider, 'profile' | 'descriptor' | 'probe' | 'preflight' | 'warmup' | 'teardown'>,
  request: unknown,
) => (provider[operation] as ((request: unknown, context: CallContext) => unknown) | undefined)?.(request, context)

const ASKS: Readonly<Record<string, Ask>> = {
  predict: ({predict}) => of(analytic, 'predict', predict),
  score: ({score}) => of(analytic, 'score', score),
  policy: ({policy}) => of(mock, 'policy', policy),
  embed: ({embed}) => of(mock, 'embed', embed),
  reason: ({reason}) => of(mock, 'reason', reason),
  generate: ({generate}) => of(mock, 'generate', generate),
  transfer: ({transfer}) => of(mock, 'transfer', transfer),
}

mkdirSync(FOLDER, {recursive: true})
for (const [operation, ask] of Object.entries(ASKS)) {
  const lines: string[] = []
  for (let episode = 0; episode < EPISODES; episode++) {
    const answer = (await ask(chooseRequests({environment: {id: 'two-room', episode}}))) as Record<string, unknown>
    const {bytes, ...rest} = answer
    const told = bytes instanceof Uint8Array ? {...rest, bytes_base64: Buffer.from(bytes).toString('base64')} : answer
    lines.push(JSON.stringify(told))
  }
  writeFileSync(`${FOLDER}/${operation}.ndjson`, `${lines.join('\n')}\n`)
}
