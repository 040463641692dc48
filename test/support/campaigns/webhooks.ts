import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import {startReceiver} from '#host/receiver/start-receiver'
import {nodeHttpServer} from '#net/node-http-server'
import {nodeFiles} from '#path/node-files'
import {systemClock} from '#random/system-clock'
import {Redactor} from '#redact/redactor'
import type {CampaignResult, Depth} from '../campaign/result.ts'
import {PAYLOADS} from '../hook-payloads.ts'
import {type Answered, type SentDelivery, sendDelivery, sentHeaders, talkRaw} from '../hook-sender.ts'
import {seeded} from '../seeded.ts'
import {tempDir} from '../temp-dir.ts'

const COUNTS = {sample: {each: 300, replays: 60}, full: {each: 10_000, replays: 1_000}} as const
const SECRET = 'a secret of the campaign'
const SIDE_BY_SIDE = 8
const EVENTS = Object.keys(PAYLOADS)

type Chance = (count: number) => number
type Good = SentDelivery & {readonly body: string; readonly event: string; readonly id: string; readonly secret: string}
type Mutation = (good: Good, chance: Chance) => SentDelivery

/** Ways to change a delivery after it was signed; each must cost it its acceptance. */
const MUTATIONS: Readonly<Record<string, Mutation>> = {
  'a bit of the body': (good, chance) => ({...signed(good), body: flippedBit(Buffer.from(good.body), chance)}),
  'the end of the body': (good, chance) => ({...signed(good), body: good.body.slice(0, -1 - chance(20))}),
  'a byte more': (good, chance) => ({
    ...signed(good),
    body: Buffer.concat([Buffer.from(good.body), Buffer.from([chance(256)])]),
  }),
  'no body': (good) => ({...signed(good), body: ''}),
  'JSON written again': (good) => ({...signed(good), body: JSON.stringify(JSON.parse(good.body), null, 1)}),
  'a byte order mark': (good) => ({...signed(good), body: `\ufeff${good.body}`}),
  'a digit of the signature': (good, chance) => ({...good, signature: otherDigit(signatureOf(good), chance)}),
  'upper-case hex': (good) => ({
    ...good,
    signature: signatureOf(good).replace(/[0-9a-f]{64}/, (hex) => `A${hex.slice(1).toUpperCase()}`),
  }),
  '63 digits': (good) => ({...good, signature: signatureOf(good).slice(0, -1)}),
  '65 digits': (good) => ({...good, signature: `${signatureOf(good)}0`}),
  'no prefix': (good) => ({...good, signature: signatureOf(good).slice(7)}),
  'another algorithm named': (good) => ({...good, signature: signatureOf(good).replace('sha256', 'sha512')}),
  'zeros for a signature': (good) => ({...good, signature: `sha256=${'0'.repeat(64)}`}),
  'the secret of another': (good) => ({...good, secret: `${SECRET} `}),
  'no secret': (good) => ({...good, secret: ''}),
  'the signature of another body': (good) => ({...good, signature: signatureOf({...good, body: `${good.body} `})}),
  'another event': (good, chance) => ({
    ...good,
    event: EVENTS.filter((one) => one !== good.event)[chance(EVENTS.length - 1)] ?? '',
  }),
  'an event that is none': (good) => ({...good, event: `${good.event}_x`}),
  'no event': (good) => ({...good, headers: {'X-Host-Event': ''}}),
  'no delivery id': (good) => ({...good, headers: {'X-Host-Delivery': ''}}),
  'no signature': (good) => ({...good, headers: {'X-Host-Signature-256': ''}}),
  'the header of another brand': (good) => ({
    ...good,
    headers: {'X-Host-Signature-256': '', 'X-Other-Signature-256': signatureOf(good)},
  }),
}

/**
 * Sends good deliveries, changed ones and good ones again to a receiver over real connections: every good one must be accepted, none that
 * was changed, and none twice. What was accepted must stand in the record once each.
 */
