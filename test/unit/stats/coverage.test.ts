// Counts no coverage: thousands of intervals by the same few functions.
import * as assert from 'uvu/assert'
import {type CoverageCase, coverageOf, MOST_MISSED, slackOf} from '../../support/coverage/coverage.ts'
import {COVERAGE_CASES} from '../../support/coverage/coverage-cases.ts'
import {spec} from '../../support/spec.ts'

const it = spec('coverage')
const REPETITIONS = 120
/** What held least before, a row of each; `npm run measure:coverage` has all. */
const SAMPLED: readonly (readonly [of: string, data: string, n: number])[] = [
  ['p50 of one process', '(0.9)', 200],
  ['p95 of one process', '(0.5)', 200],
  ['average of one process', '(0.8)', 200],
  ['throughput of one process', 'stalls', 200],
  ['p50 of several processes', '10 %', 2],
  ['average of several processes', '10 %', 3],
  ['stale_step_rate', 'one episode in 20', 80],
  ['mmrv', 'turns two', 40],
]

const missedOf = (one: CoverageCase) => coverageOf(one, REPETITIONS).missed / REPETITIONS

for (const [of, data, n] of SAMPLED) {
  it(`${of} (${data}, n ${n}) misses the truth no more often than it says`, () => {
    const one = COVERAGE_CASES.find((known) => known.of === of && known.data.includes(data) && known.n === n)
    assert.ok(one)
    assert.ok(missedOf(one) <= MOST_MISSED + slackOf(REPETITIONS))
  })
}

it('an interval that is too narrow is found', () => {
  const narrow: CoverageCase = {
    of: 'a mean of ten',
    data: 'normal, half the width',
    n: 10,
    truth: 0,
    interval(stream) {
      const mean = Array.from({length: 10}, () => stream.gaussian() / 10).reduce((sum, part) => sum + part, 0)
      return {low: mean - 0.31, high: mean + 0.31}
    },
  }
  assert.ok(missedOf(narrow) > MOST_MISSED + slackOf(REPETITIONS))
})

it.run()
