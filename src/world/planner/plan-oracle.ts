import type {Stream} from '#random/stream'
import type {Environment} from '../model/environment.ts'
import type {Start} from '../model/situation.ts'
import {modelObjective} from './objective.ts'
import {planActions} from './plan-actions.ts'
import {planShape, presetConfig} from './presets.ts'
import type {Plan} from './search.ts'

/** What the exact-model planner goes by; `previous` is its plan before this one in the same episode. */
export interface OracleRequest {
  readonly environment: Environment
  readonly start: Start
  readonly stream: Stream
  readonly previous?: Plan | undefined
  readonly signal: AbortSignal
}

/** The plan of the exact-model planner: the ceiling beside every row, with the `oracle` preset. Lower score is better. */
export async function planOracle({environment, start, stream, previous, signal}: OracleRequest): Promise<Plan> {
  const evaluate = modelObjective({environment, model: environment, start, block: environment.block})
  const config = presetConfig('oracle', planShape(environment))
  return planActions({config, actionSize: environment.actionSize, evaluate, stream, previous, signal})
}
