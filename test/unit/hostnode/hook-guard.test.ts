import {connect} from 'node:net'
import fc from 'fast-check'
import * as assert from 'uvu/assert'
import {dispatchDelivery} from '#hostnode/hook/dispatch-delivery'
import {hookPolicy, hookUrlFault, parseHookTarget} from '#hostnode/model/hook-targets'
import {dialRefusal} from '#net/address-policy'
import type {Resolver} from '#net/resolver'
import {undiciClient} from '#net/undici-client'
import {systemClock} from '#random/system-clock'
import {FORBIDDEN_ADDRESSES, PUBLIC_ADDRESSES, TRAP_HOSTS} from '../../support/hook-addresses.ts'
import {catchHooks} from '../../support/hook-catcher.ts'
import {hookRig} from '../../support/hook-rig.ts'
import {spec} from '../../support/spec.ts'

const it = spec('where webhooks may go')

const targets = (...texts: string[]) => texts.map(parseHookTarget).filter((one) => one !== undefined)
const refusal = (address: string, port = 443, ...texts: string[]) =>
  dialRefusal(hookPolicy(targets(...texts), port), {host: 'name.example', address})

it('no address of the forbidden networks is dialled, and their neighbours are', () => {
  assert.equal(
    FORBIDDEN_ADDRESSES.filter((address) => refusal(address) === undefined),
    [],
  )
  assert.equal(
    PUBLIC_ADDRESSES.filter((address) => refusal(address) !== undefined),
    [],
  )
})

it('an exception opens its network, loopback only with its port, and metadata never', () => {
  const open = (address: string, port: number, ...texts: string[]) => refusal(address, port, ...texts) === undefined
  assert.ok(open('10.1.2.3', 443, '10.0.0.0/8'))
  assert.ok(open('10.1.2.3', 8080, '10.0.0.0/8:8080'))
  assert.not.ok(open('10.1.2.3', 8081, '10.0.0.0/8:8080'))
  assert.ok(open('127.0.0.1', 8080, '127.0.0.1:8080'))
  assert.not.ok(open('127.0.0.1', 8081, '127.0.0.1:8080'))
  assert.not.ok(open('127.0.0.1', 8080, '127.0.0.1'))
  assert.not.ok(open('127.0.0.2', 8080, '127.0.0.1:8080'))
  assert.ok(open('::1', 8080, '[::1]:8080'))
  for (const address of ['169.254.169.254', '168.63.129.16', 'fd00:ec2::254', '64:ff9b::a00:1'])
    assert.not.ok(open(address, 8080, '0.0.0.0/0:8080', '[::/0]:8080', '[64:ff9b::/96]:8080'), address)
})

it('exceptions are read strictly', () => {
  for (const text of ['10.0.0.0/8', '127.0.0.1:80', '::1', 'fd00::/8', '[::1]:8080', '[fd00::/8]:443', '[::1]'])
    assert.ok(parseHookTarget(text), text)
  for (const text of [
    '',
    'localhost',
    '10.0.0.0/33',
    '1.2.3.4:0',
    '1.2.3.4:65536',
    '1.2.3.4:x',
    '[::1',
    '::1]:80',
    '1.2.3:80',
  ])
    assert.is(parseHookTarget(text), undefined, text)
})

it('a URL of a webhook is http or https, plain, with a usual port', () => {
  const good = [
    'https://example.org',
    'http://example.org:8080/x?y=1',
    'https://example.org:443',
    'https://[2606:4700::1111]/',
  ]
  for (const url of good) assert.is(hookUrlFault(url, []), undefined, url)
  const bad = [
    ...['', 'example.org', '//example.org', 'ftp://example.org', 'file:///etc/passwd', 'gopher://example.org'],
    ...[
      'javascript:alert(1)',
      'data:,x',
      'https://',
      'http://user@example.org',
      'http://user:pw@example.org',
      'http://:pw@example.org',
    ],
    ...[
      'https://example.org/#x',
      'https://example.org#',
      'https://example.org:22',
      'https://example.org:25',
      'https://example.org:0',
    ],
    ...['http://example.org:1023', 'https://example.org:65536', `https://example.org/${'x'.repeat(2_048)}`],
    ...[
      'https://exam\nple.org',
      ' https://example.org',
      'https://example.org\\@evil.example',
      'https:\\\\example.org',
      'https://a b',
    ],
    ...['http://example.org@127.0.0.1/', 'http://127.0.0.1#@example.org/'],
  ]
  for (const url of bad) assert.type(hookUrlFault(url, []), 'string', url)
  fc.assert(
    fc.property(fc.webUrl({withFragments: false}), (url) => {
      const fault = hookUrlFault(url, [])
      assert.ok(fault === undefined || /port/.test(fault), `${url} ${fault}`)
    }),
  )
})

