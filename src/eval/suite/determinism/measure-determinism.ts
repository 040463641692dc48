import {digestValue} from '#provider/model/value-check'
import type {EpisodeKey} from '#random/stream'
import {decodeState} from '#world/model/scene'
import {
  CANDIDATE_COUNT,
  type ContractProbe,
  probeAction,
  probeCandidates,
  probeWorld,
  scoreRequest,
} from '../../kit/contract-input.ts'
import {floatTypeOf} from '../../kit/float-type.ts'
import {NoiseRooms} from '../../kit/noise-room.ts'
import {areSame, areSameAnswers} from '../../kit/same-answers.ts'
import type {StateOutcome, TrialPlace} from '../../kit/state-trial.ts'
import {isClosePath} from '../../kit/tolerance.ts'
import {rounded} from '../../model/rounded.ts'
import type {EvalLibrary, Subject} from '../../model/subject.ts'
import {batchRequest} from '../contract/check-batch-contract.ts'
import {askOneGoal, ONE_GOAL_QUESTIONS} from './ask-one-goal.ts'

/**
 * Which of two questions each of those is that are under way at the same time: one after the other, and then several of a kind, so that what lies in a
 * small ring of buffers is overwritten by the other one's.
 */
const BESIDE = [false, true, false, true, false, false, false, false, true, true, true, true] as const
/** How often a trial asks. */
const QUESTIONS = 5 + BESIDE.length
const BATCH_ROWS = Array.from({length: CANDIDATE_COUNT}, (_, row) => row)
/** Far from the episodes of any suite: the question that comes between. */
const OTHER = 1_000_000

/**
 * Puts one question five more times: at once again, after another question, beside others at the same time, and to a library opened
 * anew. The first trial also asks for scores towards one goal, many times, and all of that again. Answers agree up to what a rounding grows to.
 */
export async function measureDeterminism(
  subject: Subject,
  library: EvalLibrary,
  {environment, key}: TrialPlace,
  signal: AbortSignal,
): Promise<StateOutcome> {
  const ask = (who: Subject, about: EpisodeKey) => answersOf({subject: who, environment, key: about, signal})
  const other = {...key, episode: key.episode + OTHER}
  const type = floatTypeOf(subject)
  const here = {subject, environment, key}
  const first = await ask(subject, key)
  const again = await ask(subject, key)
  const between = await ask(subject, other)
  const back = await ask(subject, key)
  // Whoever is answered as the first or the last of them is told: each is another question for someone.
  const beside = await askBeside(subject, (isOther) => ask(subject, isOther ? other : key))
  const anew = await askAnew(library, subject.name, (fresh) => ask(fresh, key))
  const isScored = subject.capabilities.includes('score')
  const isFirst = isScored && key.episode === 0
  const towardsOneGoal = isFirst ? await askOneGoal({subject, environment, key, signal}) : []
  const ways: Readonly<Record<string, boolean>> = {
    'asked again': isSame(again, first, here),
    'after another question': isSame(back, first, here),
    'beside other questions': beside.every((one, at) =>
      BESIDE[at] ? isSame(one, between, {subject, environment, key: other}) : isSame(one, first, here),
    ),
    'after a new start': isSame(anew, first, here),
    'after many questions with one goal': towardsOneGoal.every(({now, scores}) =>
      areSame(scores, type, function* () {
        const actions = probeCandidates({environment, key})
        for (const room of new NoiseRooms({environment, now, actions})) yield room.scores
      }),
    ),
  }
  const broken = Object.entries(ways).flatMap(([way, isRight]) => (isRight ? [] : [way]))
  const {horizon, block} = environment
  const scored = isScored ? CANDIDATE_COUNT * horizon * block : 0
  const calls = scored + (subject.batched ? CANDIDATE_COUNT * horizon : 0)
  const differs = broken.length > 0 && {broken: `another answer ${broken.join(', ')}`}
  return {
    modelEvals: QUESTIONS * (calls + 1) + (isFirst ? ONE_GOAL_QUESTIONS * scored : 0),
    digest: digestValue(first.map(({numbers}) => numbers.map(rounded))),
    ...differs,
  }
}

/** At the same time, or in turn of who says that only one call may be under way. */
async function askBeside<T>({descriptor}: Subject, ask: (isOther: boolean) => Promise<T>): Promise<T[]> {
  if (descriptor.parallel_safe !== false) return await Promise.all(BESIDE.map(ask))
  const answers: T[] = []
  for (const isOther of BESIDE) answers.push(await ask(isOther))
  return answers
}

async function askAnew<T>(library: EvalLibrary, name: string, work: (fresh: Subject) => Promise<T>): Promise<T> {
  const fresh = library.reopen()
  try {
    return await work(await fresh.subject(name))
  } finally {
    await fresh.close()
  }
}

/** What a provider answers about one start, a list of numbers an operation. */
type Answers = readonly {readonly of: 'step' | 'ways' | 'scores'; readonly numbers: readonly number[]}[]

/** Devices that add in no fixed order are as deterministic as one needs; their last digits are not. */
function isSame(answers: Answers, others: Answers, about: Omit<ContractProbe, 'signal'>): boolean {
  return answers.every(({of, numbers: one}, at) => {
    const other = others[at]?.numbers ?? []
    if (of === 'step') return isClosePath(one, other, floatTypeOf(about.subject))
    if (of === 'ways') return areSameAnswers(about, [one, other], {of})
    // The last says which way is better.
    return one.at(-1) === other.at(-1) && areSameAnswers(about, [one.slice(0, -1), other.slice(0, -1)], {of})
  })
}

async function answersOf(probe: ContractProbe): Promise<Answers> {
  const {subject, environment, signal} = probe
  const answers: Answers[number][] = []
  if (subject.capabilities.includes('predict')) {
    const request = {world_state: probeWorld(probe), action: probeAction(probe), steps: 1}
    const {state} = decodeState(environment, await subject.predict(request, signal), 'provider')
    answers.push({of: 'step', numbers: [...state]})
  }
  if (subject.batched) {
    const request = batchRequest(probe, BATCH_ROWS)
    answers.push({of: 'ways', numbers: [...(await subject.predictBatch(request, signal)).toFloat64()]})
  }
  if (subject.capabilities.includes('score')) {
    const {scores, lowerIsBetter} = await subject.score(scoreRequest(probe, probeCandidates(probe)), signal)
    answers.push({of: 'scores', numbers: [...scores, lowerIsBetter ? 1 : 0]})
  }
  return answers
}
