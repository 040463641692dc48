import type {FloatType} from '#provider/model/float-types'
import {episodeLabel, seedStream} from '#random/stream'
import {Action} from '#world/model/action'
import type {Environment} from '#world/model/environment'
import {decodeState} from '#world/model/scene'
import {Tensor} from '#world/tensor/tensor'
import {takesTargets} from '../../kit/contract-input.ts'
import {drawRows} from '../../kit/drawn-sizes.ts'
import {floatTypeOf} from '../../kit/float-type.ts'
import {drawTypes, type NumberTypes, wordsOfTypes} from '../../kit/number-types.ts'
import type {StateOutcome, TrialPlace} from '../../kit/state-trial.ts'
import {toldNumbers} from '../../kit/told-numbers.ts'
import type {Subject} from '../../model/subject.ts'
import {type AnsweredStep, unlessBroken} from './ask-unless-broken.ts'
import {askWays, waySteps} from './ask-ways.ts'
import {isHalfStep, isRightStep} from './right-step.ts'
import {sceneOf} from './scene-of.ts'
import {type StepQuestion, stepQuestions} from './step-questions.ts'
import {entryDifference, exactStep, isStable} from './step-tolerance.ts'
import {commandUnder, drawTarget, unsaidIn} from './targets.ts'
import {WAYS_FROM} from './ways.ts'

/** Different steps of a trial; without batches each is a call. */
const TOGETHER = 12
/** So many in the first trial of each place: twice what any planner asks. Others ask for a drawn number of rows. */
const CROWD = 1024
/** Steps of a trial that are asked for one by one where a batch answers most; elsewhere each call costs time of others. */
const ALONE = {here: 4, elsewhere: 2} as const

/** Behind wrong steps that are all off by so little: what a provider may do about it. */
const HALF_PRECISION =
  '; all are as far off as half precision rounds: who computes with it states float_type: float16 and answers such numbers'

/** How many steps one trial asks about, at most. */
export function stepsAsked(
  {batched, inProcess, descriptor}: Pick<Subject, 'batched' | 'inProcess' | 'descriptor'>,
  place: Pick<TrialPlace, 'environment' | 'config'>,
): number {
  return (batched ? 2 * crowdFor({descriptor}) : 0) + aloneOf({batched, inProcess}) + 2 + waySteps({batched}, place)
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
  const isCrowd = subject.batched && key.episode === 0
  const count = Math.max(isCrowd ? crowdFor(subject) : TOGETHER, aloneOf(subject))
  const type = floatTypeOf(subject)
  const types = drawTypes(seedStream(`${episodeLabel(key, 'noise')}|${set}|types`))
  const questions = stepQuestions(environment, key, {place: set, count, type, types})
  const answered = [
    ...(await byBatches(
      subject,
      place,
      {batches: isCrowd ? [questions] : batchesOf(questions, subject, place), types},
      signal,
    )),
    ...(await oneByOne(subject, place, questions.slice(0, aloneOf(subject)), signal)),
    ...(set === WAYS_FROM ? await askWays(subject, place, signal) : []),
  ]
  return outcomeOf(environment, answered, type)
}

/** A batch of a drawn number of rows, in which each question meets every place, or of fewer and what is left in another. */
function batchesOf(
  questions: readonly StepQuestion[],
  {descriptor: {max_samples: most = CROWD}}: Pick<Subject, 'descriptor'>,
  {key, set}: TrialPlace,
): readonly (readonly StepQuestion[])[] {
  const count = questions.length
  const rows = drawRows(seedStream(`${episodeLabel(key, 'noise')}|${set}|rows`), most)
  if (rows < count) return [questions.slice(0, rows), questions.slice(rows)]
  const inTurn = Array.from({length: rows}, (_, at) => questions[(at + Math.floor(at / count)) % count])
  return [inTurn.filter((one) => one !== undefined)]
}

async function byBatches(
  subject: Subject,
  place: TrialPlace,
  {batches, types}: {readonly batches: readonly (readonly StepQuestion[])[]; readonly types: NumberTypes},
  signal: AbortSignal,
): Promise<AnsweredStep[]> {
  const answered: AnsweredStep[] = []
  if (!subject.batched) return answered
  for (const questions of batches) answered.push(...(await byBatch(subject, place, {questions, types}, signal)))
  return answered
}

function outcomeOf(environment: Environment, answered: readonly AnsweredStep[], type: FloatType): StateOutcome {
  const wrong = answered.filter((one) => !isRightStep(environment, one, type))
  const [first] = wrong
  const told = answered.filter(({answer}) => answer?.length === environment.stateSize)
  return {
    modelEvals: answered.length,
    values: {
      steps: answered.length,
      wrong: wrong.length,
      error: meanSquare(environment, told, ({answer}) => answer ?? []),
      moved: meanSquare(environment, told, ({from}) => from),
    },
    ...(first && {
      broken: `${wrong.length} of ${answered.length} steps end elsewhere, the first ${toldStep(first)}${areHalfSteps(environment, wrong) ? HALF_PRECISION : ''}`,
    }),
  }
}

