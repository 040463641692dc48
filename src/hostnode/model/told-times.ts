import {timestamp} from '#random/clock'

const MOST_KEPT = 4_096
const texts = new Map<number, string>()

/** What `timestamp` gives. Rows tell the same times in each list: to make their texts anew took a fifth of the answer. */
export function toldTime(atEpochMs: number): string {
  const known = texts.get(atEpochMs)
  if (known !== undefined) return known
  if (texts.size >= MOST_KEPT) texts.clear()
  const text = timestamp(atEpochMs)
  texts.set(atEpochMs, text)
  return text
}
