import fc from 'fast-check'
import * as assert from 'uvu/assert'
import {matchesGlob} from '#gate/glob'
import {parseThreshold, type ThresholdScope} from '#gate/threshold'
import {spec} from '../../support/spec.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('threshold')

const SCOPE: ThresholdScope = {
  suites: {
    contract: [{name: 'failures', min: 0, max: Number.POSITIVE_INFINITY, exact: true}],
    'closed-loop': [{name: 'success_rate', min: 0, max: 1, exact: false}],
  },
  facts: ['env', 'provider'],
  minN: 20,
}

it('the conservative limit decides unless the estimate is exact', () => {
  assert.equal(parseThreshold('success_rate>=0.8', 1, SCOPE).require, {stat: 'ci_low', op: 'gte', value: 0.8})
  assert.equal(parseThreshold('success_rate < 20%', 1, SCOPE).require, {stat: 'ci_high', op: 'lt', value: 0.2})
  assert.equal(parseThreshold('failures==0', 1, SCOPE).require, {stat: 'estimate', op: 'eq', value: 0})
  assert.equal(parseThreshold('failures.estimate<=2', 1, SCOPE).require, {stat: 'estimate', op: 'lte', value: 2})
})

it('a scope selects suite and facts, and the rule is numbered by its place', () => {
  const rule = parseThreshold(
    'closed-loop/env=two-*/provider=mock: success_rate >= .8'.replace(' .8', ' 0.8'),
    3,
    SCOPE,
  )
  assert.is(rule.id, 'cli-3')
  assert.equal(rule.select, {suite: 'closed-loop', env: 'two-*', provider: 'mock'})
  assert.is(rule.minN, 20)
})

const REFUSED = [
  '',
  'success_rate',
  'success_rate>=',
  'success_rate>=x',
  'success_rate>=NaN',
  'success_rate>=0.5 vs baseline',
  'speed>=1',
  'contract: success_rate>=0.8',
  'rollout: success_rate>=0.8',
  'closed-loop/host=x: success_rate>=0.8',
  'closed-loop/env=: success_rate>=0.8',
  'success_rate.mean>=0.5',
  'success_rate.estimate>=0.8',
  'success_rate.ci_high>=0.8',
  'success_rate==0.8',
  'failures.ci_low>=1',
]

it('what is unknown, favourable or not exact is refused with its place', async () => {
  for (const text of REFUSED) {
    const error = await throwsCode(() => parseThreshold(text, 2, SCOPE), 'usage')
    assert.match(error.message, '--threshold 2:')
  }
})

it('a rule that nothing can fail is refused', async () => {
  for (const text of ['success_rate>=0', 'success_rate<=1', 'success_rate>-1', 'success_rate<1.5', 'failures>=0']) {
    const error = await throwsCode(() => parseThreshold(text, 1, SCOPE), 'usage')
    assert.match(error.message, 'can never fail')
  }
})

it('any text is a rule or a usage error', async () => {
  const words = fc.array(
    fc.constantFrom('success_rate', '>=', ':', '/', '=', '0.8', '%', 'closed-loop', 'env', '*', ' ', '__proto__'),
  )
  const texts = fc.oneof(
    fc.string(),
    words.map((parts) => parts.join('')),
  )
  await fc.assert(
    fc.asyncProperty(texts, async (text) => {
      try {
        assert.is(parseThreshold(text, 1, SCOPE).id, 'cli-1')
      } catch (error) {
        await throwsCode(() => Promise.reject(error), 'usage')
      }
    }),
  )
})

it('a glob matches like its regular expression', () => {
  const text = fc.string({unit: fc.constantFrom('a', 'b', '*'), maxLength: 8})
  fc.assert(
    fc.property(text, fc.string({unit: fc.constantFrom('a', 'b'), maxLength: 8}), (pattern, candidate) => {
      const expression = new RegExp(`^${pattern.replaceAll('*', '.*')}$`)
      assert.is(matchesGlob(pattern, candidate), expression.test(candidate), `${pattern} ${candidate}`)
    }),
  )
})

it.run()
