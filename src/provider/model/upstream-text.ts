import {cutText} from '#error/cut-text'

const MOST_CHARACTERS = 500
const TRACEBACK = /^Traceback \(most recent call last\):/m
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/g

/** Text from the other side as one harmless line: a traceback as its last line, controls as spaces. Redact before `shortText`. */
export function plainText(text: string): string {
  const last = TRACEBACK.test(text) ? text.trimEnd().split('\n').at(-1) : text
  return (last ?? '').replace(CONTROLS, ' ').trim()
}

/** At most 500 characters. */
export function shortText(text: string): string {
  return cutText(text, MOST_CHARACTERS)
}
