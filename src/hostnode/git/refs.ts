/** One ref before and after; the zero id where it is not there. */
export interface RefChange {
  readonly ref: string
  readonly before: string
  readonly after: string
}

/** What each ref points to, by its full name. */
export type RefTable = ReadonlyMap<string, string>

export const ZERO_ID = '0'.repeat(40)
