import {addPasswordValue} from './password-value.ts'
import type {Span} from './span.ts'

/** Lines whose fields stand between colons: `.pgpass`, the passwords of Postfix, `.htdigest`. */
const LINES: readonly RegExp[] = [
  /:(?=(?:\d{2,5}|\*):)(?<=(?:^|\n)(?=[^\n:]{0,128}[A-Za-z*])[\w.*-]{1,128}:)(?:\d{2,5}|\*):[\w.*-]{1,64}:[\w.*-]{1,64}:([^\s:]{4,200})(?=\s|$)/g,
  /(?:\]|:\d{2,5})(?=[ \t])(?<=(?:^|\n)(?:\[[\w.-]{3,128}\](?::\d{2,5})?|[\w.-]{3,128}:\d{2,5}))[ \t]+[\w.@+-]{1,128}:([^\s:]{4,200})(?=[ \t]*(?:\n|$))/g,
  /:(?=[a-f\d]{32}(?:\s|$))(?<=(?:^|\n)[\w.-]{1,64}:[\w .-]{1,64}:)([a-f\d]{32})/g,
]

/** Secrets at a fixed place of a line with colons, where nothing else tells that there is one. */
export function findColonLines(text: string, found: Span[]): void {
  if (!text.includes(':')) return
  for (const line of LINES) for (const match of text.matchAll(line)) addPasswordValue(match, found)
}
