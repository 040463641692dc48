import * as assert from 'uvu/assert'
import {CHECK_IDS} from '#host/check/checks'
import {remedyOf} from '#host/report/remedies'
import {spec} from '../../support/spec.ts'

const it = spec('remedies')

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
  assert.match(
    remedyOf({id: 'auth.negative', status: 'fail', reason: 'a revoked token gives 200'}) ?? '',
    'Take the service',
  )
})

it('where a proxy answers for the service, nobody is sent to look for intruders', () => {
  const reason = 'none: answered 502 twice, not 401'
  assert.match(remedyOf({id: 'auth.negative', status: 'fail', reason}) ?? '', /^Look whether the service runs/)
})

it.run()
