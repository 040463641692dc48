import fc from 'fast-check'
import * as assert from 'uvu/assert'
import type {Interval, RuleOutcome} from '#contract/generated/types'
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

/** One row judged together with others, which are open unless they are told. */
function amongThirty(asked: Measurement, require = AT_LEAST, other = row(80, 100)): RuleOutcome | undefined {
  const rules = Array.from({length: 30}, (_, at) => rule(require, {id: `r${at}`, select: {env: `e${at}`}}))
  const rows = rules.map((_, at) => (at === 0 ? {...asked, facts: {env: 'e0'}} : {...other, facts: {env: `e${at}`}}))
  return judgeRules(rules, rows)[0]
}

it('what is outside, but not when all rows are taken together, needs as many trials as hold over all of them', () => {
  const open = amongThirty(row(70, 100))
  assert.equal([open?.state, open?.n], ['inconclusive', 100])
  const needed = open?.needed_n ?? 0
  assert.ok(needed > 100 && needed < 200, `${needed}`)
  assert.is(amongThirty(row(0.7 * needed, needed))?.state, 'fail')
  assert.is(amongThirty(row(70, 100), AT_LEAST, row(10, 100))?.state, 'fail', 'rows that fail take no part')
})

it('what is undecided and leans out is told as many trials as hold over all rows', () => {
  const alone = judgeRules([rule(AT_LEAST)], [row(75, 100)])[0]
  const together = amongThirty(row(75, 100))
  assert.equal([alone?.state, together?.state], ['inconclusive', 'inconclusive'])
  assert.ok((together?.needed_n ?? 0) > (alone?.needed_n ?? 0))
  const needed = together?.needed_n ?? 0
  assert.is(amongThirty(row(0.75 * needed, needed))?.state, 'fail')
})

it('what passes needs no more trials because others are judged as well', () => {
  const alone = judgeRules([rule(AT_LEAST)], [row(85, 100)])[0]
  assert.equal([alone?.state, amongThirty(row(85, 100))?.needed_n], ['inconclusive', alone?.needed_n])
})

it('no open rule is told to need trials that it has', () => {
  const bare = row(80, 100)
  const table: [string, Measurement][] = [
    ['at the limit', bare],
    ['no value', {...bare, estimate: null}],
    ['evidence as trials came', {...row(70, 100), ci: interval(0.6, 0.79, 'anytime')}],
  ]
  for (const [what, asked] of table) {
    const open = amongThirty(asked)
    assert.equal([open?.state, open?.needed_n], ['inconclusive', undefined], what)
  }
  fc.assert(
    fc.property(fc.integer({min: 1, max: 300}), fc.nat(), (n, k) => {
      const open = amongThirty(row(k % (n + 1), n))
      if (open?.state === 'inconclusive') assert.ok((open.needed_n ?? n + 1) > n, `${k % (n + 1)}/${n}`)
    }),
  )
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
