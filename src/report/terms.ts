import type {Table} from './report.ts'

/** Words of tables that name a method, with what they mean. */
const TERMS: Readonly<Record<string, string>> = {
  wilson: 'Wilson score interval of a rate',
  'wilson-clustered': 'Wilson score interval of a rate, for trials that share a scene',
  'wilson-processes': 'Wilson score interval of a rate, for calls that share a process',
  'clopper-pearson': 'exact interval of a rate, after Clopper and Pearson',
  newcombe: 'interval of the difference of two rates, after Newcombe',
  'newcombe-paired': 'interval of the difference of two rates over the same trials, after Newcombe',
  bca: 'bootstrap interval, corrected for bias and skew (BCa)',
  'bca-certain-orders': 'bootstrap interval whose lower limit counts only orders that are certain',
  'bootstrap-bca': 'bootstrap interval, corrected for bias and skew (BCa)',
  'bootstrap-bca-serial': 'bootstrap interval, wider because calls went like those before them',
  'order-statistic': 'interval of a quantile, from the order of the values',
  'order-statistic-serial': 'interval of a quantile, wider because calls went like those before them',
  'range-doubled': 'well beyond the range of the calls: they are too much alike to tell more',
  'mover-unpaired': 'interval of a difference or ratio, from the intervals of both sides (MOVER)',
  'student-processes': 'Student t interval over processes',
  welch: 'Welch t interval of a difference of two means',
  'welch-processes': 'Welch t interval of a difference, over processes',
  anytime: 'interval that holds whenever one looks, also after stopping early',
  L0: 'the adapter keeps its contract',
  L1: 'states can be read from what it gives',
  L2: 'it predicts states',
  L3: 'it respects physics',
  L4: 'it reacts to actions',
  L5: 'it orders options',
  L6: 'it plans or acts',
  L7: 'its stated confidence is honest',
  ops: 'how it runs, not what it knows',
  client_limited: 'a good part of the time is spent by this machine, not by the provider',
  warmup_failed: 'calls of the warm-up failed, which no limit counts',
  not_settled: 'the warm-up ended before the times were steady',
  drifting: 'the times moved while they were measured',
  rate_not_met: 'calls did not begin when they were due',
  overloaded: 'more calls came than were answered, and answers took longer and longer',
}

/** One line for every such word in the table; empty when there is none. */
export function termLines({rows}: Pick<Table, 'rows'>): string[] {
  const words = new Set(rows.flat().flatMap((cell) => (typeof cell === 'string' ? cell.split(' ') : [])))
  return Object.entries(TERMS).flatMap(([word, meaning]) => (words.has(word) ? [`${word}: ${meaning}`] : []))
}

/** Short heads of columns. In a cell the same word may mean something else. */
const HEADS: Readonly<Record<string, string>> = {
  env: 'the environment: a small world whose rules are known exactly',
  stratum: 'the kind of trial within its suite',
  estimate: 'what was measured',
  low: 'lower end of the interval that holds the true value in 95 of 100 such runs',
  high: 'upper end of that interval',
  n: 'how many trials or calls count',
  random: 'the same trials with a model that goes its own way: a floor',
  frozen: 'the same trials with a model in which nothing moves: a floor',
  oracle: 'the same trials with the exact rules or an expert: the ceiling',
  p50: 'half of all calls took no longer',
  p95: '95 of 100 calls took no longer',
  p99: '99 of 100 calls took no longer',
}

