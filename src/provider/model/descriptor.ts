import type {FloatType} from './float-types.ts'

/** What a provider takes and promises beyond its profile, known only once it is loaded. */
export interface Descriptor {
  readonly action_types?: readonly string[]
  readonly observation?: 'state' | 'pixels'
  readonly dt?: number
  readonly parallel_safe?: boolean
  readonly lower_is_better?: boolean
  readonly action_dim?: number
  readonly max_samples?: number
  /** Ids of the only environments it knows (`pendulum`), or with their version (`pendulum@1`): it is asked about no other. Absent is all. */
  readonly environments?: readonly string[]
  /** First and last seed whose episodes it learned from; an evaluation refuses to use them. */
  readonly training_seeds?: readonly [first: number, last: number]
  /** What its numbers are rounded to. Half precision allows steps to end as much further off as its numbers lie apart, where answers are such numbers. */
  readonly float_type?: FloatType
  /** Fields of `info` a score needs, and the least rank of each; 0 takes any value. */
  readonly required?: Readonly<Record<string, number>>
}
