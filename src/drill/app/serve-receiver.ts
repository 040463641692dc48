import {AssayError} from '#error/assay-error'
import {startReceiver} from '#host/receiver/start-receiver'
import type {MeasurementPorts} from '#measurement/ports'
import type {ServedReply, ServedRequest, ServeHttp} from '#net/http-server'
import type {OpenTlsFront} from '#net/tls-front'
import {type CapturedDelivery, type ReceiverMode, type ReceiverSetting, SECRET_VARIABLE} from './receiver-talk.ts'
import {securedServer} from './serve-secured.ts'
import type {AnswerQuestion} from './talk.ts'

const PATH = '/hook'
const REDIRECT = 302
const FAILS = 500

/**
 * The receiver of `webhook listen` in a process of its own. It misbehaves when it is told to, takes the secrets that it is told, says what came in, and keeps the
 * first good delivery as it came, as somebody between both sides would.
 */
export async function serveReceiver(
  setting: ReceiverSetting,
  env: Readonly<Record<string, string | undefined>>,
  ports: Pick<MeasurementPorts, 'serveHttp' | 'files' | 'redactor' | 'clock'> & {readonly openTlsFront: OpenTlsFront},
): Promise<{readonly url: string; readonly answer: AnswerQuestion}> {
  const seen = new Map<string, number>()
  const secrets = secretsFrom(setting.secrets, env)
  let behaves: {readonly mode: ReceiverMode; readonly status: number; readonly url: string} = {...WELL}
  let [captured, requests, signer]: [CapturedDelivery | undefined, number, string] = [undefined, 0, 'none']
  const secured = setting.identities && securedServer(setting.identities, ports)
  const listen = secured?.serveHttp ?? ports.serveHttp
  const serveHttp: ServeHttp = (address, take) =>
    listen(address, async (request) => {
      requests++
      if (behaves.mode !== 'ok' && behaves.mode !== 'untrusted') return await misbehave(behaves)
      const {asCame, listening} = listened(request)
      const reply = await take(listening)
      if (isAccepted(reply)) captured ??= asCame()
      return reply
    })
  const place = {address: {host: '127.0.0.1', port: setting.port}, record: setting.record}
  const {acceptsSameBody} = setting
  const rules = {path: PATH, brand: 'Host', secrets, respond: 200, delayMs: 0, acceptsSameBody}
  const listener = {
    received: ({outcome, signer: by}: {readonly outcome: string; readonly signer: string | null}) => {
      seen.set(outcome, (seen.get(outcome) ?? 0) + 1)
      if (by !== null) signer = by
    },
    failed: () => undefined,
  }
  const {url} = await startReceiver(place, rules, {...ports, serveHttp}, listener)
  const answers: Readonly<Record<string, (args: Readonly<Record<string, unknown>>) => object>> = {
    seen: () => ({requests, signer, ...Object.fromEntries(seen)}),
    captured: () => captured ?? {},
    trust: ({names}) => {
      secrets.splice(0, secrets.length, ...secretsFrom(Array.isArray(names) ? names.map(String) : [], env))
      return {taken: secrets.length}
    },
    behave: ({mode, status, url: elsewhere}) => {
      const before = behaves.mode
      secured?.show(mode === 'untrusted' ? mode : 'trusted')
      behaves = {mode: modeIn(mode), status: Number(status ?? FAILS), url: String(elsewhere ?? '')}
      return {before}
    },
  }
  return {
    url,
    answer: async ({ask, args}) => {
      const own = answers[ask]
      if (own === undefined) throw new AssayError('invalid_input', 'a receiver is not asked this')
      return {...own(args)}
    },
  }
}

const MODES = ['ok', 'status', 'redirect', 'hang', 'untrusted'] as const
const WELL = {mode: 'ok', status: FAILS, url: ''} as const

function modeIn(word: unknown): ReceiverMode {
  const mode = MODES.find((one) => one === word)
  if (mode !== undefined) return mode
  throw new AssayError('invalid_input', `a receiver has the modes ${MODES.join(', ')}`)
}

async function misbehave({mode, status, url}: {mode: ReceiverMode; status: number; url: string}): Promise<ServedReply> {
  if (mode === 'hang') return await new Promise<never>(() => undefined)
  if (mode === 'redirect') return {status: REDIRECT, headers: {location: url}, json: {}}
  return {status, json: {error: 'told_to'}}
}

/** The request whose body is kept while it is read. */
function listened(request: ServedRequest) {
  let bytes: Uint8Array = new Uint8Array()
  const listening: ServedRequest = {
    ...request,
    body: async (limit) => {
      const body = await request.body(limit)
      if (typeof body !== 'string') bytes = body
      return body
    },
  }
  const asCame = () => ({headers: request.headers, base64: Buffer.from(bytes).toString('base64')})
  return {asCame, listening}
}

function isAccepted({json}: ServedReply): boolean {
  return typeof json === 'object' && json !== null && 'status' in json && json.status === 'accepted'
}

function secretsFrom(names: readonly string[], env: Readonly<Record<string, string | undefined>>) {
  return names.map((name) => ({name, bytes: Buffer.from(env[SECRET_VARIABLE + name.toUpperCase()] ?? '')}))
}
