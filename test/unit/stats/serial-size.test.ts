import * as assert from 'uvu/assert'
import {seedStream} from '#random/stream'
import {serialSizes} from '#stats/serial-size'
import {spec} from '../../support/spec.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('serial size')

/** Each value goes with the one before by `phi`. */
function series(n: number, phi: number, label = 'series'): number[] {
  const stream = seedStream(`${label}|${n}|${phi}`)
  let state = stream.gaussian()
  return Array.from({length: n}, () => {
    state = phi * state + Math.sqrt(1 - phi * phi) * stream.gaussian()
    return state
  })
}

it('counts values without an order once each, but for one series in ten or so', () => {
  const sizes = Array.from({length: 200}, (_, at) => serialSizes(series(100, 0, `alone ${at}`)).ofMean)
  assert.ok(sizes.filter((size) => size === 100).length >= 170)
})

it('comes near to what theory says of values that go with the one before: (1 - phi) / (1 + phi) of them', () => {
  for (const phi of [0.5, 0.8, 0.9]) {
    const found = serialSizes(series(20_000, phi)).ofMean / 20_000
    const due = (1 - phi) / (1 + phi)
    assert.ok(found > 0.75 * due && found < 1.2 * due, `${phi}: ${found} instead of ${due}`)
  }
})

it('counts for nothing what is too short to say, and once each what is all equal', () => {
  assert.is(serialSizes(Array.from({length: 60}, (_, at) => at)).ofMean, 0)
  assert.is(serialSizes(Array(60).fill(3)).ofMean, 60)
  assert.is(serialSizes([]).ofMean, 0)
})

it('looks at the share up to a limit by itself', () => {
  const values = series(2000, 0.9)
  const {ofMean, ofShareUpTo} = serialSizes(values)
  assert.ok(ofShareUpTo(0) < 300 && ofMean < 200)
})

it('refuses what is no number', async () => {
  await throwsCode(() => serialSizes([1, Number.NaN]), 'stats_input')
})

it.run()
