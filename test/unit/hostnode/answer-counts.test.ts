import * as assert from 'uvu/assert'
import {readMetrics} from '#host/model/prometheus'
import {AnswerCounts} from '#hostnode/context/answer-counts'
import {spec} from '../../support/spec.ts'

const it = spec('hostnode answer counts')
const LIST = {method: 'GET', route: '/api/repos'}

/** Value by name and labels in their order. */
function told(counts: AnswerCounts): Map<string, number> {
  const samples = readMetrics(counts.text()) ?? []
  return new Map(
    samples.map(({name, labels, value}) => {
      const texts = Object.entries(labels)
        .sort()
        .map((pair) => pair.join('='))
      return [`${name} ${texts.join(' ')}`, value]
    }),
  )
}

it('answers are counted by status, and timed by its class in buckets that add up', () => {
  const counts = new AnswerCounts()
  for (const [status, seconds] of [
    [200, 0.001],
    [201, 0.0011],
    [200, 100],
    [404, 0.5],
  ] as const)
    counts.count({...LIST, status}, seconds)
  const values = told(counts)
  const of = (rest: string) => values.get(`hostnode_http_request_duration_seconds${rest}`)
  assert.is(values.get('hostnode_http_requests_total method=GET route=/api/repos status=200'), 2)
  assert.is(values.get('hostnode_http_requests_total method=GET route=/api/repos status=404'), 1)
  const labels = 'method=GET route=/api/repos status_class=2xx'
  assert.equal(
    ['0.001', '0.002', '32.768', '+Inf'].map((most) => of(`_bucket le=${most} ${labels}`)),
    [1, 2, 2, 3],
  )
  assert.equal([of(`_count ${labels}`), of(`_sum ${labels}`)], [3, 100.0021])
  assert.is(of('_count method=GET route=/api/repos status_class=4xx'), 1)
})

it('what was no request is counted without a time, and what is expected is told with 0', () => {
  const counts = new AnswerCounts()
  counts.expect({...LIST, status: 200})
  counts.count({method: 'none', route: 'unmatched', status: 400})
  const values = told(counts)
  assert.is(values.get('hostnode_http_requests_total method=GET route=/api/repos status=200'), 0)
  assert.is(values.get('hostnode_http_requests_total method=none route=unmatched status=400'), 1)
  assert.not.ok([...values.keys()].some((key) => key.includes('duration') && key.includes('none')))
})
it.run()
