import * as assert from 'uvu/assert'
import {estimatesOf} from '#benchmark/judge/estimates'
import {seedStream} from '#random/stream'
import {spec} from '../../support/spec.ts'

const it = spec('between processes')
const CALLS = 30

function times(label: string, typicalMs: number): number[] {
  const stream = seedStream(`between|${label}`)
  return Array.from({length: CALLS}, () => typicalMs * Math.exp(0.2 * stream.gaussian()))
}

it('two processes of which one was four times as slow leave open what is near, and decide what is far away', () => {
  const all = [times('fast', 0.2), times('slow', 0.8)]
  const mean = all.flat().reduce((sum, ms) => sum + ms, 0) / (2 * CALLS)
  const {average, p50} = estimatesOf(all, mean)
  for (const {ci} of [average, p50]) {
    assert.is(ci?.method, 'student-processes')
    // Both processes lie within it, and neither a nanosecond nor a second does.
    assert.ok((ci?.low ?? 0) < 0.2 && (ci?.high ?? 0) > 0.8, JSON.stringify(ci))
    assert.ok((ci?.low ?? 0) > 0.001 && (ci?.high ?? 0) < 100, JSON.stringify(ci))
  }
})
it.run()
