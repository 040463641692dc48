import fc from 'fast-check'
import * as assert from 'uvu/assert'
import type {Interval} from '#contract/generated/types'
import type {AbsoluteRule, Measurement, Requirement, Rule} from '#gate/rule'
import {judgeRules} from '#gate/rule-outcome'
import {spec} from '../../support/spec.ts'

const it = spec('rule outcome')

const AT_LEAST: Requirement = {stat: 'ci_low', op: 'gte', value: 0.8}
const NO_BREACH: Requirement = {stat: 'estimate', op: 'eq', value: 0}

function rule(require: Requirement, changes: Partial<AbsoluteRule> = {}): Rule {
  return {id: 'r', severity: 'gate', metric: 'success_rate', select: {}, require, minN: 20, ...changes}
}

/** A row with its Wilson interval, computed here from the formula so that the judge is not tested against itself. */
function row(successes: number, n: number, facts: Measurement['facts'] = {}): Measurement {
  const z = 1.959963984540054
  const rate = successes / n
  const centre = (rate + (z * z) / (2 * n)) / (1 + (z * z) / n)
  const half = (z / (1 + (z * z) / n)) * Math.sqrt((rate * (1 - rate)) / n + (z * z) / (4 * n * n))
  return {rowId: 'row', facts, metric: 'success_rate', estimate: rate, ci: interval(centre - half, centre + half), n}
}

const interval = (low: number | null, high: number | null, method = 'wilson'): Interval => ({
  low,
  high,
  level: 0.95,
  method,
})
const state = (rules: Rule[], rows: Measurement[]) => judgeRules(rules, rows).map((outcome) => outcome.state)

it('a row passes entirely inside, fails entirely outside and is undecided between', () => {
  const table: [number, number, string][] = [
    [20, 20, 'pass'],
    [19, 20, 'inconclusive'],
    [8, 8, 'inconclusive'],
    [0, 8, 'fail'],
    [10, 20, 'fail'],
    [95, 100, 'pass'],
    [80, 100, 'inconclusive'],
    [60, 100, 'fail'],
  ]
  for (const [successes, n, wanted] of table) {
    assert.equal(state([rule(AT_LEAST)], [row(successes, n)]), [wanted], `${successes}/${n}`)
  }
})

it('too few trials never pass, and the needed number is named', () => {
  const [outcome] = judgeRules([rule(AT_LEAST, {minN: 50})], [row(20, 20)])
  assert.is(outcome?.state, 'inconclusive')
  assert.is(outcome?.needed_n, 50)
  assert.match(outcome?.reason ?? '', '20 trials of the 50 needed')
})

it('a missing row, a missing value, NaN and a missing limit never pass', () => {
  const base = row(20, 20)
  const none: [string, Measurement[]][] = [
    ['no row', []],
    ['another metric', [{...base, metric: 'spl'}]],
    ['null', [{...base, estimate: null}]],
    ['NaN', [{...base, estimate: Number.NaN}]],
    ['no trial', [{...base, n: 0}]],
    ['no interval', [{rowId: 'row', facts: {}, metric: 'success_rate', estimate: 1, n: 20}]],
    ['open interval', [{...base, ci: interval(0.9, null)}]],
    ['NaN interval', [{...base, ci: interval(Number.NaN, Number.NaN)}]],
  ]
  for (const [what, rows] of none) assert.equal(state([rule(AT_LEAST)], rows), ['inconclusive'], what)
})

it('an exact rule knows only breach and no breach', () => {
  const exact = (count: number): Measurement => ({rowId: 'row', facts: {}, metric: 'failures', estimate: count, n: 100})
  const rules = [rule(NO_BREACH, {metric: 'failures'})]
  assert.equal(state(rules, [exact(0)]), ['pass'])
  assert.equal(state(rules, [exact(1)]), ['fail'])
})

it('a row that is just outside does not fail when many rows are asked together', () => {
  const just = row(12, 20)
  assert.equal(state([rule(AT_LEAST)], [just]), ['fail'])
  const many = Array.from({length: 30}, (_, at) => rule(AT_LEAST, {id: `r${at}`, select: {env: `e${at}`}}))
  const rows = many.map((_, at) => (at === 0 ? {...just, facts: {env: 'e0'}} : row(20, 20, {env: `e${at}`})))
  const [first] = judgeRules(many, rows)
  assert.is(first?.state, 'inconclusive')
  assert.ok((first?.p_adjusted ?? 0) > 0.05)
})

it('of several rows the worst speaks, and only rows of the selection count', () => {
  const rows = [row(20, 20, {env: 'two-room'}), row(0, 20, {env: 'pendulum'})]
  assert.equal(state([rule(AT_LEAST)], rows), ['fail'])
  assert.equal(state([rule(AT_LEAST, {select: {env: 'two-*'}})], rows), ['pass'])
  assert.equal(state([rule(AT_LEAST, {select: {stratum: '*'}})], rows), ['inconclusive'])
})

it('an upper limit mirrors a lower one', () => {
  const atMost: Requirement = {stat: 'ci_high', op: 'lte', value: 0.2}
  assert.equal(state([rule(atMost)], [row(0, 20)]), ['pass'])
  assert.equal(state([rule(atMost)], [row(20, 20)]), ['fail'])
  assert.equal(state([rule(atMost)], [row(3, 20)]), ['inconclusive'])
})

it('one more success never makes a row worse', () => {
  const worth = {fail: 0, inconclusive: 1, pass: 2} as Record<string, number>
  fc.assert(
    fc.property(
      fc.integer({min: 1, max: 200}),
      fc.nat(),
      fc.double({min: 0.05, max: 0.95, noNaN: true}),
      (n, k, value) => {
        const successes = k % n
        const rules = [rule({stat: 'ci_low', op: 'gte', value})]
        const [before] = state(rules, [row(successes, n)])
        const [after] = state(rules, [row(successes + 1, n)])
        assert.ok((worth[after ?? ''] ?? -1) >= (worth[before ?? ''] ?? 9), `${successes}/${n} at ${value}`)
      },
    ),
  )
})

it.run()
