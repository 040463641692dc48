import {episodeLabel, type Stream, seedStream} from '#random/stream'
import type {Environment} from '#world/model/environment'
import type {Start} from '#world/model/situation'
import {environmentUnder, PLANNER_NAMES, paced, presetConfig} from '#world/planner/presets'
import {alikeStart} from '../../kit/alike-start.ts'
import {drawSize} from '../../kit/drawn-sizes.ts'
import {makeNearElites} from '../../kit/make-actions.ts'
import {asHeld, drawTypes, type NumberTypes} from '../../kit/number-types.ts'
import {ofOtherPace, stepsAhead} from '../../kit/other-pace.ts'
import {ORDERS} from '../../kit/places.ts'
import type {TrialPlace} from '../../kit/state-trial.ts'
import {type RankingQuestion, type ScoreMeanings, scoreMeanings} from '../../kit/true-costs.ts'
import {longPlans} from './long-plans.ts'
import {edgeStart, usualStart} from './order-starts.ts'
import {beyond, inOtherForm, inOtherNumber, ofNumber} from './plan-forms.ts'

const [USUAL_ORDERS] = ORDERS
/** In one trial of so many each entry is held for another number of steps than usual. */
const HELD_EACH = 4
/** Draws of a start before candidates between which nothing can be told are taken. */
const TRIES = 8

/** Every second trial follows a question that is almost its own. */
const ALIKE_EACH = 2
/** Once in so many of them that one has another hold, and else another number of the start or of the goal. */
const OTHER_HOLD_EACH = 4
/** In one trial of so many plans are longer than those of the world. */
const LONG_EACH = 4
/** In one of so many they have another form than a search gives them, and in one of so many, in whatever form, there are more or fewer. */
const FORM_EACH = 2
const NUMBER_EACH = 3
/** One trial of so many asks as a known planner does: for its plan lengths and as many candidates as it has. */
const PLANNER_EACH = 5

/** What is ordered, and what each candidate truly costs. `alike`: what is asked before it, where it follows another question. `common`: entries up to which candidates are alike. */
export interface OrderQuestion {
  readonly question: RankingQuestion
  readonly truth: ScoreMeanings
  readonly alike?: RankingQuestion | undefined
  readonly common?: number
  readonly types: NumberTypes
}

/** The planner that is asked for, if it is one. */
interface Asker {
  readonly planner?: string | undefined
  readonly draws: Stream
}

/** Candidates as a search has them when it is nearly done, from a place of the set; in some trials with entries that are held longer or shorter than usual, in other forms than a search gives them, or longer and of more of them. */
export async function makeOrderQuestion(
  {environment: usual, key, set}: TrialPlace,
  signal: AbortSignal,
): Promise<OrderQuestion> {
  const stream = seedStream(`${episodeLabel(key, 'noise')}|${set}`)
  const pace = seedStream(`${episodeLabel(key, 'noise')}|${set}|pace`)
  const isFull = key.stratum === usual.strata[0] && key.episode === 0
  const planner = !isFull && pace.int(PLANNER_EACH) === 0 ? PLANNER_NAMES[pace.int(PLANNER_NAMES.length)] : undefined
  const environment = isFull ? usual : pacedFor(usual, planner, pace)
  const drawStart = set === USUAL_ORDERS ? usualStart : edgeStart
  const types = drawTypes(pace)
  const startFrom = (draws: Stream) => ({
    ...heldAs(types, drawStart(environment, key.stratum, draws, key.episode)),
    step: 0,
  })
  const long =
    isFull || (planner === undefined && pace.int(LONG_EACH) === 0)
      ? longPlans(environment, {startFrom, draws: pace, types, isFull})
      : undefined
  if (long) return {...long, types}
  for (let tried = 1; ; tried++) {
    const now = startFrom(stream)
    const elites = await makeNearElites(environment, key, now, signal)
    const formed = formedFor(environment, elites, {planner, draws: pace})
    const question = {environment, now, actions: asHeld(types.actions, formed)}
    const truth = scoreMeanings(question)
    const isTold = Math.max(...truth.end) > Math.min(...truth.end)
    if (isTold || tried === TRIES)
      return {question, truth, alike: alikeTo(question, types, {stratum: key.stratum, draws: pace}), types}
  }
}

/** As a planner cuts its plans, or now and then otherwise than usual. */
function pacedFor(usual: Environment, planner: string | undefined, draws: Stream): Environment {
  if (planner !== undefined) return environmentUnder(planner, usual)
  return draws.int(HELD_EACH) === 0 ? heldOtherwise(usual, draws) : usual
}

/** As a planner has them, or now and then more or fewer, and in some form. */
function formedFor(environment: Environment, elites: Float64Array, {planner, draws}: Asker): Float64Array {
  const isOther = planner === undefined && draws.int(NUMBER_EACH) === 0
  const usual = isOther ? inOtherNumber(environment, elites, draws) : elites
  const all = planner === undefined ? usual : asPlanned(environment, elites, {planner, draws})
  return draws.int(FORM_EACH) === 0 ? inOtherForm(environment, all, draws) : all
}

/** As many as the planner has, and where it leaves limits to the model, most of them beyond these. */
function asPlanned(
  environment: Environment,
  elites: Float64Array,
  {planner, draws}: {readonly planner: string; readonly draws: Stream},
): Float64Array {
  const {num_samples: samples, low} = presetConfig(planner)
  const all = ofNumber(environment, elites, samples, draws)
  return low === null ? beyond(all, environment, draws) : all
}

function heldAs(types: NumberTypes, {state, goal}: Start): Start {
  return {state: asHeld(types.states, state), goal: asHeld(types.states, goal)}
}

/** A question about these candidates from a start, to a goal or held for a time that differs in one number: who leaves that out of a key answers as before. */
function alikeTo(
  question: RankingQuestion,
  types: NumberTypes,
  {stratum, draws}: {readonly stratum: string; readonly draws: Stream},
): RankingQuestion | undefined {
  if (draws.int(ALIKE_EACH) > 0) return undefined
  const {environment, now} = question
  const {block, horizon, goalSize} = environment
  if (draws.int(OTHER_HOLD_EACH) === 0) {
    const other = block === 1 ? 2 : 1 + draws.int(block - 1)
    return {...question, environment: paced(environment, {block: other, horizon})}
  }
  const entry = draws.int(2 * goalSize)
  const value = environment.reset(draws, stratum).goal[entry]
  if (value !== undefined && value !== now.goal[entry])
    return {
      ...question,
      now: {
        ...now,
        goal: asHeld(
          types.states,
          now.goal.map((own, at) => (at === entry ? value : own)),
        ),
      },
    }
  const state = alikeStart(environment, now.state, draws)
  return state && {...question, now: {...now, state: asHeld(types.states, state)}}
}

/** Each doubling as likely, so that short holds and long ones are both met. */
function heldOtherwise(usual: Environment, draws: Stream): Environment {
  const most = stepsAhead(usual)
  return ofOtherPace(usual, Math.min(most, drawSize(draws, Math.ceil(Math.log2(most + 1)))), draws)
}
