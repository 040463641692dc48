import type {ScoreRequest} from '#provider/model/provider'
import {scoreInfo} from '#provider/operation/score-rules'
import {type EpisodeKey, episodeLabel, type Stream, seedStream} from '#random/stream'
import {Action} from '#world/model/action'
import type {Environment} from '#world/model/environment'
import {encodeState} from '#world/model/scene'
import type {Situation} from '#world/model/situation'
import type {WorldState} from '#world/model/world-state'
import type {DType} from '#world/tensor/dtype'
import {Tensor} from '#world/tensor/tensor'
import type {Subject} from '../model/subject.ts'
import type {FirstAnswer} from './first-answer.ts'

/** One property tried in one episode's start. All randomness comes from the key. */
export interface ContractProbe {
  readonly subject: Subject
  readonly environment: Environment
  /** Another world of the run that the provider knows, where there is one. */
  readonly beside?: Environment | undefined
  /** What the provider answered before any trial, where that was asked of this environment. */
  readonly first?: FirstAnswer | undefined
  /** Asks in single precision, and for targets where a provider takes commands as well. */
  readonly isOtherwise?: boolean
  readonly key: EpisodeKey
  readonly signal: AbortSignal
}

type ProbeScene = Pick<ContractProbe, 'environment' | 'key' | 'isOtherwise'>

/** Candidates of one case: enough to be put in another order, few enough to be quick. */
export const CANDIDATE_COUNT = 6
const MOST_STEPS = 5

/** The situation a case starts from. */
export function probeStart({environment, key}: ProbeScene): Situation {
  return {...environment.reset(seedStream(episodeLabel(key, 'reset')), key.stratum), step: 0}
}

/** The start of a case as the world state that a provider gets. */
export function probeWorld(probe: ContractProbe): WorldState {
  return encodeState(probe.environment, probeStart(probe))
}

/** An action of a kind that provider and environment both take: control values where possible, else a target in reach. */
export function probeAction(probe: ContractProbe, stream: Stream = probeDraws(probe)): Action {
  const kinds = probe.subject.descriptor.action_types ?? ['control']
  const isAimed = probe.isOtherwise && takesTargets(probe.subject, probe.environment)
  if (kinds.includes('control') && !isAimed) return Action.control(draws(stream, probe.environment.actionSize))
  return Action.moveTo(stream.uniform(), stream.uniform(), 0)
}

/** Whether a provider says that it takes targets, where the environment has any. */
export function takesTargets({descriptor}: Pick<Subject, 'descriptor'>, {actionTypes}: Environment): boolean {
  return actionTypes.includes('move_to') && descriptor.action_types?.includes('move_to') === true
}

/** Steps to predict in one go. */
export function drawStepCount(stream: Stream): number {
  return 1 + stream.int(MOST_STEPS)
}

/** Draws for the actions of a case. */
export function probeDraws({key}: ContractProbe): Stream {
  return seedStream(episodeLabel(key, 'actions'))
}

/** Candidates `[samples, horizon, actionSize]`, flat and all different. */
export function probeCandidates({environment, key}: ProbeScene): Float64Array {
  const {horizon, actionSize} = environment
  return Float64Array.from(draws(seedStream(episodeLabel(key, 'candidates')), CANDIDATE_COUNT * horizon * actionSize))
}

/** The rows of a candidate array in the order of `rows`; a row may come twice. */
export function pickRows(values: Float64Array, rows: readonly number[], rowSize: number): Float64Array {
  const picked = new Float64Array(rows.length * rowSize)
  for (const [at, row] of rows.entries()) picked.set(values.subarray(row * rowSize, (row + 1) * rowSize), at * rowSize)
  return picked
}

/** Type of the numbers in a question. */
export function typeAsked({isOtherwise}: Pick<ContractProbe, 'isOtherwise'>): DType {
  return isOtherwise ? 'float32' : 'float64'
}

/** A score request over candidates in C order. */
export function scoreRequest(
  probe: ProbeScene,
  values: Float64Array,
  start: Situation = probeStart(probe),
): ScoreRequest {
  const {horizon, actionSize} = probe.environment
  const shape = [1, values.length / (horizon * actionSize), horizon, actionSize]
  const type = typeAsked(probe)
  return {info: scoreInfo(probe.environment, start, type), action_candidates: Tensor.of(type, shape, values)}
}

function draws(stream: Stream, count: number): number[] {
  return Array.from({length: count}, () => 2 * stream.uniform() - 1)
}
