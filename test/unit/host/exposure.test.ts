import * as assert from 'uvu/assert'
import {NODE_CHECKS} from '#host/check/checks'
import {askInMemory} from '#host/control/run-controls'
import {STUB_TARGET, STUB_TOKEN, type StubAnswer, stubAnswer} from '#host/control/stub-host'
import {fakeClock} from '../../support/fakes/fake-clock.ts'
import {spec} from '../../support/spec.ts'

const it = spec('secrets in answers of a host')

/** What `sec.exposure` says of an honest host whose answers have further headers. */
async function exposure(headersFor: (authorization: string | undefined) => StubAnswer['headers'], over = {}) {
  const check = NODE_CHECKS.find(({id}) => id === 'sec.exposure')
  assert.ok(check)
  const {signal} = new AbortController()
  const time = fakeClock(0)
  return await time.through(
    askInMemory(
      check,
      {
        fault: 'none',
        answer: (request, asked) => {
          const answer = {...stubAnswer('none', request, asked), ...over}
          return {...answer, headers: {...answer.headers, ...headersFor(request.authorization)}}
        },
      },
      {time, signal, pauseMs: 500},
    ),
  )
}

it('a token in a header is seen, and the header is named', async () => {
  const echoed = await exposure((authorization) => ({'x-debug': `was ${authorization}`}))
  assert.is(echoed.status, 'fail')
  assert.match(echoed.reason ?? '', 'x-debug')
  assert.not.ok(JSON.stringify(echoed).includes(STUB_TOKEN))
})

it('an answer that refuses is looked at as well', async () => {
  const echoed = await exposure((authorization) => ({'x-debug': authorization ?? ''}), {status: 403, body: '{}'})
  assert.is(echoed.status, 'fail')
})

it('a token is seen in the form in which Basic sends it', async () => {
  const {username = ''} = STUB_TARGET.auth
  const packed = Buffer.from(`${username}:${STUB_TOKEN}`).toString('base64')
  const echoed = await exposure(() => ({'x-upstream-authorization': packed}))
  assert.is(echoed.status, 'fail')
})

it('headers that speak of tokens and hold none are nobody’s fault', async () => {
  const honest = await exposure(() => ({
    'www-authenticate': 'Bearer realm="token", error="invalid_token"',
    'x-oauth-scopes': 'repo, user',
    'x-token-id': '17',
    'set-cookie': `session=${'ab'.repeat(20)}; HttpOnly`,
    etag: `"${'cd'.repeat(32)}"`,
  }))
  assert.is(honest.status, 'pass', honest.reason)
})
it.run()
