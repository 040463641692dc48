import type {Stream} from '#random/stream'
import type {Environment} from '#world/model/environment'
import type {Start} from '#world/model/situation'

const TRIES = 96
/** Of the error scale: how far the first tries reach, and after how many the reach has halved. */
const FAR = 16
const HALVED_AFTER = 12

/**
 * A situation close to the end of its task: a search for a cheap state, as the environment costs it, ever nearer to the best one found. Each is
 * taken as the rules leave it when nothing is commanded, so that none lies inside a wall.
 */
export function nearGoal<Place extends Start>(environment: Environment, start: Place, stream: Stream): Place {
  const {sigma, actionSize} = environment
  const still = new Float64Array(actionSize)
  let best = start.state
  for (let tried = 0; tried < TRIES; tried++) {
    const reach = FAR * 2 ** (-tried / HALVED_AFTER)
    const state = best.map((value, entry) => value + reach * (2 * stream.uniform() - 1) * (sigma[entry] ?? 0))
    environment.advance(state, 0, still, 0)
    if (environment.cost(state, start.goal) < environment.cost(best, start.goal)) best = state
  }
  return {...start, state: best}
}
