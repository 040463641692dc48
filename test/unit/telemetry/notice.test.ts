import {spawnSync} from 'node:child_process'
import {writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {Webhook} from 'standardwebhooks'
import * as assert from 'uvu/assert'
import {addressPolicy, PUBLIC_ONLY} from '#net/address-policy'
import {noticeAddress, noticeHeaders, noticeOf} from '#telemetry/notice'
import type {RunSummary} from '#telemetry/run-summary'
import {spec} from '../../support/spec.ts'
import {tempDir} from '../../support/temp-dir.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('notices')
const PLAIN = 'not-a-real-secret'
const STANDARD = `whsec_${Buffer.from('obviously fake, 24 bytes').toString('base64')}`
const AT = '2026-11-21T07:42:33.417Z'
const SUMMARY: RunSummary = {
  runId: '20261121T074233417Z-abc234' as RunSummary['runId'],
  kind: 'job',
  command: 'run',
  job: 'nightly',
  manifest: undefined,
}
const EXIT = {code: 3, name: 'unavailable'} as const

it('a notice of a run that its disk ended says so by having no verdict', () => {
  const {id, body} = noticeOf(SUMMARY, EXIT, AT)
  assert.is(id, `run.ended.${SUMMARY.runId}`)
  const told = JSON.parse(body)
  assert.equal([told.type, told.timestamp], ['run.ended', AT])
  assert.equal([told.data.verdict, told.data.exit, told.data.job], [null, EXIT, 'nightly'])
})

it('seconds are told as they were measured, to the microsecond', () => {
  const manifest = {duration_ms: 1.005} as RunSummary['manifest']
  assert.match(noticeOf({...SUMMARY, manifest}, EXIT, AT).body, '"duration_seconds":0.001005,')
})

it('the library of Standard Webhooks takes it, with a secret of theirs and with any other, and no other body', () => {
  const notice = noticeOf(SUMMARY, EXIT, AT)
  const atSeconds = Math.floor(Date.now() / 1000)
  const receivers = [
    [STANDARD, new Webhook(STANDARD)],
    [PLAIN, new Webhook(PLAIN, {format: 'raw'})],
  ] as const
  for (const [secret, receiver] of receivers) {
    const headers = noticeHeaders(notice, secret, atSeconds)
    assert.equal(receiver.verify(notice.body, headers), JSON.parse(notice.body))
    assert.throws(() => receiver.verify(notice.body.replace('nightly', 'weekly'), headers))
    assert.throws(() => receiver.verify(notice.body, {...headers, 'webhook-id': 'another'}))
  }
})

it('openssl computes the same signature of the body as the header has', () => {
  using dir = tempDir()
  const notice = noticeOf(SUMMARY, EXIT, AT)
  const file = join(dir.path, 'body.json')
  writeFileSync(file, notice.body)
  const {stdout} = spawnSync('openssl', ['dgst', '-sha256', '-hmac', PLAIN, '-r', file], {encoding: 'utf8'})
  assert.is(noticeHeaders(notice, PLAIN, 0)['x-assay-signature-256'], `sha256=${stdout.split(' ')[0]}`)
})

it('addresses and secrets that cannot be used are refused before anything runs', async () => {
  const secret = {name: 'HOOK', value: PLAIN}
  const open = addressPolicy(true, [])
  for (const url of [
    'nonsense',
    'ftp://a.example/',
    'https://me:pw@a.example/',
    'https://a.example/#x',
    `https://a.example/${'x'.repeat(2100)}`,
  ])
    await throwsCode(() => noticeAddress(url, secret, open), 'config_invalid')
  for (const value of [undefined, '', 'short', 'x'.repeat(257), 'whsec_not base64']) {
    const error = await throwsCode(
      () => noticeAddress('https://a.example/', {name: 'HOOK', value}, open),
      'config_invalid',
    )
    assert.match(error.message, 'HOOK')
    assert.not.match(error.message, 'not base64')
  }
  for (const url of [
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://[::1]/',
    'http://169.254.169.254/',
    'http://10.1.2.3/',
  ])
    await throwsCode(() => noticeAddress(url, secret, PUBLIC_ONLY), 'address_refused')
  await throwsCode(() => noticeAddress('http://8.8.8.8/hook', secret, PUBLIC_ONLY), 'cleartext_credentials')
  assert.is(noticeAddress('http://127.0.0.1:9/x', secret, open).url.port, '9')
})
it.run()
