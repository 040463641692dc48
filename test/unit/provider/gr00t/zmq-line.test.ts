import {once} from 'node:events'
import {type AddressInfo, createServer, type Socket} from 'node:net'
import * as assert from 'uvu/assert'
import {Publisher, Reply} from 'zeromq'
import type {ErrorCode} from '#error/codes'
import {ZmqAsker} from '#provider/transport/ask-zmq'
import {connectPort} from '#provider/transport/connect-port'
import {commandFrame, frameHead, greeting, readyFrame} from '#provider/transport/zmtp'
import {policyRig} from '../../../support/fakes/policy-rig.ts'
import {spec} from '../../../support/spec.ts'
import {throwsCode} from '../../../support/throws-code.ts'

const it = spec('zmq-line')
const MOST_BYTES = 1024 * 1024
const SIGNAL = new AbortController().signal
const MORE = 1

const at = (port: number) => ({address: '127.0.0.1', port})

/** A socket of libzmq, as every policy server has one. */
async function bound(socket: Reply | Publisher): Promise<number> {
  await socket.bind('tcp://127.0.0.1:0')
  return Number((socket.lastEndpoint ?? '').split(':').at(-1))
}

/** A peer that says what it is told to, whoever comes. */
async function peer(take: (socket: Socket) => void) {
  let came = 0
  const server = createServer((socket) => {
    came++
    socket.on('error', () => {})
    take(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {port: (server.address() as AddressInfo).port, came: () => came, close: () => server.close()}
}

const hello = () => Buffer.concat([greeting(), readyFrame('REP')])
const frame = (flags: number, bytes: Uint8Array) => Buffer.concat([frameHead(flags, bytes.length), bytes])

it('questions go over one connection of libzmq, small and large, one after the other', async () => {
  const reply = new Reply({linger: 0})
  const back = await bound(reply)
  const echo = (async () => {
    for await (const [bytes] of reply) await reply.send(bytes ?? '')
  })()
  const asker = new ZmqAsker(MOST_BYTES, connectPort)
  for (const size of [0, 1, 255, 256, 70_000, 500_000]) {
    const bytes = Buffer.alloc(size, size % 251)
    const got = await asker.ask({endpoint: at(back), pieces: [bytes.subarray(0, 3), bytes.subarray(3)], signal: SIGNAL})
    assert.ok(got && bytes.equals(got), `${size} bytes`)
  }
  asker.close()
  reply.close()
  await echo
})

it('a connection is kept however long an answer takes, and given up after a question without one', async () => {
  let asked = 0
  const server = await peer((socket) => {
    socket.write(hello())
    socket.on('data', (bytes) => {
      if (!bytes.includes('question')) return
      asked++
      if (asked === 1) setTimeout(() => socket.write(answerTo(bytes)), 45)
      else if (asked !== 3) socket.write(answerTo(bytes))
    })
  })
  const asker = new ZmqAsker(MOST_BYTES, connectPort)
  const ask = (signal = SIGNAL) => asker.ask({endpoint: at(server.port), pieces: [Buffer.from('question')], signal})
  await ask()
  await ask()
  assert.is(server.came(), 1)
  const control = new AbortController()
  const lost = ask(control.signal)
  control.abort(new Error('given up'))
  assert.is(await lost.then(String, (error: Error) => error.message), 'given up')
  await ask()
  assert.is(server.came(), 2)
  asker.close()
  server.close()
})

/** The reply to the question at the end of these bytes, whose envelope it repeats. */
function answerTo(bytes: Buffer): Buffer {
  const number = bytes.subarray(-8 - 2 - 2 - 4, -8 - 2 - 2)
  return Buffer.concat([frame(MORE, number), frame(MORE, Buffer.alloc(0)), frame(0, Buffer.from('answer'))])
}

it('replies that come late, twice, in single bytes or after a PING are told apart by their numbers', async () => {
  const server = await peer((socket) => {
    socket.write(hello())
    socket.on('data', (bytes) => {
      if (!bytes.includes('question')) {
        if (bytes.includes('PONG')) socket.write(frame(0, Buffer.from('none of yours')))
        return
      }
      const good = answerTo(bytes)
      const late = Buffer.concat([frame(MORE, Buffer.from('\xff\xff\xff\xff', 'latin1')), good.subarray(6)])
      socket.write(Buffer.concat([commandFrame('PING', Buffer.from([0, 1, 7])), late]))
      for (const byte of good) socket.write(Buffer.of(byte))
      socket.write(good)
    })
  })
  const asker = new ZmqAsker(MOST_BYTES, connectPort)
  const ask = () => asker.ask({endpoint: at(server.port), pieces: [Buffer.from('question')], signal: SIGNAL})
  assert.is(String(await ask()), 'answer')
  assert.is(String(await ask()), 'answer')
  asker.close()
  server.close()
})

const HOSTILE: readonly (readonly [string, (socket: Socket) => void, ErrorCode])[] = [
  ['hangs up at once', (socket) => socket.end(), 'unreachable'],
  ['hangs up after its greeting', (socket) => socket.end(greeting()), 'wrong_service'],
  ['speaks HTTP', (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'), 'wrong_service'],
  ['is an SSH server', (socket) => socket.write('SSH-2.0-OpenSSH_9.2\r\n'), 'wrong_service'],
  ['speaks ZMTP 2', (socket) => socket.write(Buffer.from(greeting()).fill(1, 10, 11)), 'incompatible'],
  ['wants CURVE', (socket) => socket.write(Buffer.from(greeting()).fill('CURVE', 12, 17)), 'incompatible'],
  ['publishes', (socket) => socket.write(Buffer.concat([greeting(), readyFrame('PUB')])), 'wrong_service'],
  [
    'names no socket',
    (socket) => socket.write(Buffer.concat([greeting(), commandFrame('READY', Buffer.alloc(0))])),
    'wrong_service',
  ],
  [
    'cuts its properties',
    (socket) => socket.write(Buffer.concat([greeting(), commandFrame('READY', Buffer.from('0bSocket'))])),
    'wrong_service',
  ],
  [
    'refuses',
    (socket) => socket.write(Buffer.concat([greeting(), commandFrame('ERROR', Buffer.from('\x03bad'))])),
    'wrong_service',
  ],
  [
    'talks before it is ready',
    (socket) => socket.write(Buffer.concat([greeting(), frame(0, Buffer.from('x'))])),
    'contract_violation',
  ],
  [
    'sets unknown flags',
    (socket) => socket.write(Buffer.concat([hello(), Buffer.from([0xf8, 0])])),
    'contract_violation',
  ],
  [
    'sends an empty command',
    (socket) => socket.write(Buffer.concat([hello(), frame(4, Buffer.alloc(0))])),
    'contract_violation',
  ],
  [
    'announces an exabyte',
    (socket) => socket.write(Buffer.concat([hello(), frameHead(0, 2 ** 60)])),
    'contract_violation',
  ],
  [
    'sends frames without end',
    (socket) => socket.write(Buffer.concat([hello(), Buffer.alloc(2_000).fill(Buffer.from([MORE, 0]))])),
    'contract_violation',
  ],
  [
    'sends too much in pieces',
    (socket) => socket.write(Buffer.concat([hello(), ...Array(3).fill(frame(MORE, Buffer.alloc(400_000)))])),
    'contract_violation',
  ],
]

for (const [what, take, code] of HOSTILE) {
  it(`a peer that ${what} is ${code}`, async () => {
    const server = await peer(take)
    const asker = new ZmqAsker(MOST_BYTES, connectPort)
    await throwsCode(
      () => asker.ask({endpoint: at(server.port), pieces: [Buffer.from('question')], signal: SIGNAL}),
      code,
    )
    asker.close()
    server.close()
  })
}

/** Answers once a head has ended, as servers of HTTP do that read line by line. */
const reader = (socket: Socket, answer: string) => {
  let head = ''
  socket.on('data', (bytes) => {
    head += bytes.toString('latin1')
    if (head.includes('\r\n\r\n')) socket.end(answer, 'latin1')
  })
}
const STRANGERS: readonly (readonly [string, (socket: Socket) => void, RegExp])[] = [
  ['HTTP', (socket) => reader(socket, 'HTTP/1.1 400 Bad Request\r\n\r\n'), /^a server of HTTP answers there/],
  ['HTTP without a head', (socket) => reader(socket, '<!DOCTYPE HTML>\n<html lang="en">'), /^a server of HTTP answers/],
  ['HTTP/2', (socket) => socket.end(Buffer.from('00000604000000000000', 'hex')), /^a server of HTTP\/2, such as one/],
  ['TLS', (socket) => reader(socket, '\x15\x03\x03\x00\x02\x02\x32'), /^a server of TLS answers there/],
  ['SSH', (socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n'), /^a server of SSH answers there/],
  ['lines of its own', (socket) => reader(socket, '-ERR unknown command\r\n'), /^a server of another kind answers/],
]

for (const [what, take, message] of STRANGERS) {
  it(`a server of ${what} is named, even one that waits to be spoken to in its own way`, async () => {
    const server = await peer(take)
    const {assay} = policyRig({
      GROOT_POLICY_HOST: '127.0.0.1',
      GROOT_POLICY_PORT: String(server.port),
      ASSAY_ALLOW_LOOPBACK: '1',
    })
    const {fault, layers} = await assay.health('gr00t', {timeoutMs: 2_000})
    await assay.close()
    server.close()
    assert.is(fault, 'wrong_service')
    assert.match(layers.at(-1)?.detail ?? '', message)
  })
}

for (const [what, socket] of [
  ['publishes', new Publisher({linger: 0})],
  ['answers in words', new Reply({linger: 0})],
] as const) {
  it(`a ZeroMQ service that ${what} is another service to a probe of GR00T`, async () => {
    const port = await bound(socket)
    const serving = (async () => {
      if (socket instanceof Reply) for await (const _ of socket) await socket.send('World')
    })()
    const {assay} = policyRig({
      GROOT_POLICY_HOST: '127.0.0.1',
      GROOT_POLICY_PORT: String(port),
      ASSAY_ALLOW_LOOPBACK: '1',
    })
    const health = await assay.health('gr00t')
    assert.equal([health.status, health.fault], ['unhealthy', 'wrong_service'])
    await assay.close()
    socket.close()
    await serving
  })
}
it.run()
