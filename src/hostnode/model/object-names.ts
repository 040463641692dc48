const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/
const BAD_END = /\.(git|lock)$|\.$/i

/** Whether a text may name an owner or a repository. */
export function isObjectName(text: string): boolean {
  return NAME.test(text) && !BAD_END.test(text) && !text.includes('..')
}

/** Two names with one key are the same name: they differ in case alone. */
export function nameKey(name: string): string {
  return name.toLowerCase()
}