export async function run(depth: Depth, seed: number): Promise<CampaignResult> {
  using dir = tempDir()
  const {each, replays} = COUNTS[depth]
  const chance = seeded(seed)
  const record = join(dir.path, 'record.ndjson')
  const receiver = await startReceiver(
    {address: {host: '127.0.0.1', port: 0}, record},
    {
      path: '/',
      brand: 'Host',
      secrets: [{name: 'S', bytes: Buffer.from(SECRET)}],
      respond: 200,
      delayMs: 0,
      acceptsSameBody: false,
    },
    {serveHttp: nodeHttpServer, files: nodeFiles, redactor: new Redactor(), clock: systemClock},
    {received: () => undefined, failed: () => undefined},
  )
  const failures: string[] = []
  const ways = Object.entries(MUTATIONS)
  await sideBySide(each, async (at) => {
    const good = delivery(at)
    const [name, mutate] = ways[at % (ways.length + 1)] ?? ['a header twice', undefined]
    const changed =
      mutate === undefined
        ? await sendTwice(receiver.url, good, chance)
        : await sendDelivery(receiver.url, mutate(good, chance))
    if (changed.status < 400) failures.push(`${name}: delivery ${at} was answered with ${changed.status}`)
    const answer = await sendDelivery(receiver.url, good)
    if (answer.json['status'] !== 'accepted')
      failures.push(`the good delivery ${at} was not accepted: ${answer.status}`)
  })
  await sideBySide(replays, async (at) => {
    const good = delivery(chance(each))
    const again = at % 2 === 0 ? good : {...good, id: `other-${at}`}
    const {json} = await sendDelivery(receiver.url, again)
    if (!/^(duplicate|replay)$/.test(String(json['status']))) failures.push(`${again.id} was processed twice`)
  })
  await receiver.close()
  const ids = readFileSync(record, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).delivery_id)
  if (ids.length !== each || new Set(ids).size !== each)
    failures.push(`the record has ${ids.length} of ${each} deliveries`)
  return {
    name: 'webhooks',
    checks: 2 * each + replays + 1,
    failures,
    notes: [`${each} good deliveries, ${each} changed in ${ways.length + 1} ways, ${replays} sent again`],
  }
}

/** The same for the same number: its body says which one it is. */
function delivery(at: number): Good {
  const event = EVENTS[at % EVENTS.length] ?? 'push'
  const body = JSON.stringify({...PAYLOADS[event], event_id: `evt_${at}`, note: 'x'.repeat(at % 97)})
  return {body, event, id: `dlv-${at}`, secret: SECRET}
}

function signatureOf(good: SentDelivery): string {
  return sentHeaders(good)['X-Host-Signature-256'] ?? ''
}

/** With the signature pinned, whatever becomes of the body. */
function signed(good: Good): SentDelivery {
  return {...good, signature: signatureOf(good)}
}

function flippedBit(bytes: Buffer, chance: Chance): Buffer {
  const bit = chance(8 * bytes.length)
  bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7))
  return bytes
}

function otherDigit(signature: string, chance: Chance): string {
  const at = 'sha256='.length + chance(64)
  const digit = (Number.parseInt(signature[at] ?? '0', 16) + 1 + chance(15)) % 16
  return `${signature.slice(0, at)}${digit.toString(16)}${signature.slice(at + 1)}`
}

/** One of the three headers stands there twice, which no client library sends. */
async function sendTwice(url: string, good: Good, chance: Chance): Promise<Answered> {
  const lines = Object.entries(sentHeaders(good)).map((pair) => pair.join(': '))
  const twice = [...lines, lines[1 + chance(3)] ?? '']
  const head = `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${Buffer.byteLength(good.body)}\r\n${twice.join('\r\n')}`
  const text = await talkRaw(url, `${head}\r\n\r\n${good.body}`)
  return {status: Number(text.slice(9, 12)), json: {}}
}

async function sideBySide(count: number, work: (at: number) => Promise<void>): Promise<void> {
  let next = 0
  const line = async () => {
    while (next < count) await work(next++)
  }
  await Promise.all(Array.from({length: SIDE_BY_SIDE}, line))
}
