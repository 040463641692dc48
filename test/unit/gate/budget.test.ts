import * as fc from 'fast-check'
import * as assert from 'uvu/assert'
import type {CallerDocument} from '#document/document'
import {AssayError} from '#error/assay-error'
import {BUDGET_LIMITS, readBudgets} from '#gate/budget'
import {SEED} from '../../support/seed.ts'
import {spec} from '../../support/spec.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('budget')
const SCOPE = {providers: ['mock', 'analytic'], operations: ['predict', 'score'], iterations: 100}
const NOWHERE = {value: () => undefined, key: () => undefined}
const read = (value: unknown) => readBudgets(documentOf(value), SCOPE, (key) => !key.includes('canary'))

function documentOf(value: unknown): CallerDocument {
  return {name: 'budget.json', format: 'json', value, sha256: 'sha256:0', positions: NOWHERE}
}

const GOOD = {provider: 'mock', operation: 'score', min_success_rate: 1, max_error_count: 0, max_p95_latency_ms: 20}

it('accepts a list and an object with budgets and metadata, unchanged', () => {
  assert.equal(read([GOOD]), [GOOD])
  assert.equal(read({budgets: [GOOD], metadata: {owner: 'robotics'}}), [GOOD])
})

const BAD: readonly [string, unknown, string, string][] = [
  ['no budget at all', [], '', 'minItems'],
  ['neither list nor object', 'max_error_count: 0', '', 'type'],
  ['null', null, '', 'type'],
  ['an object without budgets', {metadata: {}}, '', 'required'],
  ['an unknown key in a list', [{...GOOD, max_p99_latency_ms: 1}], '/0/max_p99_latency_ms', 'unknown_key'],
  ['an unknown key in an object', {budgets: [GOOD], gates: []}, '/gates', 'unknown_key'],
  ['an unknown key in a budget of an object', {budgets: [GOOD, {...GOOD, x: 1}]}, '/budgets/1/x', 'unknown_key'],
  ['no threshold', [{provider: 'mock', operation: 'score'}], '/0', 'no_threshold'],
  ['no threshold in an object', {budgets: [{provider: 'mock'}]}, '/budgets/0', 'no_threshold'],
  ['a duplicate', [GOOD, {...GOOD, max_error_count: 3}], '/1', 'duplicate'],
  ['a duplicate for any result', [{max_error_count: 0}, {max_error_count: 1}], '/1', 'duplicate'],
  ['an unknown provider', [{...GOOD, provider: 'mok'}], '/0/provider', 'unknown_provider'],
  ['an unknown operation', [{...GOOD, operation: 'scores'}], '/0/operation', 'unknown_operation'],
  ['a success rate of 0 that nothing can miss', [{min_success_rate: 0}], '/0/min_success_rate', 'exclusiveMinimum'],
  ['a success rate above 1', [{min_success_rate: 95}], '/0/min_success_rate', 'maximum'],
  [
    'a throughput of 0 that nothing can miss',
    [{min_throughput_per_second: 0}],
    '/0/min_throughput_per_second',
    'exclusiveMinimum',
  ],
  ['as many errors as calls', [{max_error_count: 100}], '/0/max_error_count', 'never_fails'],
  ['half an error', [{max_error_count: 1.5}], '/0/max_error_count', 'type'],
  ['a negative latency', [{max_p95_latency_ms: -1}], '/0/max_p95_latency_ms', 'minimum'],
  ['a latency in words', [{max_p95_latency_ms: '20ms'}], '/0/max_p95_latency_ms', 'type'],
]

for (const [name, document, pointer, rule] of BAD) {
  it(`refuses ${name} and points at it`, async () => {
    const error = await throwsCode(() => read(document), 'budget_invalid')
    assert.is(error.exit, 'usage')
    assert.ok(
      error.issues.some((issue) => issue.pointer === pointer && issue.rule === rule),
      JSON.stringify(error.issues),
    )
  })
}

it('never echoes a value of the file', async () => {
  const canary = ['sk', 'canary', '0123456789'].join('-')
  const error = await throwsCode(
    () => read([{provider: canary, operation: canary, [canary]: canary}]),
    'budget_invalid',
  )
  assert.not.match(JSON.stringify([error.message, error.issues, error.detail]), canary)
})

it('gives back the budgets or a list of issues for any document whatever', async () => {
  const entry = fc.record(
    {
      provider: fc.constantFrom('mock', 'nobody'),
      ...Object.fromEntries(BUDGET_LIMITS.map((key) => [key, fc.jsonValue()])),
    },
    {requiredKeys: []},
  )
  const document = fc.oneof(
    fc.jsonValue(),
    fc.array(entry),
    fc.record({budgets: fc.array(entry), extra: fc.jsonValue()}),
  )
  await fc.assert(
    fc.asyncProperty(document, async (value) => {
      try {
        return read(value).every((budget) => BUDGET_LIMITS.some((key) => budget[key] !== undefined))
      } catch (error) {
        return error instanceof AssayError && error.code === 'budget_invalid' && error.issues.length > 0
      }
    }),
    {seed: SEED, numRuns: 300},
  )
})

it.run()
