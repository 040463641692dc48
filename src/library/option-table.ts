/** What the value of an option may be. Words are texts of which none is empty. A place is a path or a `file:` URL; a count is whole and at least 0. */
export type ValueKind =
  | 'text'
  | 'texts'
  | 'words'
  | 'place'
  | 'places'
  | 'number'
  | 'count'
  | 'text-or-number'
  | 'boolean'
  | 'variables'
  | 'labels'
  | 'settings'
  | 'clock'
  | 'entropy'
  | 'objects'
  | 'function'
  | 'signal'

/** One option of a function: what it takes, and which flag of the command means it. */
export interface FunctionOption {
  readonly kind: ValueKind
  readonly flag?: string
  /** What the command line writes behind the number. */
  readonly unit?: string
  readonly isNeeded?: boolean
}

/** Every option of a function; a type that has one more does not fit. */
export type OptionTable<Options> = {readonly [Name in keyof Required<Options>]: FunctionOption}

/** Options by name, whoever takes them. */
export type AnyOptions = Readonly<Record<string, FunctionOption>>

/** One that must be given. */
export function needed(kind: ValueKind, flag?: string): FunctionOption {
  return {...option(kind, flag), isNeeded: true}
}

export function option(kind: ValueKind, flag?: string, unit?: string): FunctionOption {
  return {kind, ...(flag !== undefined && {flag}), ...(unit !== undefined && {unit})}
}
