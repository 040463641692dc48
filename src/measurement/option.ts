/** What may stand behind an option. `texts` and `names` may be given several times; a `file` is a path seen from where the caller is. */
export type OptionValue =
  | {readonly type: 'switch'}
  | {readonly type: 'name'; readonly values?: readonly string[]}
  | {readonly type: 'names'; readonly takesOne?: boolean}
  | {readonly type: 'texts'; readonly most: number}
  | {readonly type: 'text'; readonly most: number}
  | {readonly type: 'file'}
  /** A word that stands for itself, such as `auto`, may be given instead. */
  | {readonly type: 'whole'; readonly min: number; readonly max?: number; readonly word?: string}
  | {
      readonly type: 'number'
      readonly above?: number
      readonly min?: number
      readonly below?: number
      readonly max?: number
    }
  /** A whole number with a unit, such as 10m; in milliseconds once it is read. */
  | {readonly type: 'duration'}

/** What a value may be the name of: completion and editors offer what there is of it. */
export type NamedThing =
  | 'suite'
  | 'environment'
  | 'provider'
  | 'operation'
  | 'planner'
  | 'size'
  | 'preset'
  | 'run'
  | 'drill'
  | 'check'

/** Where help puts an option: what is tried, how much of it, what decides, what is told instead of measuring, what is true of the whole run. */
export type OptionGroup = 'trial' | 'size' | 'verdict' | 'listing' | 'run'

/**
 * One option of a kind of run, said once: command line, steps of jobs, their schema, completion and help are made of it. `field` is where
 * what was given stands in the request.
 */
export interface Option {
  /** Without the dashes. */
  readonly flag: string
  readonly field: string
  readonly value: OptionValue
  readonly group?: OptionGroup
  readonly names?: NamedThing
  readonly summary: string
  /** What stands for the value in help. */
  readonly shown?: string
  /** What cannot be given with it, and what to do instead. */
  readonly excludes?: readonly {readonly flag: string; readonly hint?: string}[]
  /** The key in a step of a job, where it is not the flag in snake_case; false where steps do not have it. */
  readonly job?: string | false
  /** What the schema of a step says of it beside its type. */
  readonly said?: string
}

/** The key of an option in a step of a job, if steps have it. */
export function jobKeyOf({flag, job}: Option): string | undefined {
  return job === false ? undefined : (job ?? flag.replaceAll('-', '_'))
}