function areHalfSteps(environment: Environment, wrong: readonly AnsweredStep[]): boolean {
  return wrong.every((step) => isHalfStep(environment, step))
}

/** A wrong step in numbers, so that whoever reads it can make it again. */
function toldStep({asked, from, command, answer, lack, truth, steps = 1}: AnsweredStep): string {
  const many = steps === 1 ? '' : `, ${steps} steps later`
  const ends = answer === undefined ? `without a state that is one (${lack})` : `at ${toldNumbers(answer)}`
  return `asked ${asked}: from ${toldNumbers(from)} under ${toldNumbers(command)} it ends${many} ${ends}, by the rules at ${toldNumbers(truth)}`
}

function aloneOf({batched, inProcess}: Pick<Subject, 'batched' | 'inProcess'>): number {
  if (!inProcess) return ALONE.elsewhere
  return batched ? ALONE.here : TOGETHER
}

/** One or two steps from each state in one call, each state its own row. */
async function byBatch(
  subject: Subject,
  {environment, key: trial, set}: TrialPlace,
  {questions, types}: {readonly questions: readonly StepQuestion[]; readonly types: NumberTypes},
  signal: AbortSignal,
): Promise<AnsweredStep[]> {
  const {stateSize, actionSize, key} = environment
  const rows = questions.length
  if (rows === 0) return []
  const steps = 2 - seedStream(`${episodeLabel(trial, 'noise')}|${set}|steps`).int(2)
  const states = Tensor.of(
    types.states,
    [rows, stateSize],
    questions.flatMap(({now}) => [...now.state]),
  )
  const values = questions.flatMap(({commands}) => commands.slice(0, steps).flatMap((command) => [...command]))
  const actions = Tensor.of(types.actions, [rows, steps, actionSize], values)
  const {answer: path, lack} = await unlessBroken(async () =>
    (await subject.predictBatch({states, actions, environment: key}, signal)).toFloat64(),
  )
  return questions.flatMap(({now, truth, commands}, row) =>
    truth.slice(0, steps).map((next, step): AnsweredStep => {
      const from = (steps * row + step) * stateSize
      const answer = path?.subarray(from, from + stateSize)
      const told = {truth: next, answer, lack, asked: `at place ${row + 1} of a batch of ${rows}${wordsOfTypes(types)}`}
      const begun = {from: now.state, command: commands[0]}
      return step === 0 ? {...told, ...begun} : {...told, from: truth[0], command: commands[1], before: begun}
    }),
  )
}

/** One call a step, one towards a target where the provider takes targets, and one without a command where it takes that. */
async function oneByOne(
  subject: Subject,
  {environment, key, set}: TrialPlace,
  questions: readonly StepQuestion[],
  signal: AbortSignal,
): Promise<AnsweredStep[]> {
  if (!subject.capabilities.includes('predict')) return []
  const answered: AnsweredStep[] = []
  const type = floatTypeOf(subject)
  const draws = seedStream(`${episodeLabel(key, 'noise')}|${set}|scene`)
  const ask = async ({now}: StepQuestion, action: Action, how: Pick<AnsweredStep, 'command' | 'truth' | 'asked'>) => {
    const told = await unlessBroken(async () => {
      const request = {world_state: sceneOf(environment, now, draws), action, steps: 1}
      return decodeState(environment, await subject.predict(request, signal), 'provider').state
    })
    answered.push({from: now.state, ...told, ...how})
  }
  for (const question of questions) {
    const [command] = question.commands
    await ask(question, Action.control([...command]), {command, truth: question.truth[0], asked: 'alone'})
  }
  const [first] = questions
  if (first && takesTargets(subject, environment)) {
    const target = drawTarget(environment, {now: first.now, key, set})
    const command = commandUnder(environment, first.now.state, target)
    if (isStable(environment, first.now.state, command, type))
      await ask(first, target, {
        command,
        truth: exactStep(environment, first.now.state, command),
        asked: `towards a target${unsaidIn(target)}`,
      })
  }
  const still = new Float64Array(environment.actionSize)
  const idle = subject.descriptor.action_types?.includes('noop')
    ? questions.find(({now}) => isStable(environment, now.state, still, type))
    : undefined
  if (idle)
    await ask(idle, Action.noop(), {
      command: still,
      truth: exactStep(environment, idle.now.state, still),
      asked: 'for no command',
    })
  return answered
}

/** How far true ends lie from something else, in error scales: of all numbers that are finite. */
function meanSquare(
  environment: Environment,
  steps: readonly AnsweredStep[],
  otherOf: (step: AnsweredStep) => ArrayLike<number>,
): number {
  let sum = 0
  let count = 0
  for (const step of steps) {
    const other = otherOf(step)
    for (let entry = 0; entry < step.truth.length; entry++) {
      const value = entryDifference(environment, step.truth, other, entry) / (environment.sigma[entry] ?? 1)
      if (!Number.isFinite(value)) continue
      sum += value * value
      count++
    }
  }
  return sum / Math.max(1, count)
}
