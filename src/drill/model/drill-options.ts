import type {Option} from '#measurement/option'
import type {SharedRequest} from '#measurement/order'

/** What the caller of drills gave; absent is not given. */
export interface DrillRequest extends SharedRequest {
  /** Ids or numbers. */
  readonly drills?: readonly string[] | undefined
  /** Files of the caller's own, seen from where the caller is. */
  readonly files?: readonly string[] | undefined
  readonly tags?: readonly string[] | undefined
  readonly all?: boolean | undefined
  /** A target that is not made for the drill. */
  readonly target?: string | undefined
  /** Do it to that target; without, what would be done is told. */
  readonly apply?: boolean | undefined
  /** Its alias, for production. */
  readonly confirm?: string | undefined
  readonly sham?: boolean | undefined
  readonly seed?: number | undefined
  /** How much shorter waits of policy are, instead of what each drill says. */
  readonly clockScale?: number | undefined
  /** Part of the drills, such as `2/3`, for one machine of several. */
  readonly shard?: string | undefined
  readonly failFast?: boolean | undefined
  /** A drill that was skipped leaves the set without a verdict. */
  readonly requireRun?: boolean | undefined
}

const WHICH = [
  {
    flag: 'drill',
    field: 'drills',
    group: 'trial',
    names: 'drill',
    value: {type: 'names'},
    job: 'drills',
    shown: 'DRILL',
    summary: 'Drill by id or number, as an argument does. Repeatable.',
  },
  {
    flag: 'file',
    field: 'files',
    group: 'trial',
    value: {type: 'texts', most: 64},
    job: 'files',
    shown: 'FILE',
    summary: 'A drill of your own: YAML, TOML or JSON. Repeatable.',
  },
  {
    flag: 'tag',
    field: 'tags',
    group: 'trial',
    value: {type: 'names'},
    job: 'tags',
    shown: 'TAG',
    summary: 'Every drill with this tag; core without any choice. Repeatable.',
  },
  {
    flag: 'all',
    field: 'all',
    group: 'trial',
    value: {type: 'switch'},
    summary: 'Every drill that makes what it works on.',
  },
] as const satisfies readonly Option[]

/** What can be asked for, and how a command line and a job write it. */
export const DRILL_OPTIONS: readonly Option[] = [
  ...WHICH,
  {
    flag: 'target',
    field: 'target',
    group: 'trial',
    value: {type: 'file'},
    summary: 'A node target whose owner allows drills; without it each drill makes its own.',
    excludes: [{flag: 'sham', hint: 'A sham leaves out what would be broken; it is for targets that drills make.'}],
  },
  {
    flag: 'apply',
    field: 'apply',
    group: 'trial',
    value: {type: 'switch'},
    summary: 'Do it to the target that is given; without, what would be done is told and nothing is.',
  },
  {
    flag: 'confirm',
    field: 'confirm',
    group: 'trial',
    value: {type: 'text', most: 64},
    shown: 'ALIAS',
    summary: 'The alias of the target, for one whose environment is production.',
  },
  {
    flag: 'sham',
    field: 'sham',
    group: 'verdict',
    value: {type: 'switch'},
    summary: 'Break nothing, and demand that no drill notices anything.',
  },
  {
    flag: 'seed',
    field: 'seed',
    group: 'size',
    value: {type: 'whole', min: 0, max: 2_147_483_647},
    summary: 'Seed of names, payloads and offsets; 1 by default.',
  },
  {
    flag: 'clock-scale',
    field: 'clockScale',
    group: 'size',
    value: {type: 'number', min: 1, max: 1000},
    shown: 'K',
    summary: 'How much shorter waits of policy are, instead of what each drill says; measured times stay real.',
  },
  {
    flag: 'shard',
    field: 'shard',
    group: 'size',
    value: {type: 'text', most: 7},
    shown: 'I/N',
    summary: 'Only part I of N of the drills: the other parts run on other machines.',
  },
  {
    flag: 'fail-fast',
    field: 'failFast',
    group: 'verdict',
    value: {type: 'switch'},
    summary: 'End after the first drill that does not pass.',
  },
  {
    flag: 'require-run',
    field: 'requireRun',
    group: 'verdict',
    value: {type: 'switch'},
    summary: 'A drill that was skipped leaves the set without a verdict.',
  },
]
