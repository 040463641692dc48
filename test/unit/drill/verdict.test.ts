import * as assert from 'uvu/assert'
import type {DrillMoment, DrillReason} from '#contract/generated/types'
import {drillVerdict} from '#drill/model/drill-verdict'
import {setVerdict} from '#drill/model/set-verdict'
import {pendingUndo} from '#drill/model/undo'
import {shardOf} from '#drill/read/drill-shard'
import {spec} from '../../support/spec.ts'

const it = spec('verdicts of drills')
const GOOD = {isUnprepared: false, isInterrupted: false, isAborted: false, isUndone: true, reasons: [], doubts: []}
const one = (
  id: string,
  verdict: 'pass' | 'fail' | 'restored' | 'unsafe-state' | 'unavailable',
  reasons: DrillReason[] = [],
  sham = false,
) => ({
  id,
  verdict,
  reasons,
  detail: null as string | null,
  sham,
  timeline: [] as DrillMoment[],
})
const SEEN: DrillMoment[] = [{at_ms: 0, phase: 'detect', what: 'down', ok: true}]

it('what was not put back is worse than all else, and a failure is one though something was not known', () => {
  assert.is(drillVerdict(GOOD), 'pass')
  assert.is(drillVerdict({...GOOD, isUndone: false, isInterrupted: true, reasons: ['not_detected']}), 'unsafe-state')
  assert.is(drillVerdict({...GOOD, reasons: ['not_detected'], doubts: ['x']}), 'fail')
  assert.is(drillVerdict({...GOOD, doubts: ['x']}), 'inconclusive')
  assert.is(drillVerdict({...GOOD, isAborted: true}), 'restored')
  assert.is(drillVerdict({...GOOD, isUnprepared: true}), 'unavailable')
})

it('a set ends as the worst of its drills does', () => {
  const exits = (...records: ReturnType<typeof one>[]) => setVerdict(records, records.length, false).exit.code
  assert.is(exits(one('a', 'pass'), one('b', 'pass')), 0)
  assert.is(exits(one('a', 'pass'), one('b', 'fail', ['not_recovered'])), 1)
  assert.is(exits(one('a', 'pass'), one('b', 'restored')), 5)
  assert.is(exits(one('a', 'restored'), one('b', 'unsafe-state')), 6)
  assert.is(exits(), 4)
})

it('a set in which something could not be started still names what failed', () => {
  const {exit} = setVerdict([one('a', 'fail', ['not_detected']), one('b', 'unavailable')], 2, false)
  assert.is(exit.code, 3)
  assert.is(exit.reason, '1 of 2 rules got no answers: b; 1 failed: a (not_detected)')
  const many = Array.from({length: 9}, (_, at) => ({
    ...one(`${at}`, 'fail', ['not_detected']),
    detail: 'x'.repeat(400),
  }))
  const long = {...one('away', 'unavailable'), detail: 'y'.repeat(400)}
  const {reason} = setVerdict([...many, long], 10, false).exit
  assert.ok(reason.length <= 500)
  assert.match(reason, /away.*; 9 failed: 0 /)
})

it('a sham is good where nothing was noticed, and a drill that noticed something fails it', () => {
  const told = (record: ReturnType<typeof one>) => {
    const {exit, counts, rules} = setVerdict([record], 1, false)
    return [exit.code, counts.passed, counts.failed, rules[0]?.state, rules[0]?.reason]
  }
  const nothing: DrillReason[] = ['not_detected']
  assert.equal(told(one('a', 'fail', nothing, true)), [0, 1, 0, 'pass', 'not_detected'])
  assert.equal(told({...one('a', 'pass', [], true), timeline: SEEN}).slice(0, 4), [1, 0, 1, 'fail'])
  assert.equal(told(one('a', 'fail', ['wrong_signal'], true)).slice(0, 4), [1, 0, 1, 'fail'])
  assert.equal(told({...one('a', 'fail', nothing, true), detail: 'down gave no answer'}).slice(0, 4), [
    4,
    0,
    0,
    'inconclusive',
  ])
  const partly = 'nothing was broken, and it noticed down and came to not_detected, fail'
  assert.equal(told({...one('a', 'fail', nothing, true), timeline: SEEN}), [1, 0, 1, 'fail', partly])
})

it('what is open is what was armed and not done; a failed attempt leaves it open', () => {
  const at = {at: '', mono_ms: 0, prev: '' as never}
  const armed = (seq: number) => ({
    ...at,
    seq,
    type: 'undo.armed' as const,
    data: {
      drill: 'd',
      action: 'env.unset',
      args: {},
      inverse: {action: 'env.restore', args: {}},
      identity: {site: 's'},
    },
  })
  const done = (seq: number, armed_seq: number, result: string) => ({
    ...at,
    seq,
    type: 'undo.done' as const,
    data: {armed_seq, result},
  })
  const open = pendingUndo([armed(1), armed(2), armed(3), done(4, 2, 'done'), done(5, 3, 'failed')] as never)
  assert.equal(
    open.map(({seq}) => seq),
    [3, 1],
  )
})

it('parts of a set hold each drill once, and what names no part is refused', () => {
  const all = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
  assert.equal(
    ['1/3', '2/3', '3/3'].map((part) => shardOf(all, part).join('')),
    ['adg', 'be', 'cf'],
  )
  assert.equal(shardOf(all, undefined), all)
  for (const bad of ['0/3', '4/3', '1', '1/0', 'a/b', '1/3/4']) assert.throws(() => shardOf(all, bad), /shard/, bad)
})

it.run()