/** Short names of metrics, without the horizon behind `@`. */
const METRICS: Readonly<Record<string, string>> = {
  skill: 'how much smaller the error is than in a world that stands still, so many steps ahead: 1 exact, 0 no better',
  nrmse: 'error so many steps ahead, in units of the scale of the environment',
  valid_horizon: 'steps until that error exceeds 0.5; 33: never',
  cf_cosine: 'how alike the directions are in which another action moves forecast and world: 1 the same',
  cf_gain: 'how far another action moves the forecast against the world: 1 as far, 0 not at all',
  rank_rho: 'rank correlation with the true order of candidates',
  kendall_tau_b: 'rank correlation with the true order of candidates, by pairs',
  elite_recall: 'share of the best tenth of candidates that was found',
  top1_regret: 'cost of the first choice: 0 as the best, 1 as a random one',
  regret_norm: 'true cost of the plan above the best known, in units of what random plans cost',
  regret_excess: 'true cost of the plan above that of the same planner over the exact rules',
  end_excess: 'true cost of where the plan ends above that of the same planner over the exact rules',
  optimism_gap: 'how much worse the plan is than the model promised, after so many iterations of search',
  optimism_slope: 'growth of that gap each time the search doubles',
  mmrv: 'success that is lost by trusting the order of policies',
  violation_rate: 'share of starts from which some law of the world is broken',
  surprise_auroc: 'chance that the impossible is further from the forecast than the possible',
  recolour_auroc: 'chance that other colours make the truth look further away',
  coverage: 'share of truths within the interval of so many percent that was stated',
  coverage50: 'share of truths so many steps ahead within the interval that was stated for half of them',
  coverage90: 'share of truths so many steps ahead within the interval that was stated for nine of ten',
  crps: 'distance between the stated spread and what came',
  probability_bias: 'mean of stated probability less what came true: above 0 too sure',
  brier_excess: 'how much worse the Brier score is than that of an honest speaker',
  ece: 'mean distance between stated and observed over ten bins',
  unsafe_rate: 'share of episodes in which something forbidden was commanded',
  success_rate: 'share of tasks that were finished',
  stale_step_rate: 'share of steps under a command that had run out',
  deadline_miss_rate: 'share of plans that came too late',
  real_time_factor: 'time that a plan may take over the time it takes',
  success_drop: 'tasks finished where the world waits, less those in real time',
  spl: 'success weighted by how short the way was',
  steps_ratio: 'steps over those of the best way',
  violations: 'commands beyond the bounds',
  failures: 'cases of the contract that failed',
  differences: 'questions that got another answer when asked again',
  wrong_steps: 'single steps that end elsewhere than in the world',
  step_error: 'error of single steps against the motion',
  misordered: 'share of searches whose last candidates are scored in another order than they cost',
  turned_scores: 'searches whose last candidates are scored in quite another order than they cost',
  exact_match: 'share of questions answered rightly',
  id_precision: 'share of the cited ids that the answer rests on',
  id_recall: 'share of those ids that were cited',
  direction_agreement: 'share of clips that move as commanded',
  undecoded: 'clips that could not be seen',
  format_faults: 'clips that are not what was asked for',
  probe_r2: 'share of the visible state that can be read from embeddings',
  effective_rank: 'directions that embeddings spread over',
}

/** Every such word in the tables, with its meaning: methods, levels and marks, then heads and metrics. */
export function termsIn(
  tables: readonly Pick<Table, 'columns' | 'rows'>[],
): (readonly [word: string, meaning: string])[] {
  const heads = new Set(tables.flatMap(({columns}) => columns.map((column) => column.replace(/^(p\d\d) ms$/, '$1'))))
  const cells = [...new Set(tables.flatMap(({rows}) => rows.flat()))].filter((cell) => typeof cell === 'string')
  const words = new Set(cells.flatMap((text) => text.split(' ')))
  const metrics = new Set(cells.map((text) => text.replace(/@\d+$/, '')))
  return [
    ...Object.entries(TERMS).filter(([word]) => words.has(word)),
    ...Object.entries(HEADS).filter(([head]) => heads.has(head)),
    ...Object.entries(METRICS).filter(([metric]) => metrics.has(metric)),
  ]
}

/** A remark that begins with a level says what the level is about: files keep the level as it is named. */
export function plainRemark(text: string): string {
  const [, level = ''] = /^(L[0-7]), /.exec(text) ?? []
  return level === '' ? text : `${LEVELS[level] ?? level} (level ${level} of L0 to L7), ${text.slice(level.length + 2)}`
}

const LEVELS: Readonly<Record<string, string>> = {
  L0: 'Contract',
  L1: 'States',
  L2: 'Prediction',
  L3: 'Physics',
  L4: 'Actions',
  L5: 'Ranking',
  L6: 'Planning',
  L7: 'Confidence',
}
