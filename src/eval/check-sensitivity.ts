import type {Assay} from '#provider/assay'
import type {Fields, PolicyRequest, ScoreRequest} from '#provider/model/provider'
import {Action} from '#world/model/action'
import {Tensor} from '#world/tensor/tensor'
import {type AnswerComparison, compareAnswers} from './compare-answers.ts'

/** What a provider is asked with, where its author brought it. */
export interface GivenRequests {
  readonly score?: ScoreRequest
  readonly policy?: PolicyRequest
}

/** Whom to ask, and which fields of `info` it says it needs. */
export interface Sensing {
  readonly assay: Assay
  readonly provider: string
  readonly required: readonly string[]
  /** Whether it promises the same answer to the same question. */
  readonly deterministic: boolean
  readonly signal: AbortSignal
}

/** A promise of sensitivity: what is wrong, or undefined. */
type Sense = (sensing: Sensing) => Promise<string | undefined>
export type SenseCases = readonly (readonly [name: string, check: Sense])[]

const UNREPEATED = 'it states deterministic: true and answers the same question differently'

/** What was done is told by candidates; names that are no observation. */
const NO_OBSERVATION = /^(action|environment$)/
const GOAL = /goal/

/** What scores must feel: that candidates differ, and a change of each thing that the provider says it looks at. Three calls each, more where it draws. */
export function scoreSenses(request: ScoreRequest): SenseCases {
  const [, samples = 1] = request.action_candidates.shape
  return [
    [
      'score-flat',
      async (sensing) => {
        if (samples === 1) return undefined
        const scores = await scoresOf(request, sensing)
        return scores.every((score) => score === scores[0]) ? `all ${samples} candidates got one score` : undefined
      },
    ],
    ['score-goal', (sensing) => blindTo((name) => GOAL.test(name), request, sensing)],
    [
      'score-observation',
      (sensing) => blindTo((name) => !GOAL.test(name) && !NO_OBSERVATION.test(name), request, sensing),
    ],
  ]
}

/** Observations that differ must not all lead to the same actions; a single one is changed by us. */
export function policySenses(requests: readonly PolicyRequest[]): SenseCases {
  const [first] = requests
  if (first === undefined) return []
  const asked = requests.length > 1 ? requests : [first, {info: changed(first.info, () => true)}]
  return [
    [
      'policy-observation',
      async (sensing) => {
        const asks = asked.map((one) => () => actionsOf(one.info, sensing))
        const found = await compareAnswers(asks)
        if (found.isDrawn && sensing.deterministic) return UNREPEATED
        if (found.differ) return undefined
        const what = found.isDrawn ? 'actions of one kind' : 'the same actions'
        return `${asked.length} observations got ${what}${drawn(found)}`
      },
    ],
  ]
}

async function blindTo(
  isPart: (name: string) => boolean,
  request: ScoreRequest,
  sensing: Sensing,
): Promise<string | undefined> {
  const names = sensing.required.filter((name) => isPart(name) && request.info[name] instanceof Tensor)
  if (names.length === 0) return undefined
  const info = changed(request.info, (name) => names.includes(name))
  const found = await compareAnswers([request, {...request, info}].map((one) => () => scoresOf(one, sensing)))
  if (found.isDrawn && sensing.deterministic) return UNREPEATED
  return found.differ ? undefined : `another ${names.join(', ')} changes no score${drawn(found)}`
}

/** What holds of an answer that is drawn: it is never the same twice. */
function drawn(found: Exclude<AnswerComparison, {differ: true}>): string {
  return found.isDrawn
    ? `: it draws its answers, and ${found.answers} to each are no further apart than chance puts them (p ${found.chance.toFixed(2)})`
    : ''
}

async function scoresOf(request: ScoreRequest, {assay, provider, signal}: Sensing): Promise<readonly number[]> {
  return (await assay.score(request, provider, {signal})).scores
}

/** The scores as costs. */
export async function ascendingScores(
  request: ScoreRequest,
  {assay, provider, signal}: Sensing,
): Promise<readonly number[]> {
  const {scores, lower_is_better: isLower} = await assay.score(request, provider, {signal})
  return isLower ? scores : scores.map((score) => -score)
}

async function actionsOf(info: Fields, {assay, provider, signal}: Sensing): Promise<readonly number[]> {
  const {raw_actions: raw} = await assay.policy({info}, provider, {signal, translator: () => [Action.noop()]})
  return numbersIn(raw)
}

/** All that an answer holds as numbers, words by their characters: actions may be words. */
function numbersIn(value: unknown): readonly number[] {
  if (typeof value === 'number' || typeof value === 'boolean') return [Number(value)]
  if (typeof value === 'string') return Array.from(value, (sign) => sign.codePointAt(0) ?? 0)
  if (value instanceof Tensor) return [...value.toFloat64()]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(numbersIn) : []
}

/** Chosen tensors with each number turned into another one that is as usual: 255 - x in pictures, 0.5 - x elsewhere. */
function changed(info: Fields, isChosen: (name: string) => boolean): Fields {
  const another = (value: unknown): unknown => {
    if (value instanceof Tensor) return turned(value)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, another(inner)]))
  }
  return Object.fromEntries(
    Object.entries(info).map(([name, value]) => [name, isChosen(name) ? another(value) : value]),
  ) as Fields
}

function turned(tensor: Tensor): Tensor {
  const {dtype, shape} = tensor
  const values = tensor.toFloat64()
  if (dtype === 'uint8')
    return Tensor.of(
      dtype,
      shape,
      values.map((value) => 255 - value),
    )
  return dtype.startsWith('float')
    ? Tensor.of(
        dtype,
        shape,
        values.map((value) => 0.5 - value),
      )
    : tensor
}
