import type {ScoreRequest} from '#provider/model/provider'
import type {Situation} from '#world/model/situation'
import type {DType} from '#world/tensor/dtype'
import {Tensor} from '#world/tensor/tensor'
import {type ContractProbe, probeCandidates, probeStart, scoreRequest} from '../../kit/contract-input.ts'
import {floatTypeOf} from '../../kit/float-type.ts'
import {type NoiseRoom, NoiseRooms} from '../../kit/noise-room.ts'
import {areSame, areSameAnswers} from '../../kit/same-answers.ts'
import type {ContractCase} from './contract-case.ts'

/** Numbers that single precision holds as they are: the same question in both types. */
interface Question {
  readonly start: Situation
  readonly values: Float64Array
}

/** One question in two forms, of which a caller may choose either. */
export const FORM_CASES: readonly ContractCase[] = [
  typesCase('batch-types', 'ways', async ({environment, subject, signal}, {start, values}, type) => {
    const {horizon, actionSize, stateSize, key} = environment
    const states = Tensor.of(type, [1, stateSize], start.state)
    const actions = Tensor.of(type, [values.length / (horizon * actionSize), horizon, actionSize], values)
    return (await subject.predictBatch({states, actions, environment: key}, signal)).toFloat64()
  }),
  typesCase('score-types', 'scores', async (probe, {start, values}, type) => {
    const {info, action_candidates} = scoreRequest(probe, values, start)
    const typed = Object.entries(info).map(([name, value]) => [name, inType(type, value)])
    const question = {info: Object.fromEntries(typed), action_candidates: inType(type, action_candidates)}
    return (await probe.subject.score(question as ScoreRequest, probe.signal)).scores
  }),
  {
    name: 'score-fields',
    capability: 'score',
    spread: 'episodes',
    async check(probe) {
      const usual = scoreRequest(probe, probeCandidates(probe))
      const turned = {...usual, info: Object.fromEntries(Object.entries(usual.info).reverse())}
      const before = await probe.subject.score(usual, probe.signal)
      const after = await probe.subject.score(turned, probe.signal)
      return areSameAnswers(probe, [before.scores, after.scores], {of: 'scores'})
        ? undefined
        : 'scores depend on the order of the fields of info, which are to be read by their names'
    },
  },
]

type Ask = (probe: ContractProbe, question: Question, type: DType) => Promise<ArrayLike<number>>

function typesCase(name: string, of: keyof NoiseRoom, ask: Ask): ContractCase {
  return {
    name,
    capability: of === 'scores' ? 'score' : 'predict_batch',
    spread: 'episodes',
    async check(probe) {
      const question = heldBySingle(probe)
      const {start: now, values: actions} = question
      const double = Float64Array.from(await ask(probe, question, 'float64'))
      const single = await ask(probe, question, 'float32')
      const isSame = areSame([double, single], floatTypeOf(probe.subject), function* () {
        for (const {[of]: room} of new NoiseRooms({...probe, now, actions})) yield room
      })
      return isSame ? undefined : 'numbers that come as float32 are read as others than as float64'
    },
  }
}

function heldBySingle(probe: ContractProbe): Question {
  const start = probeStart(probe)
  const {state, goal} = start
  return {
    start: {...start, state: Float64Array.from(state, Math.fround), goal: Float64Array.from(goal, Math.fround)},
    values: probeCandidates(probe).map(Math.fround),
  }
}

function inType(type: DType, value: unknown): unknown {
  return value instanceof Tensor ? Tensor.of(type, value.shape, value.elements) : value
}
