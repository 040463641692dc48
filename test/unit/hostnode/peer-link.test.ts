import {connect, type Socket} from 'node:net'
import {createInterface} from 'node:readline'
import * as assert from 'uvu/assert'
import {type MemberKey, makeKeyPem, memberKey} from '#hostnode/consensus/member-key'
import type {ValidatorNetwork} from '#hostnode/consensus/network'
import type {PeerMessage} from '#hostnode/consensus/peer-message'
import {NO_PEER_FAULTS, type PeerFaults} from '#hostnode/model/peer-faults'
import {sealMessage} from '#hostnode/peer/envelope'
import {Handshake} from '#hostnode/peer/handshake'
import {nodePeerSockets} from '#hostnode/peer/node-peer-sockets'
import {PeerLink} from '#hostnode/peer/open-link'
import {systemClock} from '#random/system-clock'
import {systemEntropy} from '#random/system-entropy'
import {madeNetwork} from '../../support/consensus/made-network.ts'
import {eventually} from '../../support/eventually.ts'
import {spec} from '../../support/spec.ts'

const it = spec('hostnode/peer-link')
const ZERO = `sha256:${'0'.repeat(64)}`
const STATUS: PeerMessage = {kind: 'status', height: 1, block_id: ZERO, version: '1.0.0', voted: 0}
const address = {host: '127.0.0.1', port: 0}

const makeKey = () => memberKey(makeKeyPem()) ?? never()

interface TestLink extends AsyncDisposable {
  readonly link: PeerLink
  readonly port: number
  readonly heard: {peer: string; message: PeerMessage}[]
  readonly told: string[]
}

async function open(key: MemberKey, network: ValidatorNetwork, faults: PeerFaults = NO_PEER_FAULTS): Promise<TestLink> {
  const heard: {peer: string; message: PeerMessage}[] = []
  const told: string[] = []
  const note = (_: string, message: string, fields?: object) => void told.push(`${message} ${JSON.stringify(fields)}`)
  const log = {write: note, failure: () => undefined, checked: () => undefined}
  const ports = {sockets: nodePeerSockets, time: systemClock, entropy: systemEntropy, log}
  const handlers = {
    joined: () => undefined,
    heard: (peer: string, message: PeerMessage) => void heard.push({peer, message}),
  }
  const link = new PeerLink({network, key, address, faults}, ports, handlers)
  const at = await link.open()
  return {link, port: Number(at.split(':')[1]), heard, told, [Symbol.asyncDispose]: () => link.close()}
}

/** Two keys, the smaller first: that one dials. */
function pair(): [MemberKey, MemberKey] {
  const [a, b] = [makeKey(), makeKey()]
  return a.pubkey < b.pubkey ? [a, b] : [b, a]
}

const networkOf = (keys: readonly MemberKey[], ports: readonly number[]): ValidatorNetwork => ({
  ...madeNetwork([1]),
  members: keys.map(({pubkey}, at) => ({
    name: `v${at}`,
    pubkey,
    weight: 1,
    address: {host: '127.0.0.1', port: ports[at] ?? 1},
  })),
})

it('members find each other and hear what is said; who is cut off hears nothing until it is over', async () => {
  const [a, b] = pair()
  const cut = new Set<string>()
  await using second = await open(b, networkOf([a, b], []), {...NO_PEER_FAULTS, cutPeers: () => cut})
  await using first = await open(a, networkOf([a, b], [1, second.port]))
  await eventually('both are linked', () => second.link.connected.has(a.pubkey) && first.link.connected.has(b.pubkey))
  first.link.sendAll(STATUS)
  second.link.send(a.pubkey, {kind: 'ask', from: 3})
  await eventually('both have heard', () => first.heard.length === 1 && second.heard.length === 1)
  assert.equal(second.heard, [{peer: a.pubkey, message: STATUS}])
  assert.equal(first.heard, [{peer: b.pubkey, message: {kind: 'ask', from: 3}}])
  cut.add('v0')
  assert.is(second.link.connected.size, 0)
  await eventually('the cut one is let go', () => first.link.connected.size === 0)
  cut.clear()
  await eventually('it is linked again', () => first.link.connected.size === 1)
  assert.equal([...first.told, ...second.told], [])
})

