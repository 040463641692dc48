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
  not_settled: 'the warm-up ended before the times were steady',
  drifting: 'the times moved while they were measured',
  rate_not_met: 'calls did not begin when they were due',
}

/** One line for every such word in the table; empty when there is none. */
export function termLines({rows}: Pick<Table, 'rows'>): string[] {
  const words = new Set(rows.flat().flatMap((cell) => (typeof cell === 'string' ? cell.split(' ') : [])))
  return Object.entries(TERMS).flatMap(([word, meaning]) => (words.has(word) ? [`${word}: ${meaning}`] : []))
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
