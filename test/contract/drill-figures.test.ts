import * as assert from 'uvu/assert'
import {type DrillLine, drillFaults, drillFigures} from '../../bin/dev/drill-figures.ts'
import {spec} from '../support/spec.ts'

const it = spec('figures of drills')
const PART = {seconds: 1, objective: 5, met: true, resolution_s: 0.1}
const LINE: DrillLine = {
  kind: 'drill',
  id: 'quick',
  number: 'P01',
  version: 1,
  verdict: 'pass',
  reasons: [],
  sham: false,
  detect: PART,
  recover: PART,
  duration_s: 2,
  load: 1,
  signals: {gone: ['false', 'true']},
}
const SHAM: DrillLine = {...LINE, sham: true, verdict: 'fail', reasons: ['not_detected'], signals: {gone: ['false']}}

it('signals count as seen both ways only where the drill was held in earnest', () => {
  assert.match(drillFigures([LINE, SHAM]), 'Signals seen both false and true: 1 of 1.')
  assert.match(drillFigures([SHAM]), 'Signals seen both false and true: 0 of 0.')
  assert.match(
    drillFigures([{...LINE, signals: {gone: ['true']}}]),
    'Signals seen both false and true: 0 of 1; not: quick/gone.',
  )
  assert.equal(drillFaults([LINE, SHAM]), [])
})

it('a drill that did not come to what it should is told with why', () => {
  const faults = drillFaults([LINE, {...LINE, verdict: 'unavailable', detail: 'the node n1 does not serve'}])
  assert.equal(faults, ['quick: unavailable, the node n1 does not serve'])
})

it('a sham in which one of several signals was seen is told', () => {
  const faults = drillFaults([LINE, {...SHAM, signals: {gone: ['false'], down: ['false', 'true']}}])
  assert.equal(faults, ['quick as a sham: fail, not_detected'])
})

it('of an older version of a drill nothing counts', () => {
  assert.match(
    drillFigures([
      {...LINE, verdict: 'fail'},
      {...LINE, version: 2},
    ]),
    '| P01 quick | 1 | 1 |',
  )
})

it.run()
