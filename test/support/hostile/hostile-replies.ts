import {AssayError} from '#error/assay-error'
import type {ServiceReply} from '#lab/fault/bent-reply'
import {cosmosPolicyService, cosmosService, runwayService} from '#lab/fault/http-services'
import {startFaultServer} from '#lab/fault/start-fault-server'
import {addressPolicy} from '#net/address-policy'
import type {LineChildRequest} from '#process/line-child'
import {Assay} from '#provider/assay'
import {externalProvider} from '#provider/external/call-external'
import {openStdioLink} from '#provider/external/open-stdio-link'
import {policyOf} from '#provider/model/request-policy'
import {type Stream, seedStream} from '#random/stream'
import {Action} from '#world/model/action'
import {Tensor} from '#world/tensor/tensor'
import {bentText} from './bent-json.ts'
import {clipTarget} from './hostile-clips.ts'
import {isGoodAct, isGoodScore, isGoodVideo} from './reply-oracles.ts'

export const PROTOCOLS = ['cosmos', 'cosmos-policy', 'runway', 'runway clip', 'stdio'] as const
export type Protocol = (typeof PROTOCOLS)[number]

/** `wrong`: what must not be, each with the number of its reply. */
export interface Attack {
  readonly protocol: Protocol
  readonly accepted: number
  readonly refused: number
  readonly wrong: readonly string[]
}

/** One reply sent, as the judge sees it, and how the call ended. */
interface Sent {
  readonly text: string
  readonly status: number
}

/** A call that runs so long hangs. */
const HANG_MS = 10_000
const TENSORS = {
  image: Tensor.from({dtype: 'uint8', shape: [2, 2, 3], seed: 1}),
  proprio: Tensor.from({dtype: 'float32', shape: [14], fill: 0}),
  candidates: Tensor.from({dtype: 'float32', shape: [1, 3, 1, 1], fill: 0.5}),
}
const INFO = {
  primary_image: TENSORS.image,
  left_wrist_image: TENSORS.image,
  right_wrist_image: TENSORS.image,
  proprio: TENSORS.proprio,
  task_description: 'fold',
}

/** Sends `count` hostile replies, made from good ones, to an adapter, and judges every end with rules of its own. */
export async function attack(protocol: Protocol, count: number, seed: number): Promise<Attack> {
  const sent: {last: Sent | undefined} = {last: undefined}
  const stream = seedStream(`assay/1|${seed}|${protocol}|hostile|replies`)
  await using target = await targetOf(protocol, stream, sent)
  const wrong: string[] = []
  let accepted = 0
  for (let at = 0; at < count; at++) {
    sent.last = undefined
    const end = await endOf(target.call)
    if (end === 'accepted') accepted++
    const fault = faultOf(end, target.isGood(sent.last))
    if (fault !== undefined) wrong.push(`${protocol} ${at}: ${fault}`)
  }
  return {protocol, accepted, refused: count - accepted - wrong.length, wrong}
}

/** Codes that blame the caller or ourselves for what a server sent are wrong. */
function faultOf(end: string, isGood: boolean): string | undefined {
  if (end === 'accepted') return isGood ? undefined : 'accepted a reply that is invalid'
  return /^(hang|foreign|internal|bug|invalid_|out_of_range|translator_)/.test(end) ? end : undefined
}

async function endOf(call: () => Promise<unknown>): Promise<string> {
  let timer: NodeJS.Timeout | undefined
  const hang = new Promise<string>((done) => {
    timer = setTimeout(() => done('hang'), HANG_MS)
  })
  try {
    return await Promise.race([call().then(() => 'accepted', codeOf), hang])
  } finally {
    clearTimeout(timer)
  }
}

function codeOf(error: unknown): string {
  return error instanceof AssayError ? error.code : `foreign ${String(error)}`
}

interface Target extends AsyncDisposable {
  call(): Promise<unknown>
  isGood(sent: Sent | undefined): boolean
}