/** The client of an attempt, with names of the tests. */
const client =
  (resolver: Resolver, ...texts: string[]) =>
  (port: number) =>
    undiciClient({policy: hookPolicy(targets(...texts), port), resolver, hasCredentials: false})

/** Names of the tests and where they lead, each time anew. */
function resolver() {
  let asked = 0
  return {
    addresses: async (host: string) => {
      asked++
      if (host === 'mixed.example') return ['93.184.216.34', '127.0.0.1']
      if (host === 'rebound.example') return asked % 2 === 1 ? ['127.0.0.1'] : ['127.0.0.1', '93.184.216.34']
      return ['127.0.0.1', '::1']
    },
    asked: () => asked,
  }
}

it('of more than 150 spellings of forbidden places none is connected to, however often it is tried', async () => {
  await using trap = await catchHooks()
  assert.ok(TRAP_HOSTS.length >= 130)
  const names = resolver()
  const urls = TRAP_HOSTS.flatMap((host) =>
    ['http', 'https'].map((scheme) => `${scheme}://${host}:${trap.port}/`).filter((url) => URL.canParse(url)),
  )
  assert.ok(urls.length >= 250)
  const box = hookRig()
  const outcomes = await Promise.all(
    urls.map(async (url) => {
      const hook = {...box.open, url}
      const context = {
        hooks: box.desk,
        time: systemClock,
        settings: box.settings,
        release: box.release,
      }
      const outcome = await dispatchDelivery(
        {delivery: box.delivery, hook, clientFor: client(names)},
        context,
        new AbortController().signal,
      )
      return {url, error: outcome?.error, isFinal: outcome?.isFinal}
    }),
  )
  assert.equal(
    outcomes.filter(({error, isFinal}) => error !== 'address_refused' || !isFinal),
    [],
  )
  assert.is(trap.connections(), 0)
  assert.ok(names.asked() > 10)
  // The trap works: who connects is seen.
  await new Promise<void>((done) => connect(trap.port, '127.0.0.1', done))
  while (trap.connections() === 0) await new Promise(setImmediate)
})

it('a name that leads to a public address at first and inside later is judged at each attempt', async () => {
  await using catcher = await catchHooks()
  const box = hookRig()
  const answers = [[`127.0.0.1`], ['127.0.0.2'], ['127.0.0.1']]
  const names = {addresses: async () => answers.shift() ?? []}
  const hook = {...box.open, url: `http://rebound.example:${catcher.port}/`}
  const attempt = () =>
    dispatchDelivery(
      {delivery: box.delivery, hook, clientFor: client(names, `127.0.0.1:${catcher.port}`)},
      {
        hooks: box.desk,
        time: systemClock,
        settings: box.settings,
        release: box.release,
      },
      new AbortController().signal,
    )
  const errors = [(await attempt())?.error, (await attempt())?.error, (await attempt())?.error]
  assert.equal(errors, [null, 'address_refused', null])
  assert.equal([catcher.caught.length, catcher.connections()], [2, 2])
  assert.is(catcher.caught[0]?.headers.host, `rebound.example:${catcher.port}`)
})

it('who takes the delivery and never answers is late after ten seconds in all', async () => {
  await using catcher = await catchHooks(() => 'never')
  const rig = hookRig()
  const limits: number[] = []
  const time = {
    ...systemClock,
    after: (ms: number, run: () => void) => {
      limits.push(ms)
      return systemClock.after(ms / 100, run)
    },
  }
  const outcome = await dispatchDelivery(
    {
      delivery: rig.delivery,
      hook: {...rig.open, url: catcher.url},
      clientFor: client(resolver(), `127.0.0.1:${catcher.port}`),
    },
    {
      hooks: rig.desk,
      time,
      settings: rig.settings,
      release: rig.release,
    },
    new AbortController().signal,
  )
  assert.equal([outcome?.statusCode, outcome?.error, outcome?.isFinal, limits], [null, 'timeout', false, [10_000]])
})

it('who answers for ever costs 64 KiB and no more, and its status counts', async () => {
  await using catcher = await catchHooks(() => 'drip')
  const box = hookRig()
  const outcome = await dispatchDelivery(
    {
      delivery: box.delivery,
      hook: {...box.open, url: catcher.url},
      clientFor: client(resolver(), `127.0.0.1:${catcher.port}`),
    },
    {
      hooks: box.desk,
      time: systemClock,
      settings: box.settings,
      release: box.release,
    },
    new AbortController().signal,
  )
  assert.equal([outcome?.statusCode, outcome?.error], [200, null])
})

it.run()
