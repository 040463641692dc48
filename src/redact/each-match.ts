/** Every match of a pattern with the flag `g`, without the copy that `matchAll` makes each time. A pattern matches a character or more, and `visit` never uses it. */
export function eachMatch(text: string, pattern: RegExp, visit: (match: RegExpExecArray) => void): void {
  pattern.lastIndex = 0
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) visit(match)
}