async function targetOf(protocol: Protocol, stream: Stream, sent: {last: Sent | undefined}): Promise<Target> {
  if (protocol === 'stdio') return stdioTarget(stream, sent)
  if (protocol === 'runway clip') return await clipTarget(stream)
  const healthy = {cosmos: cosmosService(), 'cosmos-policy': cosmosPolicyService(), runway: runwayService()}[protocol]
  const server = await startFaultServer({
    transport: 'http',
    service: (request, base) => {
      const good = healthy(request, base)
      const isBent = good.json !== undefined && request.path !== '/openapi.json'
      return isBent ? bent(good, stream, sent) : good
    },
  })
  const env = {
    ASSAY_ALLOW_LOOPBACK: '1',
    COSMOS_BASE_URL: server.url,
    COSMOS_POLICY_BASE_URL: server.url,
    RUNWAYML_API_SECRET: 'k'.repeat(20),
    RUNWAYML_BASE_URL: server.url,
  }
  const waitOut = () => Promise.resolve()
  const assay = new Assay({env, waitOut, limits: {timeoutSeconds: 5, retryPreset: 'none'}})
  const request = {prompt: 'a cup', duration_seconds: 5}
  const translator = () => [Action.noop()]
  return {
    call: () =>
      protocol === 'cosmos-policy'
        ? assay.policy({info: INFO}, protocol, {translator})
        : assay.generate(request, protocol),
    isGood: (last) => last !== undefined && last.status < 300 && isGoodFor(protocol, last.text),
    [Symbol.asyncDispose]: async () => {
      await assay.close()
      await server.close()
    },
  }
}

function isGoodFor(protocol: Exclude<Protocol, 'stdio' | 'runway clip'>, text: string): boolean {
  if (protocol === 'cosmos') return isGoodVideo(text)
  // What Runway sends last is the state of a finished task; the clip itself is checked by its bytes.
  return protocol === 'cosmos-policy' ? isGoodAct(text) : /"SUCCEEDED"/.test(text)
}

function bent(good: ServiceReply, stream: Stream, sent: {last: Sent | undefined}): ServiceReply {
  const isTouched = stream.int(10) > 0
  const text = isTouched ? bentText(good.json, stream) : JSON.stringify(good.json)
  const status = stream.int(12) === 0 ? ([201, 204, 301, 400, 404, 429, 500, 503][stream.int(8)] ?? 500) : good.status
  sent.last = {text, status}
  const packed = stream.int(25) === 0 ? {headers: {'content-encoding': 'gzip'}} : {}
  return {
    status,
    bytes: Buffer.from(text, 'latin1'),
    mediaType: stream.int(15) === 0 ? 'text/html' : 'application/json',
    ...packed,
  }
}

const PROFILE = {
  name: 'hostile',
  maturity: 'experimental',
  capabilities: ['score'],
  transport: 'stdio',
  deterministic: false,
  requires: {all_of: [], any_of: []},
  optional: [],
  max_probe_level: 'serving',
  idempotent: [],
  request_policy: policyOf({health: [5, 1], request: [5, 1]}),
} as const

/** A child in this process: the lines are what counts. */
function stdioTarget(stream: Stream, sent: {last: Sent | undefined}): Target {
  const start = ({onLine, onEnd}: LineChildRequest) => ({
    write: (line: string) => {
      const {id, op} = JSON.parse(line)
      if (op === 'cancel' || op === 'shutdown') return
      const hello = {name: 'h', protocol: 1, capabilities: ['score'], required: {}, runtime: {}, model: {id: 'm'}}
      const result = op === 'hello' ? hello : {scores: [3, 1, 2], lower_is_better: true, best_index: 1}
      const good = {v: 1, id, ok: true, result}
      const text = op === 'hello' || stream.int(10) === 0 ? JSON.stringify(good) : bentText(good, stream)
      if (op !== 'hello') sent.last = {text, status: 200}
      queueMicrotask(() => {
        for (const part of text.split('\n')) onLine(part)
        // A reply that answers nobody would leave the call waiting: a real child ends some time.
        setImmediate(() => onEnd({kind: 'exited', code: 0, overlong: false, lastWords: ''}))
      })
    },
    stop: () => Promise.resolve(),
    terminate: () => Promise.resolve(),
  })
  const fresh = () => {
    const link = openStdioLink({argv: ['x'], env: {}}, start)
    const assay = new Assay({network: addressPolicy(false, [])})
    assay.registerProvider(
      externalProvider(
        {
          profile: {
            ...PROFILE,
            capabilities: ['score'],
            optional: [],
            idempotent: [],
            requires: {all_of: [], any_of: []},
          },
        },
        link,
      ),
    )
    return assay
  }
  return {
    call: async () => {
      const assay = fresh()
      await assay.score({info: {}, action_candidates: TENSORS.candidates}, 'hostile')
      await assay.close()
    },
    isGood: (last) => last !== undefined && isGoodScore(last.text.split('\n')[0] ?? ''),
    [Symbol.asyncDispose]: async () => {},
  }
}
