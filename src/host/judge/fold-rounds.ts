import type {NodeCheckRecord} from '#contract/generated/types'
import {cutText} from '#error/cut-text'

const WORST_FIRST: readonly NodeCheckRecord['status'][] = ['error', 'fail', 'inconclusive', 'warn', 'pass', 'skip']
const LONGEST = 500

/** One record of many looks at the same check: the worst look speaks, with how often and since when. Undefined without a look. */
export function foldRounds(looks: readonly NodeCheckRecord[]): NodeCheckRecord | undefined {
  const [first] = looks
  const worst = WORST_FIRST.map((status) => looks.filter((one) => one.status === status)).find(({length}) => length > 0)
  const [speaker] = worst ?? []
  if (first === undefined || speaker === undefined || worst === undefined) return undefined
  const isBad = speaker.status !== 'pass' && speaker.status !== 'skip'
  const told = `${worst.length} of ${looks.length} looks, first at ${speaker.started_at}: ${speaker.reason ?? speaker.status}`
  return {
    ...speaker,
    reason: isBad ? cutText(told, LONGEST) : speaker.reason,
    started_at: first.started_at,
    duration_ms: looks.reduce((sum, {duration_ms}) => sum + duration_ms, 0),
    attempts: looks.reduce((sum, {attempts}) => sum + attempts, 0),
  }
}
