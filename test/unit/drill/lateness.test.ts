import * as assert from 'uvu/assert'
import type {DrillLoad, DrillReason, DrillRecord} from '#contract/generated/types'
import {skippedDrill} from '#drill/engine/drill-story'
import {setVerdict} from '#drill/model/set-verdict'
import {loadDrill} from '#drill/read/load-drill'
import {drillsReport} from '#drill/report/drills-report'
import {nodeFiles} from '#path/node-files'
import {systemClock} from '#random/system-clock'
import {Redactor} from '#redact/redactor'
import {ROOT} from '../../support/hall-rig.ts'
import {spec} from '../../support/spec.ts'

const it = spec('drills that were late')
const {drill} = await loadDrill(`${ROOT}/fixtures/drills/p05-corrupted-world-state.yaml`, {
  reader: nodeFiles.reader,
  redactor: new Redactor(),
})

function remarks(load: DrillLoad | undefined, reasons: DrillReason[]): string {
  const empty = skippedDrill({drill, seed: 1, clockScale: 1, isSham: false}, 'not held', systemClock)
  const record: DrillRecord = {...empty, verdict: 'fail', reasons, ...(load && {load})}
  return drillsReport(setVerdict([record], 1, false), [record], false).remarks?.join('\n') ?? ''
}

it('who was late is told how busy the machine was, where it was, and in no other case', () => {
  const busy = {average: 9.25, processors: 2}
  assert.match(remarks(busy, ['detected_late']), 'was late at a load of 9.3 on 2 processors')
  assert.match(remarks(busy, ['recovered_late']), 'hold it again where nothing else runs')
  assert.not.match(
    remarks(busy, ['not_detected', 'recovered_late']),
    'hold it again',
    'what was not seen at all has another cause',
  )
  assert.not.match(remarks(busy, ['not_recovered']), 'was late')
  assert.not.match(remarks({average: 1.5, processors: 2}, ['detected_late']), 'was late')
  assert.not.match(remarks(undefined, ['detected_late']), 'was late')
})

it('what a drill left is named wherever its reasons are', () => {
  const empty = skippedDrill({drill, seed: 1, clockScale: 1, isSham: false}, 'not held', systemClock)
  const leftovers = [1, 2, 3, 4].map((one) => `process ${one} had to be ended`)
  const record: DrillRecord = {...empty, verdict: 'fail', detail: null, reasons: ['leftovers'], leftovers}
  const {tables, cases} = drillsReport(setVerdict([record], 1, false), [record], false)
  const [told] = [tables[0]?.rows[0]?.[4]]
  assert.match(String(told), 'leftovers: process 1 had to be ended; ')
  assert.match(String(told), 'process 3 had to be ended; and 1 more')
  assert.match(cases[0]?.message ?? '', String(told))
  assert.is(cases[0]?.short, told)
})

it('what a probe saw is no verdict of the drill: formats paint cells that are one', () => {
  const empty = skippedDrill({drill, seed: 1, clockScale: 1, isSham: false}, 'not held', systemClock)
  const seen = (phase: string, what: string) => {
    const record = {...empty, verdict: 'pass', timeline: [{at_ms: 5, phase, what, ok: true}]} as DrillRecord
    return drillsReport(setVerdict([record], 1, false), [record], false).tables[1]?.rows[0]
  }
  assert.equal(seen('detect', 'refused'), [0.005, 'detect', 'seen: refused', true])
  assert.equal(seen('verify', 'well again'), [0.005, 'verify', 'well again', true])
})

it.run()
