import {connect, createServer, type Server} from 'node:net'
import * as assert from 'uvu/assert'
import {addressPolicy, PUBLIC_ONLY} from '#net/address-policy'
import {guardedLookup} from '#net/guarded-lookup'
import {nodeResolver} from '#net/node-resolver'
import {resolveHost} from '#net/resolve-host'
import {spec} from '../../support/spec.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('vetted host')
const LOOPBACK = addressPolicy(true, [])
const names = (...answers: readonly (readonly string[])[]) => {
  let asked = 0
  return {addresses: () => Promise.resolve(answers[asked++] ?? []), asked: () => asked}
}

/** A listener that counts who came. */
async function listener(): Promise<{port: number; came: () => number; server: Server}> {
  let came = 0
  const server = createServer((socket) => {
    came++
    socket.end('hello')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  return {port: typeof address === 'object' && address ? address.port : 0, came: () => came, server}
}

function dial(port: number, lookup: ReturnType<typeof guardedLookup>): Promise<string> {
  return new Promise((done, fail) => {
    const socket = connect({host: 'robot.example', port, lookup: lookup as never})
    socket.on('error', fail)
    socket.on('data', (bytes) => done(String(bytes)))
  })
}

it('one forbidden address among many refuses the name', async () => {
  const resolver = names(['93.184.216.34', '169.254.169.254'])
  await throwsCode(() => resolveHost('two.example', {policy: PUBLIC_ONLY, resolver}), 'address_refused')
})

it('an address needs no resolver, and is vetted all the same', async () => {
  const resolver = names()
  assert.equal(await resolveHost('[::1]', {policy: LOOPBACK, resolver}), ['::1'])
  await throwsCode(() => resolveHost('[::1]', {policy: PUBLIC_ONLY, resolver}), 'address_refused')
  assert.is(resolver.asked(), 0)
})

it('a name that leads nowhere is unreachable and down', async () => {
  await throwsCode(() => resolveHost('x.invalid', {policy: LOOPBACK, resolver: nodeResolver}), 'unreachable')
  await throwsCode(() => resolveHost('x', {policy: LOOPBACK, resolver: names([])}), 'unreachable')
})

it('bare credentials are refused by where the name leads', async () => {
  const resolver = names(['93.184.216.34'])
  await throwsCode(() => resolveHost('x', {policy: LOOPBACK, resolver, isBare: true}), 'cleartext_credentials')
})

it('a name that changes its address between check and connection is dialled where it was vetted, or not at all', async () => {
  const {port, came, server} = await listener()
  const good = names(['127.0.0.1'], ['169.254.169.254'])
  assert.is(await dial(port, guardedLookup({policy: LOOPBACK, resolver: good})), 'hello')
  assert.equal([good.asked(), came()], [1, 1])
  const bad = names(['127.0.0.1'], ['127.0.0.1'])
  const error = await dial(port, guardedLookup({policy: PUBLIC_ONLY, resolver: bad})).catch((caught) => caught)
  assert.is(error.code, 'address_refused')
  assert.equal([bad.asked(), came()], [1, 1])
  server.close()
})

it('localhost leads to loopback', async () => {
  assert.ok((await resolveHost('localhost', {policy: LOOPBACK, resolver: nodeResolver})).length > 0)
  await throwsCode(() => resolveHost('LOCALHOST.', {policy: PUBLIC_ONLY, resolver: nodeResolver}), 'address_refused')
})
it.run()
