import {cutText} from '#error/cut-text'
import type {RedactorScope} from './redactor-scope.ts'
import {joinSafe, type Safe} from './safe.ts'

/** The colours our own renderers use: reset, bold, dim, red, green, yellow. */
const COLOUR = /(\u001b\[(?:0|1|2|31|32|33)m)/

/** Empties the current line of a terminal and goes back to its start. */
export const CLEAR_LINE = '\r\u001b[K' as Safe

/**
 * Text for a terminal: our own colour sequences stay, everything between them is redacted like any text. The values must
 * have been redacted before they were painted; else a sequence inside a secret would hide it, and foreign colours would pass.
 */
export function redactStyled(text: string, scope: Pick<RedactorScope, 'text'>): Safe {
  return joinSafe(text.split(COLOUR).map((part) => (COLOUR.test(part) ? (part as Safe) : scope.text(part))))
}

/** One line of at most `columns` characters; redacted before it is cut, so that no secret loses its tail and passes. */
export function redactLine(text: string, columns: number, scope: Pick<RedactorScope, 'text'>): Safe {
  return cutText(scope.text(text.replaceAll('\n', ' ')), columns) as Safe
}
