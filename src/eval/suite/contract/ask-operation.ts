import {decodeState} from '#world/model/scene'
import {paced} from '#world/planner/presets'
import {
  CANDIDATE_COUNT,
  type ContractProbe,
  drawStepCount,
  pickRows,
  probeAction,
  probeCandidates,
  probeDraws,
  probeWorld,
  scoreRequest,
} from '../../kit/contract-input.ts'
import {floatTypeOf} from '../../kit/float-type.ts'
import {type AnswerPair, areSameAnswers} from '../../kit/same-answers.ts'
import {isClose, isClosePath} from '../../kit/tolerance.ts'
import {batchRequest} from './check-batch-contract.ts'

/** Far from the episodes of any suite: questions that come between. */
const OTHER = 2_000_000

/** All candidates of a case. */
export const ALL_ROWS: readonly number[] = Array.from({length: CANDIDATE_COUNT}, (_, row) => row)

/** A question that can be put in rows, or whole: `read` gives the answer as numbers whenever it is called, so that it can be looked at again. */
export interface AskedOperation {
  readonly capability: 'predict' | 'predict_batch' | 'score' | 'policy' | 'embed'
  ask(probe: ContractProbe, rows: readonly number[]): Promise<() => ArrayLike<number>>
}

export const PREDICT: AskedOperation = {
  capability: 'predict',
  async ask(probe) {
    const stream = probeDraws(probe)
    const [action, steps] = [probeAction(probe, stream), drawStepCount(stream)]
    const next = await probe.subject.predict({world_state: probeWorld(probe), action, steps}, probe.signal)
    return () => decodeState(probe.environment, next, 'provider').state
  },
}

export const BATCH: AskedOperation = {
  capability: 'predict_batch',
  async ask(probe, rows) {
    const states = await probe.subject.predictBatch(batchRequest(probe, rows), probe.signal)
    return () => states.toFloat64()
  },
}

export const SCORE: AskedOperation = {
  capability: 'score',
  async ask(probe, rows) {
    const {horizon, actionSize} = probe.environment
    const values = pickRows(probeCandidates(probe), rows, horizon * actionSize)
    const {scores} = await probe.subject.score(scoreRequest(probe, values), probe.signal)
    return () => scores
  },
}

/** Whether two answers are the same: for candidates up to what roundings grow to over their steps, for a prediction up to a few steps of rounding. */
export function areSameFor(
  {capability}: AskedOperation,
  probe: ContractProbe,
  pair: AnswerPair,
  rows: readonly number[],
): boolean {
  if (capability === 'policy' || capability === 'embed') return isClose(...pair)
  if (capability === 'predict') return isClosePath(...pair, floatTypeOf(probe.subject))
  return areSameAnswers(probe, pair, {of: capability === 'score' ? 'scores' : 'ways', rows})
}

/** The question about plans of half as many entries, each held for another time, of a target instead of a command where a provider takes both, and in single precision. */
export function askedOtherwise(probe: ContractProbe): ContractProbe {
  const {environment} = probe
  const pace = {horizon: Math.ceil(environment.horizon / 2), block: environment.block === 1 ? 2 : 1}
  return {...probe, environment: paced(environment, pace), isOtherwise: true}
}

/** Another question of that world. */
export function elsewhere(probe: ContractProbe, round: number): ContractProbe {
  return {...probe, key: {...probe.key, episode: probe.key.episode + OTHER + round}}
}
