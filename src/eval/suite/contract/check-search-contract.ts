import {type Stream, seedStream} from '#random/stream'
import type {Environment} from '#world/model/environment'
import {holdActions, rollOut} from '#world/model/rollout'
import type {Situation} from '#world/model/situation'
import {type ContractProbe, pickRows, probeStart, scoreRequest} from '../../kit/contract-input.ts'
import {floatTypeOf} from '../../kit/float-type.ts'
import {type NoiseRoom, NoiseRooms} from '../../kit/noise-room.ts'
import {areSame} from '../../kit/same-answers.ts'
import {ALL_ROWS, type AskedOperation, BATCH, elsewhere, SCORE} from './ask-operation.ts'
import {batchFrom} from './check-batch-contract.ts'
import type {ContractCase} from './contract-case.ts'

/** How often a planner looks again on its way to one goal. */
const ROUNDS = 9
/** Candidates of each question, if the provider takes as many: more than other cases have, as planners ask. */
const SAMPLES = 16
/** Plans that follow the best one differ from it by up to this much. */
const NEAR = 0.5

/** Candidates `[samples, horizon, actionSize]` from a situation. */
interface Plans {
  readonly now: Situation
  readonly actions: Float64Array
}

/** The numbers of an answer, and the candidate that is followed. */
interface Searched {
  readonly numbers: ArrayLike<number>
  readonly best: number
}

interface Search {
  readonly name: string
  readonly what: string
  /** Asked between two questions that are put once more. */
  readonly operation: AskedOperation
  /** How far roundings may part two answers. */
  readonly of: keyof NoiseRoom
  ask(plans: Plans, probe: ContractProbe): Promise<Searched>
}

/** A planner that looks again asks about the same goal from where its last plan led: each question must be answered as it is by itself. */
export const SEARCH_CASES: readonly ContractCase[] = [
  searchCase({
    name: 'score-onward',
    what: 'scores are others',
    operation: SCORE,
    of: 'scores',
    async ask({now, actions}, probe) {
      const {scores, bestIndex} = await probe.subject.score(scoreRequest(probe, actions, now), probe.signal)
      return {numbers: scores, best: bestIndex}
    },
  }),
  searchCase({
    name: 'batch-replan',
    what: 'states are others',
    operation: BATCH,
    of: 'ways',
    async ask({now, actions}, probe) {
      const answer = await probe.subject.predictBatch(batchFrom(probe, now.state, actions), probe.signal)
      return {numbers: answer.toFloat64(), best: 0}
    },
  }),
]

function searchCase({name, what, operation, of, ask}: Search): ContractCase {
  return {
    name,
    capability: operation.capability,
    spread: 'episodes',
    async check(probe) {
      if (!probe.subject.deterministic) return undefined
      const stream = seedStream(`${name}|${probe.key.environment}|${probe.key.episode}`)
      const rounds: (Plans & {readonly numbers: Float64Array})[] = []
      for (let asked = firstPlans(probe, stream); rounds.length < ROUNDS; ) {
        const {numbers, best} = await ask(asked, probe)
        rounds.push({...asked, numbers: Float64Array.from(numbers)})
        asked = plansFrom(asked, {best, round: rounds.length}, probe, stream)
      }
      for (const [at, {numbers, ...plans}] of [...rounds.entries()].reverse()) {
        await operation.ask(elsewhere(probe, at + 1), ALL_ROWS)
        const again = await ask(plans, probe)
        if (!areSameFrom(plans, probe, of, [numbers, again.numbers]))
          return `${what} where a search goes on from where its last plan led, for the ${at + 1}th time, than by themselves`
      }
      return undefined
    },
  }
}

function firstPlans(probe: ContractProbe, stream: Stream): Plans {
  const {horizon, actionSize} = probe.environment
  const samples = Math.min(SAMPLES, probe.subject.descriptor.max_samples ?? SAMPLES)
  const actions = Float64Array.from({length: samples * horizon * actionSize}, () => 2 * stream.uniform() - 1)
  return {now: probeStart(probe), actions}
}

/**
 * After the best plan was followed for a step, for an entry, or for as long as planners of the suites follow one, in turn: what is left of it and plans near that,
 * or in every second case the same plans once more.
 */
function plansFrom(
  {now, actions}: Plans,
  {best, round}: {readonly best: number; readonly round: number},
  {environment, key}: ContractProbe,
  stream: Stream,
): Plans {
  const {horizon, actionSize, block, execute} = environment
  const plan = pickRows(actions, [best], horizon * actionSize)
  const steps = [1, block, execute * block][round % 3] ?? 1
  const next = {...now, state: endOf(environment, now, plan, steps)}
  const entries = Math.floor(steps / block)
  const near = () => plansNear(plan, {from: entries * actionSize, samples: actions.length / plan.length}, stream)
  return {now: next, actions: key.episode % 2 === 1 ? actions : near()}
}

function endOf(environment: Environment, now: Situation, plan: Float64Array, steps: number): Float64Array {
  const {block, actionSize, stateSize} = environment
  const actions = holdActions(plan, actionSize, block).slice(0, steps * actionSize)
  return rollOut(environment, {states: now.state, actions, samples: 1, steps}).slice(-stateSize)
}

/** What is left of a plan from a number of it on, and others near that. */
function plansNear(
  plan: Float64Array,
  {from, samples}: {readonly from: number; readonly samples: number},
  stream: Stream,
): Float64Array {
  const rest = Float64Array.from({length: plan.length}, (_, at) => plan[at + from] ?? 0)
  const near = () => rest.map((value) => Math.max(-1, Math.min(1, value + NEAR * (2 * stream.uniform() - 1))))
  return Float64Array.from(Array.from({length: samples}, (_, row) => [...(row === 0 ? rest : near())]).flat())
}

/** Each question begins somewhere else, so what roundings come to is worked out for each. */
function areSameFrom(
  {now, actions}: Plans,
  {environment, subject}: ContractProbe,
  of: keyof NoiseRoom,
  pair: readonly [ArrayLike<number>, ArrayLike<number>],
): boolean {
  return areSame(pair, floatTypeOf(subject), function* () {
    for (const {[of]: room} of new NoiseRooms({environment, now, actions})) yield room
  })
}