/** Says something to a link and waits for its end. */
async function provoke(port: number, say: (socket: Socket, greeting: string) => void): Promise<void> {
  const socket = connect({host: '127.0.0.1', port})
  socket.on('error', () => undefined)
  let text = ''
  socket.on('data', (data) => {
    const isFirst = !text.includes('\n')
    text += data
    if (isFirst && text.includes('\n')) say(socket, text.split('\n')[0] ?? '')
  })
  await new Promise((closed) => socket.once('close', closed))
}

it('a stranger is let go of without harm whatever it says, and told of once', async () => {
  const [a, b] = pair()
  const network = networkOf([a, b], [])
  await using target = await open(b, network)
  const stranger = makeKey()
  const greet = (key: MemberKey, of = network) => new Handshake({network: of, key, nonce: `sha256:${'5'.repeat(64)}`})
  const ways: Record<string, (socket: Socket, greeting: string) => void> = {
    too_long: (socket) => socket.write('x'.repeat(70_000)),
    garbage: (socket) => socket.write('GET / HTTP/1.1\r\n\r\n'),
    not_a_member: (socket) => socket.write(`${greet(stranger).hello()}\n`),
    other_network: (socket) =>
      socket.write(`${greet(a, {...network, genesisId: `sha256:${'9'.repeat(64)}`}).hello()}\n`),
    // Its own greeting, and its own proof, sent back.
    replayed: (socket, greeting) => socket.write(`${greeting}\n`),
    // Who says that it is a member, and signs with another key.
    wrong_key: (socket, greeting) => {
      const liar = greet({pubkey: a.pubkey, sign: stranger.sign})
      const step = liar.take(JSON.parse(greeting))
      socket.write(`${liar.hello()}\n${'say' in step ? step.say : ''}\n`)
    },
  }
  for (const say of [...Object.values(ways), ...Object.values(ways)]) await provoke(target.port, say)
  await eventually('every fault is told', () => target.told.length >= Object.keys(ways).length)
  const faults = target.told.map((line) => /"fault":"(\w+)"/.exec(line)?.[1])
  assert.equal(faults, Object.keys(ways))
  assert.equal([target.heard, target.link.connected.size], [[], 0])
  await using first = await open(a, networkOf([a, b], [1, target.port]))
  await eventually('the member is linked', () => target.link.connected.has(a.pubkey) && first.link.connected.size === 1)
})

it('a line of one connection is worth nothing on another one, nor twice', async () => {
  const [a, b] = pair()
  const network = networkOf([a, b], [])
  await using target = await open(b, network)
  const lines: string[] = []
  const talk = (extra: (session: string) => readonly string[]) =>
    new Promise<void>((closed) => {
      const hand = new Handshake({network, key: a, nonce: `sha256:${'6'.repeat(64)}`})
      const socket = connect({host: '127.0.0.1', port: target.port})
      socket.on('error', () => undefined).once('close', () => closed())
      socket.write(`${hand.hello()}\n`)
      const answer = (text: string) => {
        if (!/^{"(hello|proof)"/.test(text)) return
        const step = hand.take(JSON.parse(text))
        if ('say' in step) socket.write(`${step.say}\n`)
        if ('session' in step) socket.write([...extra(step.session), ''].join('\n'))
      }
      createInterface({input: socket}).on('line', answer)
    })
  await talk((session) => {
    lines.push(sealMessage(a, session, 1, STATUS))
    return [lines[0] ?? '', lines[0] ?? '']
  })
  assert.is(target.heard.length, 1, 'the first time it counts')
  await talk(() => lines)
  await talk((session) => [sealMessage(makeKey(), session, 1, STATUS)])
  await talk((session) => [sealMessage(a, session, 1, STATUS).replace('"height":1', '"height":2')])
  assert.is(target.heard.length, 1)
  const faults = target.told.map((line) => /"fault":"(\w+)"/.exec(line)?.[1])
  assert.equal(faults, ['replayed', 'wrong_key'])
})
it.run()

function never(): never {
  throw new Error('it is not so')
}
