import {type Stream, seedStream} from '#random/stream'
import type {Dynamics} from '#world/model/dynamics'
import {holdActions, rollOut} from '#world/model/rollout'
import {shakenRules} from './shaken-rules.ts'
import {type RankingQuestion, scoreMeanings} from './true-costs.ts'

/** Times that the exact rules are shaken, in all, before a room is looked at: a way that one noise in thirty leaves wants many, and is asked for where few do not do. */
const SHAKES = [16, 64, 256] as const
/** Two answers are both shaken, and other shakes may lead a little further. */
const SHARE = 3

/** How far two answers of a right provider may lie apart, relative to their size, whose steps are shaken by nothing that matters. By candidate. */
export interface NoiseRoom {
  /** States of its way, a step an entry. */
  readonly ways: Float64Array
  /** Its score, whatever a score means. */
  readonly scores: Float64Array
}

/** What hangs on the last digits of a step: much where candidates touch something or balance, nearly nothing elsewhere. Each room is as wide as the one before or wider. */
export class NoiseRooms {
  readonly #question: RankingQuestion
  readonly #room: NoiseRoom
  readonly #stream: Stream
  #shaken = 0

  constructor(question: RankingQuestion) {
    const {environment, actions} = question
    const samples = actions.length / (environment.horizon * environment.actionSize)
    this.#question = question
    this.#room = {ways: new Float64Array(samples), scores: new Float64Array(samples)}
    this.#stream = seedStream(`assay/1|0|${environment.key}|shaken|0|noise`)
  }

  *[Symbol.iterator](): Generator<NoiseRoom> {
    // Whoever asks again begins with the widest so far: what it does not allow, none before it did.
    for (const shakes of SHAKES.filter((count) => count >= this.#shaken)) {
      this.#shakeUpTo(shakes)
      yield this.#room
    }
  }

  #shakeUpTo(shakes: number): void {
    const {environment, now, actions} = this.#question
    const {horizon, actionSize} = environment
    const samples = this.#room.ways.length
    const noisy = shakenRules(environment, 'float64', this.#stream)
    const walk = (dynamics: Dynamics) =>
      rollOut(dynamics, {states: now.state, actions: holdActions(actions, actionSize, 1), samples, steps: horizon})
    const [way, meanings] = [walk(environment), Object.values(scoreMeanings(this.#question))]
    for (; this.#shaken < shakes; this.#shaken++) {
      widen(this.#room.ways, way, walk(noisy))
      for (const [at, costs] of Object.values(scoreMeanings(this.#question, noisy)).entries())
        widen(this.#room.scores, meanings[at] ?? costs, costs)
    }
  }
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
