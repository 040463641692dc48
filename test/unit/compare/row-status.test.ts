import * as assert from 'uvu/assert'
import type {DraftRow} from '#compare/draft-row'
import {statusRows} from '#compare/row-status'
import type {Effect, NoEffect} from '#gate/effect'
import {seedStream} from '#random/stream'
import {spec} from '../../support/spec.ts'

const it = spec('row status')

const draft = (effect: Effect | NoEffect, changes: Partial<DraftRow> = {}, primary = true): DraftRow => ({
  shown: {
    row_id: 'row',
    metric: 'success_rate',
    direction: 'higher',
    unit: 'ratio',
    provider: 'mock',
    base_provider: 'mock',
    primary,
    base_estimate: 1,
    candidate_estimate: 1,
  },
  effect,
  margin: 0.05,
  minN: 20,
  fields: [],
  ...changes,
})
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
const statuses = (drafts: DraftRow[]) => statusRows(drafts).map(({status}) => status)

it('one row just beyond the margin regressed; among thirty it could be chance', () => {
  const just = draft(effect(-0.15, -0.051))
  assert.equal(statuses([just]), ['regressed'])
  const fine = Array.from({length: 29}, () => draft(effect(-0.02, 0.02)))
  assert.is(statuses([just, ...fine])[0], 'inconclusive')
  assert.is(statuses([draft(effect(-0.4, -0.3)), ...fine])[0], 'regressed')
})

it('a gain must hold among all rows too; one that does not is not worse', () => {
  const gain = draft(effect(0.001, 0.1))
  assert.equal(statuses([gain]), ['improved'])
  const fine = Array.from({length: 29}, () => draft(effect(-0.02, 0.02)))
  assert.is(statuses([gain, ...fine])[0], 'not-worse')
  assert.is(statuses([draft(effect(0.2, 0.3)), ...fine])[0], 'improved')
})

it('equal code of two primary rows is called improved in far fewer than 5 % of comparisons, and regressed never', () => {
  const counts = new Map<string, number>()
  for (let at = 0; at < 400; at++) {
    const stream = seedStream(`assay/1|42|test|${at}|equal-code`)
    // Two rows of a noise at which no loss and no difference are often shown: the interval is as wide as the margin.
    const rows = [0.03, 0.03].map((spread) => {
      const estimate = spread * stream.gaussian()
      return draft(effect(estimate - 1.96 * spread, estimate + 1.96 * spread))
    })
    for (const status of statuses(rows)) counts.set(status, (counts.get(status) ?? 0) + 1)
  }
  assert.ok((counts.get('improved') ?? 0) <= 0.025 * 800, `${counts.get('improved')}`)
  assert.is(counts.get('regressed') ?? 0, 0)
  assert.ok((counts.get('not-worse') ?? 0) > 0)
})

it('exploratory rows are corrected among themselves and take nothing from the primary ones', () => {
  const just = draft(effect(-0.15, -0.051))
  const others = Array.from({length: 29}, () => draft(effect(-0.02, 0.02), {}, false))
  assert.is(statuses([just, ...others])[0], 'regressed')
})

it('a count has no interval: less is better, equal is equal', () => {
  const exact = (value: number) => draft(effect(value, value, {method: 'exact'}), {margin: 0})
  assert.equal(statuses([exact(-1), exact(0), exact(2)]), ['regressed', 'equivalent', 'improved'])
})

it('no effect is incomparable, or inconclusive where there was only too little', () => {
  const none = (why: NoEffect['why']) => draft({why, reason: 'because'})
  assert.equal(statuses([none('missing'), none('incomparable'), none('insufficient')]), [
    'incomparable',
    'incomparable',
    'inconclusive',
  ])
  assert.is(statusRows([none('missing')])[0]?.reason, 'because')
})

it('a ratio and its margin are shown as ratios', () => {
  const [row] = statusRows([
    draft(effect(-Math.log(1.3), -Math.log(1.2), {scale: 'log-ratio'}), {margin: Math.log(1.05)}),
  ])
  assert.is(row?.status, 'regressed')
  assert.equal(
    [row?.effect?.scale, row?.margin.toFixed(6), row?.effect?.ci.low?.toFixed(6)],
    ['ratio', '1.050000', '1.200000'],
  )
})

it('an open row says how many trials would decide it', () => {
  const [row] = statusRows([draft(effect(-0.16, 0.16))])
  assert.equal([row?.status, (row?.needed_n ?? 0) > 100], ['inconclusive', true])
  const [paired] = statusRows([draft(effect(-0.16, 0.16, {n: 40, neededN: (limit) => (limit === -0.05 ? 73 : null)}))])
  assert.is(paired?.needed_n, 73)
})

it('a row that is lost alone, but not over all rows, is not told to need trials that it has', () => {
  const others = Array.from({length: 29}, () => draft(effect(-0.16, 0.16)))
  const [row] = statusRows([draft(effect(-0.15, -0.051)), ...others])
  assert.equal([row?.status, row?.needed_n], ['inconclusive', undefined])
})

it.run()
