import * as assert from 'uvu/assert'
import type {NodeCheckRecord} from '#contract/generated/types'
import {foldRounds} from '#host/judge/fold-rounds'
import {remedyOf} from '#host/report/remedies'
import {checkRecord} from '../../support/fakes/check-record.ts'
import {spec} from '../../support/spec.ts'

const it = spec('many looks as one')

const at = (second: number) => `2026-01-01T00:00:0${second}.000Z`

function fold(id: string, ...told: readonly (readonly [status: NodeCheckRecord['status'], reason: string | null])[]) {
  const looks = told.map(([status, reason], second) =>
    checkRecord(id, status, {reason, started_at: at(second), observed: {look: second}}),
  )
  const record = foldRounds(looks)
  assert.ok(record)
  return record
}

const GONE = 'the connection failed (ECONNREFUSED)'
const OTHER = 'the certificate is not trusted (ERR_TLS_CERT_ALTNAME_INVALID)'

it('one reason is counted and told since when', () => {
  const {reason, status} = fold('health.ready', ['pass', null], ['fail', 'answered 503'], ['fail', 'answered 503'])
  assert.equal([status, reason], ['fail', `2 of 3 looks, first at ${at(1)}: answered 503`])
})

it('several reasons are counted apart, and the last one speaks, with what it saw and what to do', () => {
  const record = fold('tls.cert', ['pass', null], ['fail', GONE], ['fail', OTHER], ['fail', OTHER])
  const apart = `${OTHER} (2, first at ${at(2)}); ${GONE} (1, first at ${at(1)})`
  assert.equal([record.reason, record.observed], [`3 of 4 looks, first at ${at(1)}: ${apart}`, {look: 3}])
  assert.match(remedyOf(record) ?? '', /^Renew or install the certificate/)
  const health = fold('health.live', ['fail', GONE], ['fail', 'answered 500'])
  assert.match(remedyOf(health) ?? '', /^Ask the node for \/health\/ready/)
  assert.match(remedyOf(fold('health.live', ['fail', 'answered 500'], ['fail', GONE])) ?? '', /^Start the node/)
})

it('many reasons end in a number', () => {
  const record = fold('cons.agree', ...[1, 2, 3, 4, 5].map((blocks) => ['fail', `${blocks} blocks apart`] as const))
  assert.match(record.reason ?? '', /^5 of 5 looks, .*: 5 blocks apart \(1, .*3 blocks apart .*; other reasons \(2\)$/)
})

it.run()
