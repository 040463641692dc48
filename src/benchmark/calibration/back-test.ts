import {shuffled} from '#random/pick'
import {seedStream} from '#random/stream'
import {studentQuantile} from '#stats/beta'
import {summarise} from '#stats/summary'

/** Share of new processes of the same code that keep the limit. */
const CONFIDENCE = 0.99
const SPLITS = 200
const CAUGHT = 0.8

/** Which way is worse: `above` for times, `below` for rates. */
export type Worse = 'above' | 'below'

/**
 * The value that the next process of the same code keeps, from one value a process: a prediction limit of logarithms, because times are
 * skewed and change by factors. Needs two values. Source: Hahn and Meeker, Statistical Intervals, 4.8.
 */
export function predictionLimit(values: readonly number[], worse: Worse): number {
  const {n, mean, sd = 0} = summarise(values.map(Math.log)) ?? {n: 0, mean: Number.NaN}
  const reach = studentQuantile(CONFIDENCE, n - 1) * sd * Math.sqrt(1 + 1 / n)
  return Math.exp(worse === 'above' ? mean + reach : mean - reach)
}

/** How often identical code fails the limit, and how much slower code must be to fail it. */
export interface BackTest {
  readonly splits: number
  readonly falseAlarmRate: number
  readonly detectableSlowdown: number
}

/** Makes the limit from one half of the values and holds it against the other, for many halves drawn from the label. */
export function backTest(values: readonly number[], worse: Worse, label: string): BackTest {
  const stream = seedStream(label)
  const room: number[] = []
  for (let split = 0; split < SPLITS; split++) {
    const order = shuffled(values, stream)
    const half = Math.floor(order.length / 2)
    const limit = predictionLimit(order.slice(0, half), worse)
    for (const value of order.slice(half)) room.push(worse === 'above' ? limit / value : value / limit)
  }
  room.sort((a, b) => a - b)
  return {
    splits: SPLITS,
    falseAlarmRate: room.filter((factor) => factor < 1).length / room.length,
    detectableSlowdown: Math.max(1, room[Math.ceil(CAUGHT * room.length) - 1] ?? 1),
  }
}

/** Median relative difference between two of the values, as a share of the smaller: how much two starts of identical code differ. */
export function relativeNoise(values: readonly number[]): number {
  const apart = values.flatMap((one, at) =>
    values.slice(at + 1).map((other) => Math.max(one, other) / Math.min(one, other) - 1),
  )
  return summarise(apart)?.median ?? 0
}
