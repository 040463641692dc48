import {seedStream} from '#random/stream'
import type {Dynamics} from '#world/model/dynamics'
import {holdActions, rollOut} from '#world/model/rollout'
import {shakenRules} from './shaken-rules.ts'
import {type RankingQuestion, scoreMeanings} from './true-costs.ts'

/** Times that the exact rules are shaken. */
const SHAKES = 16
/** Two answers are both shaken, and other shakes may lead a little further. */
const SHARE = 3

/** How far two answers of a right provider may lie apart, relative to their size, whose steps are shaken by nothing that matters. By candidate. */
export interface NoiseRoom {
  /** States of its way, a step an entry. */
  readonly ways: Float64Array
  /** Its score, whatever a score means. */
  readonly scores: Float64Array
}

/** What hangs on the last digits of a step: much where candidates touch something or balance, nearly nothing elsewhere. */
export function noiseRoom(question: RankingQuestion): NoiseRoom {
  const {environment, now, actions} = question
  const {horizon, actionSize} = environment
  const samples = actions.length / (horizon * actionSize)
  const stream = seedStream(`assay/1|0|${environment.key}|shaken|0|noise`)
  const noisy = shakenRules(environment, 'float64', stream)
  const walk = (dynamics: Dynamics) =>
    rollOut(dynamics, {states: now.state, actions: holdActions(actions, actionSize, 1), samples, steps: horizon})
  const [way, meanings] = [walk(environment), Object.values(scoreMeanings(question))]
  const room = {ways: new Float64Array(samples), scores: new Float64Array(samples)}
  for (let shake = 0; shake < SHAKES; shake++) {
    widen(room.ways, way, walk(noisy))
    for (const [at, costs] of Object.values(scoreMeanings(question, noisy)).entries())
      widen(room.scores, meanings[at] ?? costs, costs)
  }
  return room
}

/** Each candidate's numbers lie together. */
function widen(room: Float64Array, truth: Float64Array, shaken: Float64Array): void {
  const size = truth.length / room.length
  for (const [at, value] of truth.entries()) {
    const other = shaken[at] ?? Number.NaN
    const off = Math.abs(value - other) / Math.max(Math.abs(value), Math.abs(other), Number.MIN_VALUE)
    const candidate = Math.floor(at / size)
    room[candidate] = Math.max(room[candidate] ?? 0, SHARE * off)
  }
}
