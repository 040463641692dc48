import {execFileSync} from 'node:child_process'
import {appendFileSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import type {ReceivedRequest} from '#contract/generated/types'
import {EVENT_NAMES} from '#host/receiver/event-fit'
import type {ReceiverRules} from '#host/receiver/received'
import {startReceiver} from '#host/receiver/start-receiver'
import {nodeHttpServer} from '#net/node-http-server'
import {nodeFiles} from '#path/node-files'
import {systemClock} from '#random/system-clock'
import {Redactor} from '#redact/redactor'
import {PAYLOADS} from '../../support/hook-payloads.ts'
import {sendDelivery, sentHeaders, talkRaw} from '../../support/hook-sender.ts'
import {spec} from '../../support/spec.ts'
import {tempDir} from '../../support/temp-dir.ts'

const it = spec('a receiver of webhooks')

const SECRET = 'canary-of-the-hook-secret'
const PUSH = JSON.stringify(PAYLOADS['push'])
const MIB = 1024 * 1024

async function open(folder: string, more: Partial<ReceiverRules> & {readonly clock?: typeof systemClock} = {}) {
  const {clock = systemClock, ...rules} = more
  const seen: ReceivedRequest[] = []
  const failures: unknown[] = []
  const redactor = new Redactor()
  redactor.register(SECRET)
  const record = join(folder, 'deep', 'record.ndjson')
  const receiver = await startReceiver(
    {address: {host: '127.0.0.1', port: 0}, record},
    {
      path: '/hook',
      brand: 'Host',
      secrets: [{name: 'HOOK', bytes: Buffer.from(SECRET)}],
      respond: 200,
      delayMs: 0,
      acceptsSameBody: false,
      ...rules,
    },
    {serveHttp: nodeHttpServer, files: nodeFiles, redactor, clock},
    {received: (request) => seen.push(request), failed: (error) => failures.push(error)},
  )
  const lines = () => readFileSync(record, 'utf8').trim().split('\n').filter(Boolean)
  const send = (body: string | Buffer, other: object = {}) =>
    sendDelivery(receiver.url, {body, secret: SECRET, ...other})
  return {...receiver, seen, failures, record, lines, send, [Symbol.asyncDispose]: () => receiver.close()}
}

it('a good delivery of each event is accepted, and its payload kept', async () => {
  assert.equal(Object.keys(PAYLOADS), EVENT_NAMES)
  using dir = tempDir()
  await using receiver = await open(dir.path)
  for (const [event, payload] of Object.entries(PAYLOADS)) {
    const answer = await receiver.send(JSON.stringify(payload), {event, id: `id-${event}`})
    assert.equal(answer, {status: 200, json: {status: 'accepted'}}, event)
  }
  const kept = receiver.lines().map((line) => JSON.parse(line))
  assert.equal(
    kept.map(({event, payload, signer}) => ({event, payload, signer})),
    Object.entries(PAYLOADS).map(([event, payload]) => ({event, payload, signer: 'HOOK'})),
  )
})

it('what openssl signs and curl sends is accepted', async () => {
  using dir = tempDir()
  await using receiver = await open(dir.path)
  const script = `sig=$(printf %s "$BODY" | openssl dgst -sha256 -hmac "$KEY" -r | cut -d' ' -f1)
    curl -s -o /dev/null -w '%{http_code}' -H "X-Host-Event: push" -H "X-Host-Delivery: from-curl" \\
      -H "X-Host-Signature-256: sha256=$sig" -H 'Content-Type: application/json' --data-binary "$BODY" "$URL"`
  const {execFile} = await import('node:child_process')
  const out = await new Promise<string>((done, fail) =>
    execFile(
      'bash',
      ['-c', script],
      {env: {PATH: process.env['PATH'], BODY: PUSH, KEY: SECRET, URL: receiver.url}},
      (error, stdout) => (error ? fail(error) : done(stdout)),
    ),
  )
  assert.is(out, '200')
  assert.is(receiver.lines().length, 1)
})

it('path, method, length, headers and signature are checked in this order', async () => {
  using dir = tempDir()
  await using receiver = await open(dir.path)
  const elsewhere = receiver.url.replace('/hook', '/other')
  assert.is((await sendDelivery(elsewhere, {body: PUSH, secret: SECRET})).status, 404)
  const get = await fetch(receiver.url)
  assert.equal([get.status, get.headers.get('allow')], [405, 'POST'])
  const announced = await talkRaw(receiver.url, `POST /hook HTTP/1.1\r\nHost: x\r\nContent-Length: ${MIB + 1}\r\n\r\n`)
  assert.match(announced, /^HTTP\/1.1 413 /)
  const chunk = `${MIB.toString(16)}\r\n${'x'.repeat(MIB)}\r\n`
  const chunked = `POST /hook HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${chunk}1\r\nx\r\n`
  assert.match(await talkRaw(receiver.url, chunked), /^HTTP\/1.1 413 /)
  assert.equal((await receiver.send(PUSH, {secret: 'another-secret'})).json, {error: 'unauthorized'})
  assert.equal(
    receiver.seen.map(({outcome, reason}) => `${outcome} ${reason}`),
    [
      'misdirected another_path',
      'misdirected another_method',
      'too_large body_too_large',
      'too_large body_too_large',
      'unsigned wrong_signature',
    ],
  )
  assert.equal(receiver.lines(), [])
})

it('headers that are missing, doubled or malformed are 401, and so is a body that is no text', async () => {
  using dir = tempDir()
  await using receiver = await open(dir.path)
  const right = sentHeaders({body: PUSH, secret: SECRET})['X-Host-Signature-256'] ?? ''
  const bad: [object, string][] = [
    [{headers: {'X-Host-Event': ''}}, 'missing_event'],
    [{headers: {'X-Host-Delivery': ''}}, 'missing_delivery'],
    [{headers: {'X-Host-Signature-256': ''}}, 'missing_signature'],
    [{event: 'Push!'}, 'malformed_event'],
    [{id: 'a b'}, 'malformed_delivery'],
    [{signature: right.slice(0, -1)}, 'malformed_signature'],
    [{signature: right.toUpperCase()}, 'malformed_signature'],
    [{signature: right.slice(7)}, 'malformed_signature'],
  ]
  for (const [other, reason] of bad) {
    assert.is((await receiver.send(PUSH, other)).status, 401, reason)
    assert.is(receiver.seen.at(-1)?.reason, reason)
  }
  assert.is((await receiver.send(Buffer.from([0xff, 0xfe, 0]), {signature: right})).status, 401)
  const lines = Object.entries(sentHeaders({body: PUSH, secret: SECRET})).map((pair) => pair.join(': '))
  for (const name of ['X-Host-Signature-256', 'X-Host-Event', 'x-host-delivery']) {
    const twice = [...lines, ...lines.filter((line) => line.toLowerCase().startsWith(name.toLowerCase()))]
    const text = `POST /hook HTTP/1.1\r\nHost: x\r\nContent-Length: ${Buffer.byteLength(PUSH)}\r\n${twice.join('\r\n')}\r\n\r\n${PUSH}`
    assert.match(await talkRaw(receiver.url, text), /^HTTP\/1.1 401 /, name)
    assert.match(receiver.seen.at(-1)?.reason ?? '', /^repeated_/)
  }
  assert.equal(receiver.lines(), [])
})

it('a signed body must be strict JSON and a payload of the event its header names', async () => {
  using dir = tempDir()
  await using receiver = await open(dir.path)
  const deep = `{"a":${'['.repeat(64)}${']'.repeat(64)}}`
  const bad: [string | Buffer, string, string][] = [
    [Buffer.from([0x7b, 0xff, 0x7d]), 'push', 'not_utf8'],
    ['\ufeff{}', 'push', 'byte_order_mark'],
    ['{"a":1,}', 'push', 'not_json'],
    ['', 'push', 'not_json'],
    ['{"a":1,"a":2}', 'push', 'duplicate_key'],
    ['{"__proto__":{}}', 'push', 'forbidden_key'],
    [deep, 'push', 'too_deep'],
    ['[1]', 'push', 'no_object'],
    [PUSH, 'pushed', 'unknown_event'],
    [PUSH, 'constructor', 'unknown_event'],
    [PUSH, 'ping', 'is no payload of ping'],
    ['{}', 'push', 'is no payload of push'],
    [JSON.stringify({...PAYLOADS['push'], after: 'short'}), 'push', '/after must be written as'],
  ]
  for (const [body, event, reason] of bad) {
    assert.is((await receiver.send(body, {event})).status, 400, reason)
    assert.ok(receiver.seen.at(-1)?.reason?.startsWith(reason), `${receiver.seen.at(-1)?.reason} is not ${reason}`)
  }
  // The name of the event is not signed: no good body may pass for another event.
  for (const [name, payload] of Object.entries(PAYLOADS)) {
    for (const other of Object.keys(PAYLOADS).filter((event) => event !== name)) {
      assert.is((await receiver.send(JSON.stringify(payload), {event: other})).status, 400, `${name} as ${other}`)
    }
  }
  assert.equal(receiver.lines(), [])
})

it('the same delivery and the same body are processed once, at the same time and after a restart', async () => {
  using dir = tempDir()
  const {lines} = await (async () => {
    await using receiver = await open(dir.path)
    const answers = await Promise.all(Array.from({length: 20}, () => receiver.send(PUSH)))
    const words = answers.map(({json}) => json['status']).sort()
    assert.equal(words, ['accepted', ...Array.from({length: 19}, () => 'duplicate')])
    assert.equal((await receiver.send(PUSH, {id: 'd-2'})).json, {status: 'replay'})
    return receiver
  })()
  assert.is(lines().length, 1)
  appendFileSync(join(dir.path, 'deep', 'record.ndjson'), '{"half a line')
  await using again = await open(dir.path)
  assert.equal((await again.send(PUSH)).json, {status: 'duplicate'})
  assert.equal((await again.send(PUSH, {id: 'd-3'})).json, {status: 'replay'})
  assert.equal((await again.send(`${PUSH} `, {id: 'd-4'})).json, {status: 'accepted'})
  assert.equal(
    again.lines().map((line) => line.startsWith('{"schema_version":1')),
    [true, false, true],
  )
})

it('equal bodies under other ids are new where they are allowed', async () => {
  using dir = tempDir()
  await using receiver = await open(dir.path, {acceptsSameBody: true})
  for (const id of ['a', 'b']) assert.equal((await receiver.send(PUSH, {id})).json, {status: 'accepted'})
  assert.equal((await receiver.send(PUSH, {id: 'a'})).json, {status: 'duplicate'})
})

it('a receiver that answers badly on purpose remembers nothing', async () => {
  using dir = tempDir()
  await using receiver = await open(dir.path, {respond: 503})
  for (const _ of [1, 2]) assert.equal(await receiver.send(PUSH), {status: 503, json: {error: 'declined'}})
  assert.equal((await receiver.send(PUSH, {signature: `sha256=${'0'.repeat(64)}`})).status, 401)
  assert.equal(
    receiver.seen.map(({outcome}) => outcome),
    ['declined', 'declined', 'unsigned'],
  )
})

it('a secret of Standard Webhooks must hold in its own headers too, and in time', async () => {
  using dir = tempDir()
  const secret = `whsec_${Buffer.from('a key of twenty-four byte').toString('base64')}`
  await using receiver = await open(dir.path, {secrets: [{name: 'W', bytes: Buffer.from(secret)}]})
  const {Webhook} = await import('standardwebhooks')
  const standard = (at: Date, body = PUSH) => ({
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign('msg_1', at, body),
  })
  const now = new Date()
  const tries: [object, string | null][] = [
    [standard(now, `${PUSH} `), 'wrong_standard_signature'],
    [{...standard(now), 'webhook-id': 'msg_2'}, 'wrong_standard_signature'],
    [standard(new Date(now.getTime() - 3_600_000)), 'stale_timestamp'],
    [{...standard(now), 'webhook-id': ''}, 'missing_standard'],
    [{...standard(now), 'webhook-signature': 'v2,x'}, 'malformed_standard'],
    [standard(now), null],
  ]
  for (const [headers, reason] of tries) {
    const {status} = await receiver.send(PUSH, {secret, headers})
    assert.equal([status, receiver.seen.at(-1)?.reason], [reason === null ? 200 : 401, reason])
  }
})

it('a body that does not come in time is 408', async () => {
  using dir = tempDir()
  // The one timer of a request whose body is awaited is that of its limit.
  const clock = {...systemClock, after: (ms: number, run: () => void) => systemClock.after(ms / 1000, run)}
  await using receiver = await open(dir.path, {clock})
  const slow = await talkRaw(receiver.url, 'POST /hook HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc')
  assert.match(slow, /^HTTP\/1.1 408 /)
})

it('what cannot be kept is answered with 500 and told, and is new the next time', async () => {
  using dir = tempDir()
  await using receiver = await open(dir.path)
  assert.is((await receiver.send(PUSH)).status, 200)
  appendFileSync(receiver.record, 'a line of somebody else\n')
  const {status, json} = await receiver.send(`${PUSH} `, {id: 'd-2'})
  assert.equal([status, json], [500, {error: 'internal_error'}])
  assert.match(String(receiver.failures[0]), /another process writes to the record/)
})

it('no secret of the payload or of the webhook stands in the record, and only its owner may read it', async () => {
  using dir = tempDir()
  await using receiver = await open(dir.path)
  const token = `gh${'p_'}${'a1B2'.repeat(9)}`
  const payload = {...PAYLOADS['push'], note: `${token} and ${SECRET}`}
  assert.is((await receiver.send(JSON.stringify(payload))).status, 200)
  const text = receiver.lines().join('\n')
  assert.not.ok(text.includes(token) || text.includes(SECRET))
  assert.is(execFileSync('stat', ['-c', '%a', receiver.record], {encoding: 'utf8'}).trim(), '600')
})

it.run()
