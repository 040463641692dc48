const MOST_CHARACTERS = 500
const TRACEBACK = /^Traceback \(most recent call last\):/m
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/g

/** Text from the other side as one harmless line: a traceback as its last line, controls as spaces. Redact before `cutText`. */
export function plainText(text: string): string {
  const last = TRACEBACK.test(text) ? text.trimEnd().split('\n').at(-1) : text
  return (last ?? '').replace(CONTROLS, ' ').trim()
}

/** At most 500 characters, never half of a surrogate pair. */
export function cutText(text: string): string {
  if (text.length <= MOST_CHARACTERS) return text
  return `${text
    .slice(0, MOST_CHARACTERS - 1)
    .toWellFormed()
    .replace(/\ufffd$/, '')}…`
}
