import {modelObjective} from '#world/planner/objective'
import {
  CANDIDATE_COUNT,
  type ContractProbe,
  probeCandidates,
  probeStart,
  scoreRequest,
} from '../../kit/contract-input.ts'
import type {ContractCase} from './contract-case.ts'

/** Far from the episodes of any suite: another situation. */
const OTHER = 3_000_000
/** The exact cost must change by more than this share, or the change means nothing to anyone. */
const VISIBLE = 2e-3

/** Share of the way to another goal: a few times the tolerance within which a task is done. */
const NEARBY = 0.1
/** Questions that are nearly the first one. Elsewhere each costs time of others. */
const NEAR = {here: 8, elsewhere: 2} as const

type Start = ReturnType<typeof probeStart>
interface Question {
  readonly start: Start
  readonly values: Float64Array
}
/** The question with something else in it, or nearly the same; `other` is the start of another episode. */
interface Change {
  far(question: Question, other: Start, probe: ContractProbe): Question
  near?(question: Question, other: Start): Question
}

/**
 * What scores must follow. Each is held only where the exact costs change visibly, and any change of any score keeps it. A field that a provider does
 * not say it needs it may ignore.
 */
export const SENSE_CASES: readonly ContractCase[] = [
  {
    name: 'score-flat',
    capability: 'score',
    spread: 'episodes',
    async check(probe) {
      const question = asked(probe)
      if (!differ(exactCosts(probe, question), shiftedByOne(exactCosts(probe, question)))) return undefined
      const scores = await scoresOf(probe, question)
      return scores.every((score) => score === scores[0])
        ? `${CANDIDATE_COUNT} different candidates got one score`
        : undefined
    },
  },
  follows(
    {name: 'score-goal', field: 'goal', what: 'another goal'},
    {
      far: ({start, values}, {goal}) => ({start: {...start, goal}, values}),
      near: ({start, values}, other) => {
        const goal = start.goal.map((value, at) => value + NEARBY * ((other.goal[at] ?? value) - value))
        return {start: {...start, goal}, values}
      },
    },
  ),
  follows(
    {name: 'score-observation', field: 'observation', what: 'another observation'},
    {far: ({start, values}, {state}) => ({start: {...start, state}, values})},
  ),
  follows(
    {name: 'score-last', what: 'another last action'},
    {
      far: ({start, values}, _, {environment: {horizon, actionSize}}) => ({
        start,
        values: values.map((value, at) => (at % (horizon * actionSize) >= (horizon - 1) * actionSize ? -value : value)),
      }),
    },
  ),
]

interface Followed {
  readonly name: string
  /** The field of `info` that changes; absent is none. */
  readonly field?: string
  readonly what: string
}

function follows({name, field, what}: Followed, change: Change): ContractCase {
  return {
    name,
    capability: 'score',
    spread: 'episodes',
    async check(probe) {
      if (field !== undefined && !Object.hasOwn(probe.subject.descriptor.required ?? {}, field)) return undefined
      const question = asked(probe)
      const [far, ...near] = changesOf(probe, question, change)
      if (far && (await isMissed(probe, question, [far]))) return `${what} changes no score`
      return (await isMissed(probe, question, near)) ? `${what}, nearly the same, changes no score` : undefined
    },
  }
}

/** Whether one of the changes changes no score, although the exact costs change visibly. */
async function isMissed(probe: ContractProbe, question: Question, changes: readonly Question[]): Promise<boolean> {
  const costs = exactCosts(probe, question)
  const told = changes.filter((changed) => differ(costs, exactCosts(probe, changed)))
  if (told.length === 0) return false
  const before = await scoresOf(probe, question)
  for (const changed of told) {
    const after = await scoresOf(probe, changed)
    if (before.every((score, at) => score === after[at])) return true
  }
  return false
}

function changesOf(probe: ContractProbe, question: Question, {far, near}: Change): readonly Question[] {
  const others = Array.from({length: 1 + (probe.subject.inProcess ? NEAR.here : NEAR.elsewhere)}, (_, at) =>
    probeStart({...probe, key: {...probe.key, episode: probe.key.episode + OTHER + at}}),
  )
  const [first, ...rest] = others
  if (!first) return []
  return [far(question, first, probe), ...(near ? rest.map((other) => near(question, other)) : [])]
}

function asked(probe: ContractProbe): Question {
  return {start: probeStart(probe), values: probeCandidates(probe)}
}

async function scoresOf(probe: ContractProbe, {start, values}: Question): Promise<readonly number[]> {
  return Array.from((await probe.subject.score(scoreRequest(probe, values, start), probe.signal)).scores)
}

/** What the candidates come to under the exact rules. */
function exactCosts({environment}: ContractProbe, {start, values}: Question): readonly number[] {
  const {horizon, actionSize, block} = environment
  const costs = modelObjective({environment, model: environment, start, block})
  return Array.from(costs({values, samples: CANDIDATE_COUNT, horizon, actionSize}).scores)
}

function shiftedByOne(costs: readonly number[]): readonly number[] {
  return costs.map((_, at) => costs[(at + 1) % costs.length] ?? Number.NaN)
}

function differ(one: readonly number[], other: readonly number[]): boolean {
  return one.some((cost, at) => Math.abs(cost - (other[at] ?? cost)) > VISIBLE * Math.abs(cost))
}
