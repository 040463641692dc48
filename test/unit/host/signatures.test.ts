import {execFileSync} from 'node:child_process'
import {writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {sign, verify, verifyWithFallback} from '@octokit/webhooks-methods'
import fc from 'fast-check'
import {Webhook} from 'standardwebhooks'
import * as assert from 'uvu/assert'
import {bodySignature, parseSignature, signerOf} from '#host/receiver/body-signature'
import type {HookSecret} from '#host/receiver/hook-secret'
import {isStale, standardHead, standardSignerOf} from '#host/receiver/standard-signature'
import {spec} from '../../support/spec.ts'
import {tempDir} from '../../support/temp-dir.ts'

const it = spec('signatures of webhooks')

const secret = (text: string, name = 'S'): HookSecret => ({name, bytes: Buffer.from(text)})
const header = (key: Uint8Array, body: Uint8Array) => `sha256=${Buffer.from(bodySignature(key, body)).toString('hex')}`
const bodies = fc.uint8Array({maxLength: 300})
const secrets = fc.string({unit: 'binary', minLength: 1, maxLength: 80})

it("the example of GitHub's documentation is reproduced", () => {
  const expected = 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17'
  assert.is(header(Buffer.from("It's a Secret to Everybody"), Buffer.from('Hello, World!')), expected)
})

it('openssl makes the same signature, over bytes that are no text too', () => {
  using dir = tempDir()
  const body = Buffer.from(Array.from({length: 256}, (_, byte) => byte))
  const file = join(dir.path, 'body')
  writeFileSync(file, body)
  for (const key of ['12345678', 'p@ss w\u00f6rt \u{1f511}', `whsec_${'A'.repeat(64)}`]) {
    const hexKey = Buffer.from(key).toString('hex')
    const mac = ['dgst', '-sha256', '-mac', 'HMAC', '-macopt', `hexkey:${hexKey}`, '-r', file]
    const [digits = ''] = execFileSync('openssl', mac, {encoding: 'utf8'}).split(' ')
    assert.is(signerOf(parseSignature(`sha256=${digits}`) ?? body, body, [secret(key)])?.name, 'S', key)
  }
})

it("what Octokit's package signs is verified here, and what is signed here it verifies", async () => {
  const property = fc.asyncProperty(secrets, fc.string({unit: 'binary', minLength: 1}), async (key, text) => {
    const body = Buffer.from(text)
    const theirs = parseSignature(await sign(key, text))
    assert.is(theirs && signerOf(theirs, body, [secret(key)])?.name, 'S')
    assert.ok(await verify(key, text, header(Buffer.from(key), body)))
  })
  await fc.assert(property, {numRuns: 60})
})

it('during a rotation either secret holds, as it does for Octokit', async () => {
  const both = [secret('the-new-secret', 'NEW'), secret('the-old-secret', 'OLD')]
  const body = Buffer.from('{}')
  for (const {name, bytes} of both) {
    const text = await sign(Buffer.from(bytes).toString(), '{}')
    assert.is(signerOf(parseSignature(text) ?? body, body, both)?.name, name)
    assert.ok(await verifyWithFallback('the-new-secret', '{}', text, ['the-old-secret']))
  }
  assert.is(signerOf(bodySignature(Buffer.from('a third one'), body), body, both), undefined)
})

it('the published vector of Standard Webhooks holds', () => {
  const head = standardHead(
    'msg_p5jXN8AQM9LWM0D4loKWxJek',
    '1614265330',
    'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  )
  const body = Buffer.from('{"test": 2432232314}')
  const key = secret(`whsec_${'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'}`)
  assert.is(head && standardSignerOf(head, body, [key])?.name, 'S')
  assert.is(head && standardSignerOf(head, Buffer.from('{"test": 2432232315}'), [key]), undefined)
})

it('what the package of Standard Webhooks signs holds, among signatures of other keys and versions as well', () => {
  fc.assert(
    fc.property(fc.uint8Array({minLength: 24, maxLength: 64}), fc.string({unit: 'binary'}), (key, text) => {
      const encoded = Buffer.from(key).toString('base64')
      const at = new Date(1_700_000_000_000)
      const theirs = new Webhook(`whsec_${encoded}`).sign('msg_1', at, text)
      const others = `v1a,x ${new Webhook('QUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFB').sign('msg_1', at, text)}`
      const head = standardHead('msg_1', '1700000000', `${others} ${theirs}`)
      assert.is(head && standardSignerOf(head, Buffer.from(text), [secret(`whsec_${encoded}`)])?.name, 'S')
      assert.is(head && standardSignerOf(head, Buffer.from(`${text} `), [secret(`whsec_${encoded}`)]), undefined)
    }),
    {numRuns: 50},
  )
})

it('a timestamp more than five minutes away is stale', () => {
  const head = {id: 'm', timestamp: '1700000000', signatures: []}
  assert.equal(
    [-301, -300, 0, 300, 301].map((seconds) => isStale(head, (1_700_000_000 + seconds) * 1000)),
    [true, false, false, false, true],
  )
})

it('only sha256= and 64 lower-case hex digits are a signature, and nothing throws', () => {
  const digits = 'a'.repeat(64)
  assert.is(parseSignature(`sha256=${digits}`)?.length, 32)
  const wrong = ['', digits, `sha256=${'a'.repeat(63)}`, `sha256=${'a'.repeat(65)}`, `sha256=${'A'.repeat(64)}`]
  for (const text of [
    ...wrong,
    `SHA256=${digits}`,
    ` sha256=${digits}`,
    `sha256=${digits}\n`,
    `sha1=${'a'.repeat(40)}`,
  ])
    assert.is(parseSignature(text), undefined, JSON.stringify(text))
  fc.assert(fc.property(fc.string({unit: 'binary'}), (text) => void parseSignature(text)))
})

it('one flipped bit of body, key or signature does not hold', () => {
  fc.assert(
    fc.property(bodies, fc.uint8Array({minLength: 8, maxLength: 64}), fc.nat(), (body, key, at) => {
      const signature = bodySignature(key, body)
      const known = [{name: 'S', bytes: key}]
      assert.is(signerOf(signature, body, known)?.name, 'S')
      assert.is(signerOf(flipped(signature, at), body, known), undefined)
      if (body.length > 0) assert.is(signerOf(signature, flipped(body, at), known), undefined)
      assert.is(signerOf(signature, body, [{name: 'S', bytes: flipped(key, at)}]), undefined)
    }),
  )
})

it.run()

function flipped(bytes: Uint8Array, at: number): Uint8Array {
  const copy = Uint8Array.from(bytes)
  const bit = at % (8 * copy.length)
  copy[bit >> 3] = (copy[bit >> 3] ?? 0) ^ (1 << (bit & 7))
  return copy
}
