import type {Stream} from '#random/stream'
import type {Environment} from '#world/model/environment'
import type {Situation, Start} from '#world/model/situation'
import {paced} from '#world/planner/presets'
import {drawSize, drawWithin} from '../../kit/drawn-sizes.ts'
import {randomEntries} from '../../kit/make-actions.ts'
import {asHeld, type NumberTypes} from '../../kit/number-types.ts'
import {drawCommand} from '../../kit/places.ts'
import {type RankingQuestion, type ScoreMeanings, scoreMeanings} from '../../kit/true-costs.ts'
import {beyond} from './plan-forms.ts'

/** Draws of a start before candidates between which nothing can be told are given up. */
const TRIES = 8
/** Entries of plans that are longer than those of the world: a little, or far, up to so many steps. */
const LONGER = {least: 12, most: 32} as const
const LONG = {least: 25, most: 80} as const
const MOST_STEPS = 240
/** In one question of so many every second command lies beyond the limits. */
const BEYOND_EACH = 3
/** How many plans of a question differ in their last entries: a few, or as many as there is room for, each doubling as likely. */
const FEW = 16
const MANY = {from: 4, octaves: 10} as const
/** How far apart their costs lie at least, as a share of the highest: what they have in common may not drown it when it is rounded. */
const APART = 0.02

/** Entries of all plans of a question, at most: as many as 512 plans of 24 have; most questions have no more steps than the other. */
const MOST_ENTRIES = 12_288
const USUAL_STEPS = 8192

/** Steps of all plans of a question, at most. */
export const longPlanSteps = ({block}: Pick<Environment, 'block'>): number =>
  Math.max(USUAL_STEPS, MOST_ENTRIES * block)

/** What is asked, what each plan truly costs, and entries up to which all are alike. */
interface LongPlans {
  readonly question: RankingQuestion
  readonly truth: ScoreMeanings
  readonly common: number
}

interface Wanted {
  readonly startFrom: (draws: Stream) => Situation
  readonly draws: Stream
  readonly types: NumberTypes
  /** As many of them as there is room for. */
  readonly isFull: boolean
}

/** Plans with a beginning in common, longer than whole plans of the world, so that all hangs on what comes late. Undefined where they all cost alike. */
export function longPlans(usual: Environment, {startFrom, draws, types, isFull}: Wanted): LongPlans | undefined {
  const entries = drawWithin(draws.int(2) === 0 ? LONG : LONGER, draws)
  const least = usual.horizon + Math.ceil(usual.horizon / 2)
  const horizon = Math.min(Math.max(least, entries), Math.floor(MOST_STEPS / usual.block))
  const common = horizon - usual.horizon
  const environment = paced(usual, {horizon, block: usual.block})
  const drawn = draws.int(2) === 0 ? FEW : drawSize(draws, MANY.octaves, MANY.from)
  const usualRoom = Math.floor(USUAL_STEPS / (horizon * usual.block))
  const samples = isFull ? Math.floor(MOST_ENTRIES / horizon) : Math.min(usualRoom, drawn)
  const isBeyond = draws.int(BEYOND_EACH) === 0
  for (let tried = 0; tried < TRIES; tried++) {
    const now = startFrom(draws)
    const lead = leadFrom(usual, now, {entries: common, draws})
    const size = horizon * usual.actionSize
    const actions = new Float64Array(samples * size)
    for (let sample = 0; sample < samples; sample++) {
      actions.set(lead, sample * size)
      actions.set(randomEntries(usual, draws, usual.horizon), sample * size + lead.length)
    }
    const formed = isBeyond ? beyond(actions, environment, draws) : actions
    const question = {environment, now, actions: asHeld(types.actions, formed)}
    const truth = scoreMeanings(question)
    const areApart = (costs: Float64Array) => Math.max(...costs) - Math.min(...costs) > APART * Math.max(...costs)
    if (Object.values(truth).every(areApart)) return {question, truth, common}
  }
  return undefined
}

/** Commands of who knows to act there, each held as entries are, or any where nobody does. */
function leadFrom(
  environment: Environment,
  {state: start, goal}: Start,
  {entries, draws}: {readonly entries: number; readonly draws: Stream},
): number[] {
  const {expert, block} = environment
  const state = start.slice()
  return Array.from({length: entries}, () => {
    const acted = expert?.(state, goal) ?? drawCommand(environment, 'usual', draws)
    const command = Array.from(acted, (value) => Math.max(-1, Math.min(1, value)))
    for (let step = 0; step < block; step++) environment.advance(state, 0, command, 0)
    return command
  }).flat()
}
