import * as assert from 'uvu/assert'
import type {NodeCheckRecord} from '#contract/generated/types'
import {judgeChecks} from '#host/judge/check-verdict'
import {checkReport} from '#host/report/check-report'
import {checkRecord} from '../../support/fakes/check-record.ts'
import {spec} from '../../support/spec.ts'

const it = spec('checks behind a certificate that is not trusted')
const UNASKED = 'the certificate is not one that this machine trusts for the host (CERT_HAS_EXPIRED)'

const record = (id: string, status: NodeCheckRecord['status'], reason: string | null) =>
  checkRecord(id, status, {reason, severity: id === 'auth.negative' ? 'critical' : 'normal'})

const CERT = record('tls.cert', 'fail', 'the certificate is not trusted (CERT_HAS_EXPIRED)')
const FOLLOW = ['health.live', 'ver.running', 'auth.negative'].map((id) => record(id, 'error', UNASKED))

function told(records: readonly NodeCheckRecord[], isAnswering: boolean) {
  const verdict = judgeChecks({records, isAnswering})
  const head = {target: 'site', mode: 'quick', to: undefined, controls: 1, windows: undefined}
  return {verdict, report: checkReport({...head, verdict, records})}
}

it('the certificate is told first and alone, and what could not be asked is not counted as failed', () => {
  const {verdict, report} = told([...FOLLOW, CERT], false)
  assert.equal([verdict.state, verdict.rules.map(({id}) => id)], ['unavailable', ['target.answers']])
  assert.match(report.remarks[0] ?? '', /^3 checks could not be asked, for the certificate is not trusted/)
  assert.equal(
    report.cases.map(({name, status, because}) => [name, status, because]),
    [['tls.cert', 'failed', undefined], ...FOLLOW.map(({id}) => [id, 'error', 'tls.cert'])],
  )
  const facts = report.facts.map(({label}) => label)
  assert.equal(facts, ['Target', 'Mode', 'Checks', 'tls.cert'])
  assert.is(report.facts.find(({label}) => label === 'Checks')?.value, '1 fail, 3 error')
})

it('what failed beside it is told beside it, and the rules that decide stay as they are', () => {
  const full = record('res.disk', 'fail', 'n2: 1 % free')
  const {verdict, report} = told([...FOLLOW, full, CERT], true)
  assert.equal([verdict.state, verdict.rules.filter(({state}) => state === 'fail').length], ['fail', 5])
  assert.match(report.remarks[0] ?? '', /; 1 check failed beside it$/)
  assert.equal(
    report.cases.filter(({status}) => status === 'failed').map(({name}) => name),
    ['tls.cert', 'res.disk'],
  )
})

it('a certificate that ends soon is the cause of nothing, and without its check the others speak for themselves', () => {
  const soon = record('tls.cert', 'fail', 'the certificate ends in 5 days')
  const other = record('health.live', 'fail', 'answered 500')
  for (const records of [[other, soon], FOLLOW]) {
    const {report} = told(records, true)
    assert.is(report.cases.filter(({status}) => status === 'failed' || status === 'error').length, records.length)
    assert.is(report.cases.filter(({because}) => because !== undefined).length, 0)
    assert.not.ok(report.remarks.some((text) => text.includes('could not be asked')))
  }
})

it.run()
