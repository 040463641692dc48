import type {NodeCheckRecord} from '#contract/generated/types'
import {cutText} from '#error/cut-text'

/** How checks end, what speaks before the others first. */
export const WORST_FIRST: readonly NodeCheckRecord['status'][] = [
  'fail',
  'error',
  'inconclusive',
  'warn',
  'pass',
  'skip',
]
const LONGEST = 500
/** Reasons that are told one by one. */
const MOST_REASONS = 3
const LONGEST_REASON = 140

/**
 * One record of many looks at the same check: of the worst looks the last speaks, which is what holds in the end, with how often and since when; each other reason
 * of theirs is counted apart. Undefined without a look.
 */
export function foldRounds(looks: readonly NodeCheckRecord[]): NodeCheckRecord | undefined {
  const [first] = looks
  const worst = WORST_FIRST.map((status) => looks.filter((one) => one.status === status)).find(({length}) => length > 0)
  const speaker = worst?.at(-1)
  if (first === undefined || speaker === undefined || worst === undefined) return undefined
  const isBad = speaker.status !== 'pass' && speaker.status !== 'skip'
  const told = `${worst.length} of ${looks.length} looks, first at ${worst[0]?.started_at}: ${reasonsOf(worst)}`
  return {
    ...speaker,
    reason: isBad ? cutText(told, LONGEST) : speaker.reason,
    started_at: first.started_at,
    duration_ms: looks.reduce((sum, {duration_ms}) => sum + duration_ms, 0),
    attempts: looks.reduce((sum, {attempts}) => sum + attempts, 0),
  }
}

const wordsOf = ({reason, status}: NodeCheckRecord): string => reason ?? status

/** The last reason first, then the others, those that were seen last first. */
function reasonsOf(worst: readonly NodeCheckRecord[]): string {
  const groups = [...Map.groupBy(worst.toReversed(), wordsOf)]
  const [[only = ''] = []] = groups
  if (groups.length === 1) return only
  const told = groups
    .filter((_, at) => at < MOST_REASONS)
    .map(([words, own]) => `${cutText(words, LONGEST_REASON)} (${own.length}, first at ${own.at(-1)?.started_at})`)
  const others = groups.slice(MOST_REASONS).reduce((sum, [, own]) => sum + own.length, 0)
  return [...told, ...(others > 0 ? [`other reasons (${others})`] : [])].join('; ')
}

/** The reason that speaks, out of what `foldRounds` made of several looks. */
export const spokenReason = (reason: string): string =>
  reason.replace(/^\d+ of \d+ looks, first at \S+: /, '').replace(/ \(\d+, first at 20.*$/s, '')
