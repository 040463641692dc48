import fc from 'fast-check'
import * as assert from 'uvu/assert'
import {type Effect, effectStatus, type NoEffect, shownEffect} from '#gate/effect'
import type {Demand, Measurement, VersusRule} from '#gate/rule'
import {judgeRules} from '#gate/rule-outcome'
import {pValue, ratioLimit, type Versus} from '#gate/standing'
import {spec} from '../../support/spec.ts'

const it = spec('effect')

const effect = (low: number, high: number, changes: Partial<Effect> = {}): Effect => ({
  scale: 'difference',
  estimate: (low + high) / 2,
  low,
  high,
  level: 0.95,
  method: 'test',
  n: 100,
  identical: false,
  ...changes,
})
const status = (low: number, high: number, changes: Partial<Effect> = {}, isSure = true) =>
  effectStatus(effect(low, high, changes), {margin: 0.05, minN: 20}, isSure)

it('the statuses are tested in their order', () => {
  assert.is(status(-0.2, -0.06), 'regressed')
  assert.is(status(-0.2, -0.06, {}, false), 'inconclusive')
  assert.is(status(-0.04, 0.04), 'equivalent')
  assert.is(status(0.01, 0.04), 'equivalent')
  assert.is(status(0.01, 0.2), 'improved')
  assert.is(status(-0.04, 0.2), 'not-worse')
  assert.is(status(-0.06, 0.2), 'inconclusive')
  assert.is(status(-0.3, 0.3), 'inconclusive')
})

it('trials that went the very same way are equivalent, but not too few of them', () => {
  assert.is(status(-0.3, 0.3, {identical: true}), 'equivalent')
  assert.is(status(-0.3, 0.3, {identical: true, n: 19}), 'inconclusive')
})

it('a ratio is shown as candidate by base, where above 1 is worse', () => {
  const {estimate, ci} = shownEffect(effect(-Math.log(1.2), -Math.log(1.1), {scale: 'log-ratio'}))
  assert.ok(Math.abs(ci.low! - 1.1) < 1e-12 && Math.abs(ci.high! - 1.2) < 1e-12)
  assert.ok(estimate > 1.1 && estimate < 1.2)
})

const ROW: Measurement = {rowId: 'row', facts: {}, metric: 'm', estimate: 1, n: 100}
const rule = (demand: Demand, id = 'r'): VersusRule => ({
  id,
  severity: 'gate',
  metric: 'm',
  select: {},
  minN: 20,
  versus: 'baseline',
  demand,
})
const judge = (demand: Demand, found: Effect | NoEffect, aa?: number) => {
  const versus: Versus = {effect: () => found, aa: () => aa}
  return judgeRules([rule(demand)], [ROW], {versus})[0]
}

it('not being worse passes by the lower limit and fails by the upper', () => {
  const demand = {kind: 'non_inferior', margin: 0.05} as const
  assert.is(judge(demand, effect(-0.04, 0.3))?.state, 'pass')
  assert.is(judge(demand, effect(-0.06, 0.3))?.state, 'inconclusive')
  assert.is(judge(demand, effect(-0.3, -0.06))?.state, 'fail')
  assert.is(judge(demand, effect(-0.04, 0.3, {n: 19}))?.state, 'inconclusive')
  assert.is(judge(demand, effect(-0.3, 0.3, {identical: true}))?.state, 'pass')
})

it('being better passes only beyond the margin, and the same is not better', () => {
  const demand = {kind: 'superior', margin: 0.05} as const
  assert.is(judge(demand, effect(0.06, 0.3))?.state, 'pass')
  assert.is(judge(demand, effect(0.04, 0.3))?.state, 'inconclusive')
  assert.is(judge(demand, effect(-0.1, 0.04))?.state, 'fail')
  assert.is(judge(demand, effect(0, 0, {identical: true}))?.state, 'fail')
})

it('a ratio is held against its limit, or the noise of the machine where that is more', () => {
  const ratio = (low: number, high: number) => effect(-Math.log(high), -Math.log(low), {scale: 'log-ratio'})
  const demand = {kind: 'ratio', max: 1.1, noiseFloor: 'none'} as const
  assert.is(judge(demand, ratio(1.01, 1.09))?.state, 'pass')
  assert.is(judge(demand, ratio(1.05, 1.2))?.state, 'inconclusive')
  assert.is(judge(demand, ratio(1.12, 1.2))?.state, 'fail')
  const noisy = {...demand, noiseFloor: 'aa'} as const
  assert.is(judge(noisy, ratio(1.12, 1.2))?.state, 'inconclusive')
  assert.match(judge(noisy, ratio(1.12, 1.2))?.reason ?? '', 'no calibration')
  assert.is(judge(noisy, ratio(1.12, 1.2), 0.01)?.state, 'fail')
  assert.is(judge(noisy, ratio(1.12, 1.2), 0.1)?.state, 'pass')
  assert.equal([ratioLimit(1.1, 0.01), ratioLimit(1, 0.001), ratioLimit(1.1, 0.1)], [1.1, 1.05, 1.3])
})

it('what cannot be compared is incomparable or open, never passed', () => {
  const demand = {kind: 'non_inferior', margin: 0.05} as const
  assert.is(judge(demand, {why: 'incomparable', reason: 'another version'})?.state, 'incomparable')
  for (const why of ['missing', 'insufficient'] as const) {
    assert.is(judge(demand, {why, reason: 'x'})?.state, 'inconclusive')
  }
  assert.is(judgeRules([rule(demand)], [ROW])[0]?.state, 'inconclusive')
})

it('the worst row speaks: fail before incomparable before inconclusive', () => {
  const rows = ['a', 'b', 'c'].map((rowId) => ({...ROW, rowId}))
  const demand = {kind: 'non_inferior', margin: 0.05} as const
  const found: Record<string, Effect | NoEffect> = {
    a: {why: 'incomparable', reason: 'x'},
    b: effect(-0.9, -0.8),
    c: effect(0, 0.1),
  }
  const of = (...ids: string[]) => {
    const versus: Versus = {effect: (_, row) => found[row.rowId] ?? {why: 'missing', reason: 'x'}}
    return judgeRules(
      [rule(demand)],
      rows.filter(({rowId}) => ids.includes(rowId)),
      {versus},
    )[0]?.state
  }
  assert.equal([of('a', 'b', 'c'), of('a', 'c'), of('c')], ['fail', 'incomparable', 'pass'])
})

it('a p-value is below .05 exactly where the interval misses the limit', () => {
  const numbers = fc.double({min: -1, max: 1, noNaN: true})
  fc.assert(
    fc.property(numbers, numbers, numbers, numbers, (a, b, c, threshold) => {
      const [low, estimate, high] = [a, b, c].sort((one, other) => one - other) as [number, number, number]
      if (low === estimate || estimate === high) return
      const p = pValue({estimate, n: 30, ci: {low, high, level: 0.95, method: 'bca'}}, threshold)
      if (threshold < low - 1e-9 || threshold > high + 1e-9) assert.ok(p < 0.0500001)
      if (threshold > low + 1e-9 && threshold < high - 1e-9) assert.ok(p > 0.0499999)
    }),
  )
})

it.run()
