import type {Environment} from '#world/model/environment'
import type {Laws} from '#world/model/laws'
import type {Situation} from '#world/model/situation'
import {randomActions, startOfEpisode} from '../../kit/make-actions.ts'
import {rootMeanSquare, scaledDifference} from '../../kit/state-error.ts'
import type {StateTest} from '../../kit/state-trial.ts'
import type {Forecast} from '../../kit/world-model.ts'

/** Environment steps of each question, and how many questions there are. */
const STEPS = 16
const QUESTIONS = 5
/** Differences of up to this share of the error scale are none: models that learn are never exact. */
const SAME = 0.1
/** A wall is thinner than that: how deep a state may lie in it, as a share of the error scale. */
const SLACK = 0.01

interface Scene {
  readonly now: Situation
  readonly actions: Float64Array
  readonly laws: Laws
}

/** Asks for futures that the laws of the environment already know, and names every law that is broken. */
export const invariantsTest: StateTest<Scene> = {
  evals: () => STEPS * QUESTIONS,
  async prepare({environment, key}) {
    const {laws} = environment
    if (!laws) throw new Error(`${environment.id} has no laws`)
    return {now: startOfEpisode(environment, key), actions: randomActions(environment, key, STEPS), laws}
  },
  async measure(scene, {environment, model}, signal) {
    const {forecast} = model
    if (!forecast) throw new Error('a model without forecasts keeps no laws')
    const judge = new Judge(environment, scene, (question) => forecast({...question, samples: 1, block: 1}, signal))
    const seen = await judge.see()
    const broken = [
      (await judge.breaksMirror(seen)) ? ['mirror'] : [],
      (await judge.breaksRest()) ? ['rest'] : [],
      (await judge.movesUntouched()) ? ['permanence'] : [],
      (await judge.passesThrough()) ? ['wall'] : [],
      judge.brokenOver(seen),
    ].flat()
    const values = {broken: broken.length}
    return broken.length === 0 ? {values} : {values, broken: `breaks ${broken.join(', ')}`}
  },
}

type Ask = (question: {readonly now: Situation; readonly actions: Float64Array}) => ReturnType<Forecast>

/** The laws of one environment, tried on one model from one start. */
class Judge {
  readonly #environment: Environment
  readonly #scene: Scene
  readonly #ask: Ask

  constructor(environment: Environment, scene: Scene, ask: Ask) {
    this.#environment = environment
    this.#scene = scene
    this.#ask = ask
  }

  /** What becomes of the start under the actions of the scene. */
  see(): Promise<Float64Array> {
    return this.#ask(this.#scene)
  }

  /** The mirror image of what happens, against what happens to the mirror image. */
  async breaksMirror(seen: Float64Array): Promise<boolean> {
    const {now, actions, laws} = this.#scene
    const {state, goal, action} = laws.mirror
    const {stateSize, actionSize} = this.#environment
    const image = await this.#ask({
      now: {...now, state: Float64Array.from(state(now.state)), goal: Float64Array.from(goal(now.goal))},
      actions: eachOf(actions, actionSize, action),
    })
    return this.#differ(eachOf(seen, stateSize, state), image)
  }

  async breaksRest(): Promise<boolean> {
    const {now, laws} = this.#scene
    const {actionSize} = this.#environment
    const still = Float64Array.from(laws.atRest(now.state))
    const seen = await this.#ask({now: {...now, state: still}, actions: new Float64Array(STEPS * actionSize)})
    return this.#differ(repeated(still), seen)
  }

  async movesUntouched(): Promise<boolean> {
    const {now, laws} = this.#scene
    if (!laws.untouched) return false
    const {entries, away} = laws.untouched
    const seen = await this.#ask({now, actions: repeated(Float64Array.from(away(now.state)))})
    const held = seen.map((value, at) => {
      const entry = at % this.#environment.stateSize
      return entries.includes(entry) ? (now.state[entry] ?? Number.NaN) : value
    })
    return this.#differ(held, seen)
  }

  async passesThrough(): Promise<boolean> {
    const {now, laws} = this.#scene
    const {headOn, passesThrough} = laws
    if (!headOn || !passesThrough) return false
    const {stateSize, sigma} = this.#environment
    const path = await this.#ask({now, actions: repeated(Float64Array.from(headOn(now)))})
    const stateAt = (step: number) => (step < 0 ? now.state : path.subarray(step * stateSize, (step + 1) * stateSize))
    const slack = SLACK * Math.min(...sigma)
    return Array.from({length: STEPS}, (_, step) => step).some((step) =>
      passesThrough(stateAt(step - 1), stateAt(step), slack),
    )
  }

  /** Laws of the environment's own over the whole path. */
  brokenOver(seen: Float64Array): string[] {
    const {now, laws} = this.#scene
    const {stateSize} = this.#environment
    const states = Array.from({length: STEPS}, (_, step) => seen.subarray(step * stateSize, (step + 1) * stateSize))
    return laws.brokenOver?.([now.state, ...states], SAME) ?? []
  }

  #differ(wanted: Float64Array, seen: Float64Array): boolean {
    const {stateSize} = this.#environment
    return Array.from({length: STEPS}, (_, step) => step * stateSize).some((at) => {
      const difference = scaledDifference(this.#environment, {states: seen, at}, {states: wanted, at})
      return !(rootMeanSquare(difference) <= SAME)
    })
  }
}

/** One row, again for every step. */
function repeated(row: Float64Array): Float64Array {
  return Float64Array.from({length: STEPS * row.length}, (_, at) => row[at % row.length] ?? Number.NaN)
}

/** Every row of a flat list, changed. */
function eachOf(values: Float64Array, size: number, change: (row: ArrayLike<number>) => number[]): Float64Array {
  const changed = new Float64Array(values.length)
  for (let at = 0; at < values.length; at += size) changed.set(change(values.subarray(at, at + size)), at)
  return changed
}
