/** What a drill took from its application and its commands; it stands in a file of the site, so that others can put it back. */
export interface SiteChanges {
  /** Names of variables that are not there. */
  readonly unset: readonly string[]
  /** Packages that cannot be resolved. */
  readonly blocked: readonly string[]
}

export const NO_CHANGES: SiteChanges = {unset: [], blocked: []}

export function withNames(list: readonly string[], names: readonly string[]): string[] {
  return [...new Set([...list, ...names])]
}

export function withoutNames(list: readonly string[], names: readonly string[]): string[] {
  return list.filter((one) => !names.includes(one))
}
