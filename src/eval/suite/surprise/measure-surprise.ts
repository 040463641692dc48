import {type EpisodeKey, episodeLabel, seedStream} from '#random/stream'
import type {Environment} from '#world/model/environment'
import {type Trick, trickedState} from '#world/model/impossible'
import {holdActions, rollOut} from '#world/model/rollout'
import {encodeState} from '#world/model/scene'
import type {Situation} from '#world/model/situation'
import type {WorldState} from '#world/model/world-state'
import {VALID_ERROR} from '../../kit/horizons.ts'
import {randomEntries, startOfEpisode} from '../../kit/make-actions.ts'
import {drawColour, painted} from '../../kit/painted.ts'
import {rootMeanSquare, scaledDifference} from '../../kit/state-error.ts'
import type {StateTest} from '../../kit/state-trial.ts'
import type {ScenePrediction, WorldModel} from '../../kit/world-model.ts'

/** Environment steps from what is seen first to what is seen last, under one action held. */
const AHEAD = 8
/** Actions drawn before the one that moves most is taken. */
const DRAWS = 16
/** Error scales from the truth that are enough for what passed through something: it stands where nothing can. */
const THROUGH = 0.25
/** Error scales that noise and roundings move a forecast by: colours that move it by less do not move it. */
const INDIFFERENT = 1e-3
const BLACK = '#000000'

interface Scene {
  readonly now: Situation
  readonly action: Float64Array
  readonly trick: Trick
  /** What really comes of it, and what cannot. */
  readonly possible: Float64Array
  readonly impossible: Float64Array
  /** A beginning twice; nothing but the colours differs. */
  readonly plain: WorldState
  readonly recoloured: WorldState
}

/** One beginning, two ends: how far each is from the forecast, and whether other colours move it. The error of a forecast is the surprise. */
export const surpriseTest: StateTest<Scene> = {
  evals: () => 2 * AHEAD,
  async prepare({environment, key}) {
    const now = startOfEpisode(environment, key)
    const colours = seedStream(episodeLabel(key, 'noise'))
    const world = encodeState(environment, now)
    return {
      now,
      ...shownIn(environment, key, now),
      plain: painted(world, () => BLACK),
      recoloured: painted(world, () => drawColour(colours)),
    }
  },
  async measure({now, action, trick, possible, impossible, plain, recoloured}, {environment, model}, signal) {
    const predict = predictionOf(environment, model)
    const question = {now, action, steps: AHEAD}
    const [usual, other] = [
      await predict({...question, world: plain}, signal),
      await predict({...question, world: recoloured}, signal),
    ]
    const away = (seen: Float64Array, from: Float64Array) => distance(environment, seen, from)
    const shift = away(other, usual)
    const values = {
      possible: away(possible, usual),
      recoloured: away(possible, shift < INDIFFERENT ? usual : other),
      impossible: away(impossible, usual),
      [trick]: away(impossible, usual),
      shift,
    }
    return {values}
  },
}

/** By world state where the model can be asked so; else by numbers, which have no colours. */
function predictionOf({stateSize}: Environment, {inScene, forecast}: WorldModel): ScenePrediction {
  if (inScene) return inScene
  if (!forecast) throw new Error('a model without forecasts is surprised by nothing')
  return async ({now, action, steps}, signal) =>
    (await forecast({now, actions: action, samples: 1, block: steps}, signal)).slice(-stateSize)
}

/** The trick of a trial, and an action under which it is far from the truth. What cannot be shown there gives way to a jump. */
function shownIn(environment: Environment, key: EpisodeKey, now: Situation) {
  const {solid} = environment
  const tricks: readonly Trick[] = solid
    ? ['teleport', 'pass-through', 'vanish', 'pass-through']
    : ['teleport', 'vanish']
  const trick = tricks[key.episode % tricks.length] ?? 'teleport'
  if (solid && trick === 'pass-through') {
    const shown = show(environment, {now, action: Float64Array.from(solid.headOn(now.state)), trick})
    if (shown.far >= THROUGH) return shown
  }
  const stream = seedStream(episodeLabel(key, 'actions'))
  const other = trick === 'pass-through' ? 'teleport' : trick
  let best = show(environment, {now, action: randomEntries(environment, stream, 1), trick: other})
  for (let drawn = 1; drawn < DRAWS && best.far < VALID_ERROR; drawn++) {
    const next = show(environment, {now, action: randomEntries(environment, stream, 1), trick: other})
    if (next.far > best.far) best = next
  }
  return best
}

function show(environment: Environment, {now, action, trick}: Pick<Scene, 'now' | 'action' | 'trick'>) {
  const {stateSize, actionSize} = environment
  const actions = holdActions(action, actionSize, AHEAD)
  const path = rollOut(environment, {states: now.state, actions, samples: 1, steps: AHEAD})
  const possible = path.slice(-stateSize)
  const course = {before: now.state, after: possible, action, steps: AHEAD}
  const impossible = trickedState(trick, course, environment.solid)
  return {action, trick, possible, impossible, far: distance(environment, impossible, possible)}
}

function distance(environment: Environment, one: Float64Array, other: Float64Array): number {
  return rootMeanSquare(scaledDifference(environment, {states: one, at: 0}, {states: other, at: 0}))
}
