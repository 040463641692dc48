const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/
const BAD_END = /\.(git|lock)$|\.$/i

/** Whether a text may name a user or a repository. */
export function isObjectName(text: string): boolean {
  return NAME.test(text) && !BAD_END.test(text) && !text.includes('..')
}

/** The key that identifies a name: names that differ only in case are the same. */
export function nameKey(name: string): string {
  return name.toLowerCase()
}
