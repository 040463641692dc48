import fc from 'fast-check'
import * as assert from 'uvu/assert'
import {type GateScope, matchesGlob} from '#gate/gate-scope'
import {parseThreshold} from '#gate/threshold'
import {spec} from '../../support/spec.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('threshold')

const sampled = {exact: false, direction: 'higher', unit: 'ratio'} as const
const SCOPE: GateScope = {
  kind: 'eval',
  groupFact: 'suite',
  groups: {
    contract: [
      {name: 'failures', min: 0, max: Number.POSITIVE_INFINITY, exact: true, direction: 'lower', unit: 'cases'},
    ],
    'closed-loop': [{name: 'success_rate', min: 0, max: 1, ...sampled}],
  },
  names: {env: [], provider: []},
  versus: ['baseline'],
  minN: 20,
}

const LATENCY = {
  min: 0,
  max: Number.POSITIVE_INFINITY,
  exact: false,
  direction: 'lower',
  unit: 'ms',
  hasRatio: true,
} as const
const SPEEDS: GateScope = {
  ...SCOPE,
  kind: 'benchmark',
  groupFact: 'operation',
  groups: {
    score: [
      {name: 'response_ms.p95', ...LATENCY},
      {name: 'response_ms.p99.9', ...LATENCY},
      {name: 'throughput_per_second', ...LATENCY, direction: 'higher', unit: 'per second'},
    ],
  },
}

it('a latency is asked for by quantile and unit', () => {
  const rule = (text: string) => parseThreshold(text, 1, SPEEDS)
  assert.equal(rule('score: response_ms.p95<250ms').require, {stat: 'ci_high', op: 'lt', value: 250})
  assert.equal(rule('response_ms.p(95) <= 0.25s').require, {stat: 'ci_high', op: 'lte', value: 250})
  assert.equal(rule('response_ms.p99.9<=500us').require, {stat: 'ci_high', op: 'lte', value: 0.5})
  assert.is(rule('response_ms.p99.9<=500us').metric, 'response_ms.p99.9')
})

it('a ratio compares with the baseline, and more per second is better', () => {
  const rule = parseThreshold('score: response_ms.p95<=1.1x vs baseline', 1, SPEEDS)
  assert.is(rule.versus, 'baseline')
  assert.equal(rule.versus && rule.demand, {kind: 'ratio', max: 1.1, noiseFloor: 'none'})
  const faster = parseThreshold('throughput_per_second>=0.8x vs baseline', 1, SPEEDS)
  assert.equal(faster.versus && faster.demand, {kind: 'ratio', max: 1.25, noiseFloor: 'none'})
})

it('units and ratios that mean nothing are refused', async () => {
  for (const text of [
    'response_ms.p95<1.1x',
    'response_ms.p95<250 vs baseline',
    'response_ms.p95>=1.1x vs baseline',
    'response_ms.p95<50%',
    'response_ms.p42<1ms',
    'response_ms<1ms',
    'response_ms.p95<0x vs baseline',
    'throughput_per_second>5ms',
  ]) {
    await throwsCode(() => parseThreshold(text, 1, SPEEDS), 'usage')
  }
  await throwsCode(() => parseThreshold('success_rate>=0.9x vs baseline', 1, SCOPE), 'usage')
})

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
  'failures<1%',
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

it('a name that nothing has is told, with the one that is near', async () => {
  const table: Readonly<Record<string, RegExp>> = {
    'closed-loop: succes_rate>=0.8': /metric succes_rate, .* did you mean success_rate\?/,
    'closed-lop: success_rate>=0.8': /suite closed-lop, .* did you mean closed-loop\?/,
    'closed-loop/enw=two-room: success_rate>=0.8': /not by enw=two-room; did you mean env\?/,
    'closed-loop: success_rate.mean>=0.5': /mean; success_rate has estimate, ci_low, ci_high/,
  }
  for (const [text, told] of Object.entries(table)) {
    const {message} = await throwsCode(() => parseThreshold(text, 1, SCOPE), 'usage')
    assert.match(message, told)
  }
})

it('a rule that nothing can fail is refused', async () => {
  for (const text of ['success_rate>=0', 'success_rate<=1', 'success_rate>-1', 'success_rate<1.5', 'failures>=0']) {
    const error = await throwsCode(() => parseThreshold(text, 1, SCOPE), 'usage')
    assert.match(error.message, 'can never fail')
  }
})

it('a limit that nothing can keep is refused, the last one that something can is taken', async () => {
  for (const text of [
    'closed-loop: success_rate>=1.5',
    'closed-loop: success_rate>1',
    'closed-loop: success_rate<=-0.1',
  ])
    await throwsCode(async () => parseThreshold(text, 1, SCOPE), 'usage')
  assert.is(parseThreshold('closed-loop: success_rate>=1', 1, SCOPE).id, 'cli-1')
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
