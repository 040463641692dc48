import * as assert from 'uvu/assert'
import {CHECK_IDS} from '#host/check/checks'
import {remedyOf} from '#host/report/remedies'
import {spec} from '../../support/spec.ts'

const it = spec('remedies')

const RESET = 'the connection failed (ECONNRESET)'

const SKIPS = [
  'not_validator',
  'metrics_unavailable',
  'no_credentials',
  'capability_absent',
  'disabled_by_profile',
  'receiver_unreachable',
  'no_baseline',
  'not_https',
  'first_look',
]

it('whatever a check comes to but a pass, somebody is told what to do', () => {
  for (const id of CHECK_IDS) {
    assert.is(remedyOf({id, status: 'pass', reason: null}), undefined)
    for (const status of ['fail', 'warn', 'inconclusive', 'error'] as const)
      assert.match(remedyOf({id, status, reason: 'why'}) ?? '', /\.$/, `${id} ${status}`)
    for (const reason of SKIPS) assert.match(remedyOf({id, status: 'skip', reason}) ?? '', /\.$/, `${id} ${reason}`)
  }
})

it('where nobody answers, nobody is sent to look for intruders', () => {
  for (const id of ['auth.negative', 'ver.skew', 'health.ready'])
    for (const reason of ['the connection failed (ECONNREFUSED)', 'n1: the connection failed (EHOSTUNREACH)'])
      assert.match(remedyOf({id, status: 'fail', reason}) ?? '', /^Start the node, or correct its address/)
  assert.match(remedyOf({id: 'res.disk', status: 'error', reason: RESET}) ?? '', 'somebody listens there')
  assert.match(
    remedyOf({id: 'auth.negative', status: 'fail', reason: 'a revoked token gives 200'}) ?? '',
    'Take the service',
  )
})

it('what to do follows from the reason, whatever the check is about', () => {
  const topics =
    /Make room|nothing else may write|lag behind|nobody listens|Ask the node for \/health\/ready: the part|with its chain/
  const wanted: Readonly<Record<string, RegExp>> = {
    'the host did not answer within 10 s': /^Look at the load of the node/,
    [RESET]: /somebody listens there and ended the connection/,
    'the other side closed the connection without an answer (UND_ERR_SOCKET)': /somebody listens there and ended/,
    'the connection broke within the reply (ECONNRESET)': /the answer began and did not end/,
    'the reply was cut off': /the answer began and did not end/,
    'the host name leads to no address': /^Correct the host of the address/,
    'what answers does not speak TLS (ERR_SSL_WRONG_VERSION_NUMBER)': /^Write http:/,
    'no TLS connection came about (ERR_SSL_WRONG_VERSION_NUMBER)': /^Write http:/,
    'what answers does not speak HTTP (HPE_INVALID_CONSTANT)': /^Write https:/,
    'answered 302, a redirect to https://sso.example.org': /^Let what stands before the service/,
    '/api/node/status answered 500: no luck': /^Ask the node for \/api\/node\/status by hand/,
  }
  for (const [reason, remedy] of Object.entries(wanted))
    for (const id of ['res.disk', 'mig.complete', 'ver.skew', 'health.live', 'tls.cert'])
      for (const [status, told] of [
        ['fail', reason],
        ['error', `n1, n2: ${reason}`],
      ] as const) {
        const said = remedyOf({id, status, reason: told}) ?? ''
        assert.match(said, remedy, `${id} ${reason}`)
        assert.not.match(said, topics, `${id} ${reason}`)
      }
  assert.match(
    remedyOf({id: 'res.disk', status: 'fail', reason: 'less than 10 % of the disk is free'}) ?? '',
    'Make room',
  )
})

it('where a proxy answers for the service, nobody is sent to look for intruders', () => {
  const reason = 'none: answered 502 twice, not 401'
  assert.match(remedyOf({id: 'auth.negative', status: 'fail', reason}) ?? '', /^Look whether the service runs/)
})

it.run()
