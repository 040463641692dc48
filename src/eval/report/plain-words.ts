import type {RuleOutcome} from '#contract/generated/types'
import type {Case} from '#report/report'

/** What a failed row means for who plans or drives with the provider, and the first thing to look at, by metric. */
const PLAIN_WORDS: Readonly<Record<string, string>> = {
  error_share: 'Too many questions got no usable answer; look at what its errors say.',
  failures: 'It breaks promises that every caller relies on; look at the first failed case, which names the promise.',
  differences:
    'Equal questions get other answers, so nothing it decides can be repeated; look for what it keeps between calls, draws without a seed, and buffers that are used again.',
  'skill@8':
    'Eight steps ahead it knows hardly more than that nothing moves, so plans are guesses; where nrmse@1 is large already look at units, signs and scales, else at what adds up.',
  wrong_steps:
    'Single steps end elsewhere than in the world, so a robot does not go where the plan does; run the failed trial again: it names the first wrong step and how it was asked.',
  misordered:
    'It scores plans as other rules than those of the world would, so a planner that trusts it takes a worse one; the failed trial names two candidates that stand the wrong way round: follow both step by step.',
  turned_scores:
    'Somewhere it prefers a plan that costs far more than another, such as far out or for goals at an edge, so a planner that comes there takes it; look at where the failed trial starts and what its goal is.',
  cf_cosine:
    'Another command moves its forecast in another direction than the robot; look at order, sign and axes of actions.',
  cf_gain:
    'Commands move its forecast too far or not far enough, so a robot overshoots or stops short; look at scale and clipping of actions.',
  rank_rho:
    'It orders candidates unlike the world, so a planner takes a worse one; look whether lower or higher is better, and at what the score leaves out.',
  turned_orders:
    'In some situations it calls the worst candidates the best; look at the failed trial for where it starts and what its goal is.',
  order_loss:
    'Asked in another way than usual it orders candidates worse: with other lengths or holds of plans, commands beyond the limits, a goal far out, or after a question that is almost the same; look at what it ignores, clips too late or keeps from the question before.',
  regret_excess:
    'Plans made with it cost clearly more than they need to; look at the start of the worst trial and where its plan ends.',
  end_excess:
    'Its plans end farther from where they should than plans need to, however good their way; look at what the score says of the last steps of a plan.',
  optimism_slope:
    'The longer a planner searches, the more it finds errors instead of plans; look at what its best plans have in common, such as states far out.',
  mmrv: 'Who chooses policies by it takes a worse one; look at the pair of policies that it turns round.',
  success_rate:
    'A robot that plans with it does not finish often enough; look at the pictures of the first failed episode.',
  stale_step_rate:
    'A robot moves under commands that have run out while it waits for plans; look at the time of a plan against the step of the world.',
  violation_rate: 'It believes in what cannot happen, and planners make use of that; the failed trials name the law.',
  surprise_auroc:
    'The impossible does not stand out, so it cannot warn of anything; look at its forecast of the first failed trial.',
  pass_through_auroc: 'It lets bodies go through what is solid, and plans will; look at its forecast beside the wall.',
  recolour_auroc: 'Colours alone change what it expects; look at what it reads beside places.',
  'coverage@50': 'The spread that it states is not the spread of its errors; look at how sigma was fitted.',
  'coverage@90':
    'Errors are greater or smaller than it says, so a safety margin by its word is wrong; look at how sigma was fitted.',
  coverage50:
    'So many steps ahead its errors are greater or smaller than it says; look at how its sigma grows from step to step.',
  probability_bias: 'It is surer, or less sure, than what comes true allows; look at the reliability table.',
  brier_excess: 'How sure it is says little of what comes true; look at the reliability table.',
  unsafe_rate:
    'It commands what must not happen, or ended in an error before it was seen not to; the failed trials name the breach and its step.',
  exact_match: 'It answers wrongly about what is plainly there; look at the first failed question and its scene.',
  id_precision: 'It cites what its answer does not rest on; look at the first failed question.',
  id_recall: 'It leaves out what its answer rests on; look at the first failed question.',
  direction_agreement: 'Clips show another motion than was commanded; look at the strip of the first failed clip.',
  undecoded: 'Some clips cannot be seen; look at format and codec of the first.',
  format_faults: 'Clips are not what was asked for or said of them; look at size, rate and length.',
  probe_r2:
    'What a frame shows cannot be read from its embedding, so a planner in that space is blind to it; look at what the encoder was trained to keep.',
}

/** What episodes come to: where too many ended in an error, those say why, and no robot did anything. */
const OF_EPISODES = ['success_rate', 'unsafe_rate']

