import * as assert from 'uvu/assert'
import {compareDrills} from '#compare/drill-comparison'
import type {DrillRecord} from '#contract/generated/types'
import {spec} from '../../support/spec.ts'

const it = spec('drills held against drills')
type Verdict = DrillRecord['verdict']

const time = (seconds: number | null, objective: number) => ({
  seconds,
  objective,
  met: seconds === null ? null : seconds <= objective,
  resolution_s: 0.1,
})
const record = (verdict: Verdict, detectS: number | null, recoverS: number | null, over: object = {}) =>
  ({
    id: 'one',
    number: 'P90',
    version: 1,
    environment: 'embedded',
    clock_scale: 1,
    sham: false,
    verdict,
    reasons: [],
    timeline: [],
    detail: null,
    detect: time(detectS, 5),
    recover: time(recoverS, 60),
    ...over,
  }) as unknown as DrillRecord
const side = (records: readonly DrillRecord[], hostClass = 'ci') => ({hostClass, records})
const statuses = (before: DrillRecord, now: DrillRecord, host?: string, isAnyMachine = false) =>
  compareDrills(side([before]), side([now], host), isAnyMachine).rows.map(({status}) => status)

it('verdicts and objectives decide, and a longer time within its objective is no loss', () => {
  const good = record('pass', 1, 10)
  assert.equal(statuses(good, record('pass', 4.9, 59)), ['equivalent', 'equivalent', 'equivalent'])
  assert.equal(statuses(good, record('fail', 6, 59)), ['regressed', 'regressed', 'equivalent'])
  assert.equal(statuses(record('fail', 6, null), good), ['improved', 'improved', 'improved'])
  assert.equal(statuses(good, record('fail', null, null)), ['regressed', 'inconclusive', 'inconclusive'])
  assert.equal(statuses(record('fail', 6, 70), record('fail', 7, 80)), ['equivalent', 'equivalent', 'equivalent'])
})

it('a sham that notices what is not there is a loss, and one that notices nothing is none', () => {
  const silent = record('fail', null, null, {sham: true, reasons: ['not_detected']})
  const seen = {sham: true, timeline: [{at_ms: 0, phase: 'detect', what: 'down', ok: true}]}
  assert.equal(statuses(silent, silent), ['equivalent'])
  assert.equal(statuses(silent, record('pass', 0, null, seen)), ['regressed'])
  assert.equal(statuses(silent, record('fail', null, null, {...seen, reasons: ['not_detected']})), ['regressed'])
})

it('what came to no verdict is open, and what was skipped or not held cannot be compared', () => {
  const good = record('pass', 1, 10)
  for (const verdict of ['unavailable', 'inconclusive', 'interrupted'] as const)
    assert.equal(statuses(good, record(verdict, null, null)), ['inconclusive', 'inconclusive', 'inconclusive'], verdict)
  assert.is(statuses(record('inconclusive', null, null), record('fail', 6, 70))[0], 'regressed')
  assert.equal(statuses(good, record('skipped', null, null)), ['incomparable'])
  const {rows, caveats} = compareDrills(side([good]), side([record('pass', 1, 10, {id: 'two'})]), false)
  assert.ok(rows.every(({status}) => status === 'incomparable'))
  assert.equal(caveats, ['drills that only the base held: one'])
})

it('another version, environment or clock is another drill, and times of another class of machine are none of these', () => {
  const good = record('pass', 1, 10)
  for (const over of [{version: 2}, {environment: 'staging'}, {clock_scale: 12}])
    assert.equal(statuses(good, record('pass', 1, 10, over)), ['incomparable', 'incomparable', 'incomparable'])
  assert.equal(statuses(good, good, 'workstation'), ['equivalent', 'incomparable', 'incomparable'])
  assert.equal(statuses(good, good, 'workstation', true), ['equivalent', 'equivalent', 'equivalent'])
})

it('drills that failed on one side only are named', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((id) => (verdict: Verdict) => record(verdict, 1, 1, {id}))
  if (!a || !b || !c) throw new Error('three are made')
  const before = side([a('pass'), b('fail'), c('restored')])
  const now = side([a('unsafe-state'), b('pass'), c('fail')])
  assert.equal(compareDrills(before, now, false).failures, {came: ['a'], went: ['b'], both: 1})
})

it.run()
