import {Action, controlOf} from '#world/model/action'
import {decodeState, encodeState} from '#world/model/scene'
import type {PlannerConfig} from '#world/planner/config'
import {Tensor} from '#world/tensor/tensor'
import type {StateOutcome, TrialPlace} from '../../kit/state-trial.ts'
import type {Subject} from '../../model/subject.ts'
import {type AnsweredStep, unlessBroken} from './ask-unless-broken.ts'
import {askWays, WAYS_FROM, waySteps} from './ask-ways.ts'
import {type StepQuestion, stepQuestions} from './step-questions.ts'
import {exactStep, isNear, isStable, stateDifference} from './step-tolerance.ts'

/** Steps of a trial that are asked for at once; without batches each is a call. */
const TOGETHER = 12
/** So many in the first trial of each place: twice what any planner asks. */
const CROWD = 1024
/** Steps of a trial that are asked for one by one where a batch answers most; elsewhere each call costs time of others. */
const ALONE = {here: 4, elsewhere: 2} as const

/** How many steps one trial asks about, at most. */
export function stepsAsked(
  {batched, inProcess, descriptor}: Pick<Subject, 'batched' | 'inProcess' | 'descriptor'>,
  config: PlannerConfig,
): number {
  return (batched ? 2 * crowdFor({descriptor}) : 0) + aloneOf({batched, inProcess}) + 2 + waySteps({batched}, config)
}

/** Calls of a trial where each is of one step, and the two that ask for the end of a way. */
export function callsAsked(subject: Pick<Subject, 'batched' | 'inProcess'>): number {
  return aloneOf(subject) + 4
}

/** Who says how many it takes at once is not asked for more. */
function crowdFor({descriptor: {max_samples: most = CROWD}}: Pick<Subject, 'descriptor'>): number {
  return Math.max(TOGETHER, Math.min(CROWD, most))
}

/** Asks for single steps at one place, in every way the provider predicts, and holds each against the exact rules. */
export async function measureFidelity(subject: Subject, place: TrialPlace, signal: AbortSignal): Promise<StateOutcome> {
  const {environment, key, set} = place
  const together = key.episode === 0 ? crowdFor(subject) : TOGETHER
  const count = Math.max(subject.batched ? together : 0, aloneOf(subject))
  const questions = stepQuestions(environment, key, set, count)
  const answered = [
    ...(subject.batched ? await byBatch(subject, place, questions, signal) : []),
    ...(await oneByOne(subject, place, questions.slice(0, aloneOf(subject)), signal)),
    ...(set === WAYS_FROM ? await askWays(subject, place, signal) : []),
  ]
  const isRight = ({answer, truth}: AnsweredStep) =>
    answer !== undefined && answer.length === truth.length && isNear(environment, truth, answer)
  const wrong = answered.filter((one) => !isRight(one))
  const [first] = wrong
  const shares = (one: AnsweredStep, other: ArrayLike<number>) =>
    stateDifference(environment, one.truth, other).map((value, entry) => value / (environment.sigma[entry] ?? 1))
  const told = answered.filter(({answer}) => answer?.length === environment.stateSize)
  return {
    modelEvals: answered.length,
    values: {
      steps: answered.length,
      wrong: wrong.length,
      error: meanSquare(told.map((one) => shares(one, one.answer ?? []))),
      moved: meanSquare(told.map((one) => shares(one, one.from))),
    },
    ...(first && {broken: `${wrong.length} of ${answered.length} steps end elsewhere, the first asked ${first.asked}`}),
  }
}

function aloneOf({batched, inProcess}: Pick<Subject, 'batched' | 'inProcess'>): number {
  if (!inProcess) return ALONE.elsewhere
  return batched ? ALONE.here : TOGETHER
}

/** Two steps from each state in one call, each state its own row. */
async function byBatch(
  subject: Subject,
  {environment}: TrialPlace,
  questions: readonly StepQuestion[],
  signal: AbortSignal,
): Promise<AnsweredStep[]> {
  const {stateSize, actionSize, key} = environment
  const rows = questions.length
  if (rows === 0) return []
  const states = Tensor.of(
    'float64',
    [rows, stateSize],
    questions.flatMap(({now}) => [...now.state]),
  )
  const commands = questions.flatMap((question) => question.commands.flatMap((command) => [...command]))
  const actions = Tensor.of('float64', [rows, 2, actionSize], commands)
  const path = await unlessBroken(async () =>
    (await subject.predictBatch({states, actions, environment: key}, signal)).toFloat64(),
  )
  return questions.flatMap(({now, truth}, row) =>
    truth.map((next, step): AnsweredStep => {
      const from = (2 * row + step) * stateSize
      const answer = path?.subarray(from, from + stateSize)
      return {from: step === 0 ? now.state : truth[0], truth: next, answer, asked: `at place ${row + 1} of a batch`}
    }),
  )
}

/** One call a step, one towards a target where the provider takes targets, and one without a command where it takes that. */
async function oneByOne(
  subject: Subject,
  {environment}: TrialPlace,
  questions: readonly StepQuestion[],
  signal: AbortSignal,
): Promise<AnsweredStep[]> {
  if (!subject.capabilities.includes('predict')) return []
  const answered: AnsweredStep[] = []
  const ask = async ({now}: StepQuestion, action: Action, how: {truth: Float64Array; asked: string}) => {
    const answer = await unlessBroken(async () => {
      const request = {world_state: encodeState(environment, now), action, steps: 1}
      return decodeState(environment, await subject.predict(request, signal), 'provider').state
    })
    answered.push({from: now.state, answer, ...how})
  }
  for (const question of questions) {
    const [command] = question.commands
    await ask(question, Action.control([...command]), {truth: question.truth[0], asked: 'alone'})
  }
  const [first] = questions
  const takesTargets =
    subject.descriptor.action_types?.includes('move_to') && environment.actionTypes.includes('move_to')
  if (first && takesTargets) {
    const [x = 0, y = 0] = first.now.goal
    const target = Action.moveTo(x, y, 0)
    const command = Float64Array.from(controlOf(environment, first.now.state, target))
    if (isStable(environment, first.now.state, command))
      await ask(first, target, {truth: exactStep(environment, first.now.state, command), asked: 'towards a target'})
  }
  const still = new Float64Array(environment.actionSize)
  const idle = subject.descriptor.action_types?.includes('noop')
    ? questions.find(({now}) => isStable(environment, now.state, still))
    : undefined
  if (idle)
    await ask(idle, Action.noop(), {truth: exactStep(environment, idle.now.state, still), asked: 'for no command'})
  return answered
}

/** Of all values that are finite. */
function meanSquare(lists: readonly Float64Array[]): number {
  let sum = 0
  let count = 0
  for (const values of lists) {
    for (const value of values) {
      if (!Number.isFinite(value)) continue
      sum += value * value
      count++
    }
  }
  return sum / Math.max(1, count)
}