/** The case of a rule with these words behind it, where the rule failed. `isBroken`: too many trials ended in an error. */
export function inPlainWords(
  told: Case,
  {metric, state}: Pick<RuleOutcome, 'metric' | 'state'>,
  isBroken = false,
): Case {
  const isTold = state === 'fail' && !(isBroken && OF_EPISODES.includes(metric))
  const words = isTold ? wordsOf(metric) : undefined
  return words === undefined ? told : withWords(told, words)
}

/** A metric with a horizon behind it has words of its own, or those of the metric at any. */
export const wordsOf = (metric: string): string | undefined =>
  PLAIN_WORDS[metric] ?? PLAIN_WORDS[metric.replace(/@\d+$/, '')]

function withWords(told: Case, words: string): Case {
  const behind = (text: string | undefined) => (text ? `${text}. ${words}` : words)
  return {...told, message: behind(told.message), short: behind(told.short)}
}

/** Words that versions before told otherwise. */
const FORMER_WORDS: Readonly<Record<string, string>> = {
  unsafe_rate: 'It commands what must not happen; the failed trials name the breach and its step.',
}

/** The case as versions told it whose words were others, or stood there although too many trials ended in an error. */
export function withFormerWords(told: Case): Case {
  const metric = OF_EPISODES.find((name) => told.status === 'failed' && told.name.endsWith(`/${name}`))
  if (metric === undefined) return told
  const [now = '', before = now] = [PLAIN_WORDS[metric], FORMER_WORDS[metric]]
  const bare = (text = '') => (text.endsWith(now) ? text.slice(0, -now.length).replace(/\. $/, '') : text)
  return withWords({...told, message: bare(told.message), short: bare(told.short)}, before)
}

/** The case as versions told it that had no such words. */
export function withoutPlainWords(told: Case): Case {
  const words = Object.values(PLAIN_WORDS).find((one) => told.message?.endsWith(one) || told.short?.endsWith(one))
  if (words === undefined) return told
  const withoutWords = (text = '') => text.slice(0, -words.length).replace(/\. $/, '')
  return {...told, message: withoutWords(told.message), short: withoutWords(told.short)}
}

/** What each case of `contract` asks of a provider, by the part of its name behind the operation. A case of a file tells its own. */
const PROMISES: Readonly<Record<string, string>> = {
  first: 'the very first answer is the one that the same question gets later',
  later: 'a question gets the same answer after many others',
  sizes: 'a row is answered alike alone, and at every place among few or many others',
  beside: 'a question is answered alike alone and while many others are under way, of other worlds too',
  among: 'a question is answered alike alone and while calls of other operations are under way',
  onward: 'what goes on from an answer is answered by its numbers, as by itself',
  replan: 'a plan made anew from where the last one led begins where it is, whatever was asked before',
  aborted: 'a question is answered as ever after a call was given up',
  kept: 'an answer stays as it was given while other questions are answered',
  repeat: 'the same question gets the same answer after another one',
  shape: 'as many finite answers as there were questions',
  order: 'answers do not hang on the order of the rows',
  types: 'numbers are the same in single and in double precision',
  fields: 'what is asked is read by the names of its fields, in whatever order they stand',
  single: 'a row is answered alone as among others',
  last: 'another last action leads to another answer, and to none for other rows',
  input: 'what was asked is not changed by answering',
  start: 'a step from another start ends elsewhere',
  state: 'a finite state, as many steps later as were asked for',
  composition: 'two steps at once end where one and one do',
  goal: 'the goal stays where it is in a prediction, and matters in scores and commands',
  observation: 'another observation leads to another answer',
  flat: 'candidates that cost differently are not all scored alike',
  duplicates: 'equal candidates get equal scores',
  best: 'the index that is named the best has the best score',
  count: 'objects of a scene are counted rightly, in one whole number',
  evidence: 'the evidence for a count names the objects of the scene',
  clip: 'bytes that are a whole clip, of the size, rate and length that are stated',
  refusal: "bad input is refused as the caller's mistake and never reaches the provider",
}

/** What should have been seen where a case of a contract was broken. */
export function promiseOf(tried: string): string {
  const words = PROMISES[tried.slice(tried.indexOf('-') + 1)]
  return words === undefined ? `${tried} holds` : `${tried}: ${words}`
}

/** What versions told that named the case alone; what is no such promise stays. */
export function formerPromise(expected: string): string {
  const [tried = ''] = expected.split(': ')
  return expected === promiseOf(tried) && expected !== tried ? `${tried} holds` : expected
}
