/** One ref before and after a change; the zero id if it does not exist. */
export interface RefChange {
  readonly ref: string
  readonly before: string
  readonly after: string
}

/** Object id of each ref, by its full name. */
export type RefTable = ReadonlyMap<string, string>

export const ZERO_ID = '0'.repeat(40)
