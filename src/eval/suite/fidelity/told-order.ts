import {wordsOfTypes} from '../../kit/number-types.ts'
import {toldNumbers} from '../../kit/told-numbers.ts'
import type {OrderQuestion} from './make-order-question.ts'
import type {Misorder} from './rounding-share.ts'

/** What a cost is made of, in each sense that a score may have. */
const SENSES: Readonly<Record<Misorder['meaning'], string>> = {
  way: 'the costs after each entry, the last one five times',
  end: 'the cost at the end',
  steps: 'the costs of all steps',
}
/** Longer plans are not written out: nobody reads them, and `Again` asks for them once more. */
const MOST_NUMBERS = 16

/** Two candidates in the wrong order: what each was given, what it truly costs, and what was asked. `scores`: as they were answered. */
export function toldOrder(
  {question, truth, common = 0, types}: OrderQuestion,
  {share, before, after, meaning}: Misorder,
  scores: ArrayLike<number>,
): string {
  const {environment, now} = question
  const {horizon, block} = environment
  const given = (candidate: number) => short(scores[candidate])
  const cost = (candidate: number) => short(truth[meaning][candidate])
  const asked = `${truth.end.length} plans of ${horizon} entries`
  const long = common > 0 ? ` which are alike up to entry ${common}` : ''
  return [
    `candidate ${before + 1}, given ${given(before)}, stands before ${after + 1}, given ${given(after)}, which costs less by ${share.toPrecision(2)} of how far all lie apart`,
    `: ${cost(after)} against ${cost(before)}, ${SENSES[meaning]}`,
    `; from ${toldNumbers(now.state)} to the goal ${toldNumbers(now.goal)}, ${asked}${long}, ${block} steps an entry${wordsOfTypes(types)}`,
    ...(horizon * environment.actionSize > MOST_NUMBERS
      ? []
      : [`; their commands: ${commandsOf(question, before)} and ${commandsOf(question, after)}`]),
  ].join('')
}

function commandsOf({environment, actions}: OrderQuestion['question'], candidate: number): string {
  const size = environment.horizon * environment.actionSize
  return toldNumbers(actions.subarray(candidate * size, (candidate + 1) * size))
}

const short = (value = Number.NaN): string => String(Number(value.toPrecision(6)))
