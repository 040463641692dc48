/** Everything that a token may be good for. */
export const SCOPES = ['repo', 'repo:read', 'user', 'user:read', 'org', 'org:read', 'admin'] as const
export type Scope = (typeof SCOPES)[number]

export function isScope(text: string): text is Scope {
  return (SCOPES as readonly string[]).includes(text)
}

/** Whether scopes hold one that is asked for: `admin` holds all, and each holds its `:read`. */
export function holdsScope(held: readonly Scope[], wanted: Scope): boolean {
  return held.some((one) => one === 'admin' || one === wanted || `${one}:read` === wanted)
}

/** In the order of the table and each once. */
export function tidyScopes(scopes: readonly Scope[]): Scope[] {
  return SCOPES.filter((one) => scopes.includes(one))
}
