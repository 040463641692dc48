import type {BatchRequest} from '#provider/model/provider'
import type {Action} from '#world/model/action'
import {decodeState, encodeState} from '#world/model/scene'
import type {WorldState} from '#world/model/world-state'
import {paced} from '#world/planner/presets'
import {Tensor} from '#world/tensor/tensor'
import {
  CANDIDATE_COUNT,
  type ContractProbe,
  probeAction,
  probeDraws,
  probeStart,
  probeWorld,
} from '../../kit/contract-input.ts'
import {floatTypeOf} from '../../kit/float-type.ts'
import {NoiseRooms} from '../../kit/noise-room.ts'
import {areSame} from '../../kit/same-answers.ts'
import {isClose} from '../../kit/tolerance.ts'
import {ALL_ROWS, BATCH, elsewhere} from './ask-operation.ts'
import {batchRequest} from './check-batch-contract.ts'
import type {ContractCase} from './contract-case.ts'

/** How often a planner goes on: all candidates for as long as they are, or one of them step by step. */
const ROUNDS = {all: 4, one: 8} as const

/** What goes on from an answer is answered by its numbers, as any other question with these numbers is. */
export const ONWARD_CASES: readonly ContractCase[] = [
  {
    name: 'predict-onward',
    capability: 'predict',
    spread: 'episodes',
    async check(probe) {
      const {environment, subject, signal} = probe
      const [stream, goal] = [probeDraws(probe), probeStart(probe).goal]
      const numbersAfter = async (world: WorldState, action: Action) =>
        decodeState(environment, await subject.predict({world_state: world, action, steps: 1}, signal), 'provider')
          .state
      const action = probeAction(probe, stream)
      const told = await subject.predict({world_state: probeWorld(probe), action, steps: 1}, signal)
      const next = probeAction(probe, stream)
      // As it came, and with what was measured meanwhile written into it.
      for (const state of [decodeState(environment, told, 'provider').state, probeStart(elsewhere(probe, 1)).state]) {
        const now = {state, goal, step: told.step}
        const kept = await numbersAfter(encodeState(environment, now, told), next)
        const alone = await numbersAfter(encodeState(environment, now), next)
        if (!isClose(kept, alone, floatTypeOf(subject)))
          return 'a state that it predicted itself is not read by its numbers: something else in it counts'
      }
      return undefined
    },
  },
  {
    name: 'batch-onward',
    capability: 'predict_batch',
    spread: 'episodes',
    async check(probe) {
      const {environment, key, subject, signal} = probe
      if (!subject.deterministic) return undefined
      const isOne = key.episode % 2 === 1
      const asked = {...probe, ...(isOne && {environment: paced(environment, {horizon: 1})})}
      const rounds: Round[] = []
      let request = batchRequest(asked, isOne ? [0] : ALL_ROWS)
      while (rounds.length < (isOne ? ROUNDS.one : ROUNDS.all)) {
        const answer = Float64Array.from((await subject.predictBatch(request, signal)).toFloat64())
        rounds.push({request, answer})
        request = {...request, states: endsOf(request, answer, environment.stateSize)}
      }
      for (const [at, {request, answer}] of [...rounds.entries()].reverse()) {
        await BATCH.ask(elsewhere(probe, at + 1), ALL_ROWS)
        const again = (await subject.predictBatch(request, signal)).toFloat64()
        if (!areSameRows(asked, request, [answer, again]))
          return `states are others where a call begins at the ends of the call before, for the ${at + 1}th time in a row, than by itself`
      }
      return undefined
    },
  },
]

interface Round {
  readonly request: BatchRequest
  readonly answer: Float64Array
}

function endsOf({actions}: BatchRequest, answer: Float64Array, stateSize: number): Tensor {
  const [rows = 0] = actions.shape
  const length = answer.length / rows
  const ends = Array.from({length: rows}, (_, row) => [
    ...answer.subarray((row + 1) * length - stateSize, (row + 1) * length),
  ])
  return Tensor.of('float64', [rows, stateSize], ends.flat())
}

/** Each row begins somewhere else, and what hangs on roundings there is another thing. */
function areSameRows(
  probe: ContractProbe,
  {states, actions}: BatchRequest,
  [one, other]: readonly [Float64Array, ArrayLike<number>],
): boolean {
  const {environment, subject} = probe
  const [rows = CANDIDATE_COUNT] = actions.shape
  const [from, commands] = [states.toFloat64(), actions.toFloat64()]
  const cut = (values: ArrayLike<number>, row: number, of = rows) =>
    Float64Array.from({length: values.length / of}, (_, at) => values[row * (values.length / of) + at] ?? Number.NaN)
  return ALL_ROWS.slice(0, rows).every((row) =>
    areSame([cut(one, row), cut(other, row)], floatTypeOf(subject), function* () {
      const [starts = 1] = states.shape
      const now = {...probeStart(probe), state: cut(from, row % starts, starts)}
      for (const {ways} of new NoiseRooms({environment, now, actions: cut(commands, row)})) yield ways
    }),
  )
}
