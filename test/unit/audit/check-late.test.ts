import * as assert from 'uvu/assert'
import {lateFault} from '#audit/check-late'
import {stepFault} from '#audit/check-step'
import type {JobItem, Verdict} from '#contract/generated/types'
import {bareVerdict} from '#run/end-run'
import type {RecordedRun} from '#run/read-recorded'
import {spec} from '../../support/spec.ts'

const it = spec('steps that ran past their time')

const ITEM = {
  item_id: 'a1',
  step_id: 'slow',
  unit: {use: 'exec', cell: {}, with: {argv: ['true']}},
} as unknown as JobItem
const LATE = bareVerdict('unavailable', 'slow ran past its timeout')

interface Kept {
  readonly verdict?: Verdict
  readonly timeout?: string
  readonly byDefault?: string
  readonly tookMs?: number
  readonly result?: object
}

/** What is said of the step `slow` that kept this of itself, of a job with this limit. */
function faultOf({verdict = LATE, timeout, byDefault, tookMs = 2004, result = {}}: Kept): string | undefined {
  const step = {id: 'slow', use: 'exec', ...(timeout && {timeout}), with: {argv: ['true']}}
  const job = {schema_version: 1, name: 'j', ...(byDefault && {defaults: {timeout: byDefault}}), steps: [step]}
  const texts: Readonly<Record<string, object>> = {
    'inputs/job.json': job,
    'results/timing.json': {items: [{item_id: 'a1', duration_ms: tookMs}]},
  }
  const text = (path: string) => (texts[path] ? JSON.stringify(texts[path]) : undefined)
  const notLate = lateFault({run: {text} as RecordedRun}, ITEM, verdict)
  return stepFault(ITEM.unit, {verdict, result, timing: undefined, notLate})
}

it('are believed where the job set that limit and the step took as long', () => {
  assert.is(faultOf({timeout: '2s'}), undefined)
  assert.is(faultOf({byDefault: '2s'}), undefined)
  assert.is(faultOf({timeout: '1s', byDefault: '1h'}), undefined)
})

it('are not believed against what the job asked for, how long the step took, or what else it says', () => {
  const no = 'has a result that no step writes'
  const said = (state: Verdict['state'], reason = LATE.exit.reason) => ({
    timeout: '2s',
    verdict: bareVerdict(state, reason),
  })
  assert.is(faultOf({}), 'ran past a timeout, and the job sets none')
  assert.is(faultOf({timeout: '3s'}), 'ran past its timeout of 3000 ms, and took 2004 ms')
  assert.is(faultOf({timeout: '2s', tookMs: 7}), 'ran past its timeout of 2000 ms, and took 7 ms')
  assert.is(faultOf(said('unavailable', 'all is well')), no)
  assert.is(faultOf(said('unavailable', 'another ran past its timeout')), no)
  assert.is(faultOf(said('fail')), no)
  assert.is(faultOf(said('inconclusive')), no)
  assert.is(faultOf(said('pass')), no)
  assert.is(faultOf({timeout: '2s', result: {note: 'all 12 tests passed'}}), no)
})

it.run()
