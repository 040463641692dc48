/** Characters that a token, password or encoded value is made of; a cut between two of them may leave half of one. */
const IN_VALUE = /[\w!#$%*+./:=?@^~-]/
const SHORTEST_VALUE = 8

/**
 * At most `limit` UTF-16 units, an ellipsis included. Nothing that could be a secret is halved: half of one is known to no rule.
 * Neither is a character, nor a mark of the redactor. What has to go with the cut is left out whole.
 */
export function cutText(text: string, limit: number): string {
  if (text.length <= limit) return text
  let end = limit - 1
  if (isHighHalf(text, end - 1)) end--
  end = beforeMark(text, beforeValue(text, end))
  return `${text.slice(0, end)}…`
}

/**
 * The end of a text in at most `limit` UTF-16 units, the ellipsis counted: what comes last says most of a process that has ended. No
 * pair and no value is cut in two.
 */
export function cutStart(text: string, limit: number): string {
  if (text.length <= limit) return text
  let start = text.length - limit + 1
  if (isInValue(text, start - 1)) while (isInValue(text, start)) start++
  if (isHighHalf(text, start - 1)) start++
  return `…${text.slice(start)}`
}

function beforeValue(text: string, end: number): number {
  if (!isInValue(text, end)) return end
  let start = end
  while (isInValue(text, start - 1)) start--
  let stop = end
  while (stop - start < SHORTEST_VALUE && isInValue(text, stop)) stop++
  return stop - start >= SHORTEST_VALUE ? start : end
}

function beforeMark(text: string, end: number): number {
  const open = text.lastIndexOf('[redacted:', end)
  const isHalved = open >= 0 && text.indexOf(']', open) >= end && end - open < 64
  return isHalved ? open : end
}

function isInValue(text: string, at: number): boolean {
  return at >= 0 && at < text.length && IN_VALUE.test(text[at] ?? '')
}

function isHighHalf(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code >= 0xd800 && code < 0xdc00
}
