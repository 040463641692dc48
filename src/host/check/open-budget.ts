import type {HostReply} from '../client/host-client.ts'
import type {CheckContext} from './check.ts'

/** Requests without a good token of a run that asks everything, and of one that asks what is needed alone. */
const WHOLE = 14
const NEEDED = 5
/** As many runs of mode `standard` must come to a verdict within the hour that a service counts. */
const RUNS_AN_HOUR = 10

type Answers = readonly Pick<HostReply, 'headers'>[]

/**
 * Whether so little is left of what the service grants an address that only the needed questions are asked: who upgrades node after node asks again and
 * again. Everything is asked where the service tells no budget, and of a check that was asked for by its name.
 */
export function isSparing({named}: Pick<CheckContext, 'named'>, check: string, answers: Answers): boolean {
  const left = leftBy(answers)
  return left !== undefined && !named.has(check) && left + 1 < WHOLE + (RUNS_AN_HOUR - 1) * NEEDED
}

/** Which of some questions is asked where there is room for one: what is left falls by as many a run, so run after run all have their turn. */
export const inTurn = <Question>(questions: readonly Question[], answers: Answers): Question | undefined =>
  questions[Math.floor((leftBy(answers) ?? 0) / NEEDED) % questions.length]

/** By the first of them that tells it. */
function leftBy(answers: Answers): number | undefined {
  const told = answers.map(({headers}) => headers['x-ratelimit-remaining'] ?? '')
  const text = told.find((one) => /^\d{1,15}$/.test(one))
  return text === undefined ? undefined : Number(text)
}

const SPARED = 'only few requests without a good token are left in this hour, so not tried: '

/** What a check says that left these questions out. */
export const sparedWords = (untried: readonly string[]): string =>
  `${SPARED}${untried.join(', ')}; node check --only auth.negative tries all`

/** Whether a check says that it left questions out. */
export const isSpared = (reason: string | null): boolean => reason?.includes(SPARED) ?? false
