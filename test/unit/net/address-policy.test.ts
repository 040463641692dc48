import {BlockList} from 'node:net'
import fc from 'fast-check'
import * as assert from 'uvu/assert'
import {addressPolicy, dialRefusal, literalRefusal, PUBLIC_ONLY, readAddressPolicy} from '#net/address-policy'
import {addressKind, isIn, parseIp, parseNetwork} from '#net/ip'
import {spec} from '../../support/spec.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('address policy')
const kindOf = (address: string) => addressKind(parseIp(address) ?? new Uint8Array())

it('knows what lies behind an address, whatever its clothes', () => {
  const table: [string, string][] = [
    ...['8.8.8.8', '1.1.1.1', '2606:4700::1111', '64:ff9b::808:808', '2002:808:808::1'].map((one): [string, string] => [
      one,
      'public',
    ]),
    ...['10.1.2.3', '172.31.0.1', '192.168.0.1', '100.64.0.1', 'fd12::1', '::ffff:10.0.0.1', '64:ff9b::a00:1'].map(
      (one): [string, string] => [one, 'private'],
    ),
    ...['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1', '::ffff:7f00:1', '2002:7f00:1::', '64:ff9b::7f00:1'].map(
      (one): [string, string] => [one, 'loopback'],
    ),
    ...['169.254.169.254', '::ffff:169.254.169.254', '64:ff9b::a9fe:a9fe', '2002:a9fe:a9fe::1', 'fe80::1%eth0'].map(
      (one): [string, string] => [one, 'forbidden'],
    ),
    ...[
      '0.0.0.0',
      '255.255.255.255',
      '224.0.0.1',
      '240.0.0.1',
      '::',
      'ff02::1',
      'fec0::1',
      '::7f00:1',
      '::127.0.0.1',
      '::8.8.8.8',
    ].map((one): [string, string] => [one, 'forbidden']),
    ...['fd00:ec2::254', '100.100.100.200', '192.0.0.192', '168.63.129.16', '2001:db8::1', '2001::1', '100::1'].map(
      (one): [string, string] => [one, 'forbidden'],
    ),
  ]
  for (const [address, kind] of table) assert.is(kindOf(address), kind, address)
})

it('reads only what is an address in its plain form', () => {
  for (const text of [
    '',
    '1.2.3',
    '1.2.3.4.5',
    '256.1.1.1',
    '0x7f.0.0.1',
    '01.2.3.4',
    '2130706433',
    'a.b.c.d',
    '1.2.3.4 ',
  ])
    assert.is(parseIp(text), undefined, text)
  for (const text of [
    '1::2::3',
    '1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7:8:9',
    '12345::',
    'g::',
    ':::',
    '::1.2.3',
    '1:2:3:4:5:6:7::8',
    '1.2.3.4::',
    '1.2.3.4::1',
    '::1.2.3.4:1',
    '::ffff:012.0.0.1',
  ])
    assert.is(parseIp(text), undefined, text)
  assert.equal([...(parseIp('[1::2]') ?? [])].filter(Boolean), [1, 2])
  for (const text of ['10.0.0.0/33', '::/129', '10.0.0.0/', '10.0.0.0/8/8', '10.0.0.0/-1', 'x/8'])
    assert.is(parseNetwork(text), undefined, text)
})

it('agrees with the block list of Node about every network and address', () => {
  const v4 = fc.ipV4()
  const v6 = fc.ipV6()
  const check = (family: 'ipv4' | 'ipv6') => (network: string, bits: number, address: string) => {
    const list = new BlockList()
    list.addSubnet(network, bits, family)
    const parsed = parseNetwork(`${network}/${bits}`)
    const bytes = parseIp(address)
    assert.ok(parsed && bytes, `${network}/${bits} ${address}`)
    assert.is(isIn(bytes, parsed), list.check(address, family))
  }
  fc.assert(fc.property(v4, fc.integer({min: 0, max: 32}), v4, check('ipv4')))
  fc.assert(fc.property(v6, fc.integer({min: 0, max: 128}), v6, check('ipv6')))
})

it('public addresses pass, loopback and private ones only where they are allowed, others never', async () => {
  const open = addressPolicy(true, ['10.0.0.0/8', 'robot.local', '192.168.7.7', '169.254.0.0/16'])
  const table: [string, string, boolean, boolean][] = [
    ['example.com', '93.184.216.34', true, true],
    ['localhost', '127.0.0.1', false, true],
    ['cluster', '10.1.1.1', false, true],
    ['robot.local', '192.168.1.1', false, true],
    ['Robot.Local.', '192.168.1.1', false, true],
    ['other.local', '192.168.1.1', false, false],
    ['x', '192.168.7.7', false, true],
    ['robot.local', '169.254.169.254', false, false],
    ['x', 'no address', false, false],
  ]
  for (const [host, address, closedOk, openOk] of table) {
    assert.is(
      dialRefusal(PUBLIC_ONLY, {host, address})?.code,
      closedOk ? undefined : 'address_refused',
      `${host} closed`,
    )
    assert.is(
      dialRefusal(open, {host, address})?.code,
      openOk ? undefined : 'address_refused',
      `${host} ${address} open`,
    )
  }
})

it('credentials go in plain text to loopback and listed hosts only', () => {
  const open = addressPolicy(true, ['robot.example', '10.0.0.0/8'])
  const code = (host: string, address: string) => dialRefusal(open, {host, address, isBare: true})?.code
  assert.is(code('example.com', '93.184.216.34'), 'cleartext_credentials')
  assert.is(code('robot.example', '93.184.216.34'), undefined)
  assert.is(code('x', '10.0.0.1'), undefined)
  assert.is(code('localhost', '127.0.0.1'), undefined)
})

it('an address written as a host is looked at before any resolver could be', () => {
  for (const url of [
    'http://2130706433',
    'http://0x7f.1',
    'http://127.1',
    'http://[::ffff:127.0.0.1]',
    'http://169.254.169.254',
  ]) {
    const {hostname} = new URL(url)
    assert.is(literalRefusal(PUBLIC_ONLY, hostname)?.code, 'address_refused', url)
  }
  assert.is(literalRefusal(PUBLIC_ONLY, 'example.com'), undefined)
})

it('reads the policy from variables and refuses what it cannot understand', async () => {
  const policy = readAddressPolicy({ASSAY_ALLOW_LOOPBACK: '1', ASSAY_ALLOW_HOSTS: ' Robot.local, 10.0.0.0/8 ,'})
  assert.equal([policy.allowLoopback, policy.hosts, policy.networks.length], [true, ['robot.local'], 1])
  assert.equal(readAddressPolicy({}), PUBLIC_ONLY)
  await throwsCode(() => readAddressPolicy({ASSAY_ALLOW_LOOPBACK: 'yes please'}), 'config_invalid')
  for (const hosts of ['http://x', 'a b', '10.0.0.0/99', 'u@h'])
    await throwsCode(() => readAddressPolicy({ASSAY_ALLOW_HOSTS: hosts}), 'config_invalid')
})
it.run()
