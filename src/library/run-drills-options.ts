import {DRILL_OPTIONS, type DrillRequest} from '#drill/model/drill-options'
import {NODE_REACH} from './check-nodes-options.ts'
import {argvOf} from './given-options.ts'
import {measuredOptions, measuredRequest, type OptionFields} from './measured-options.ts'
import {type OptionTable, option} from './option-table.ts'
import {
  NAMING,
  type RunNaming,
  type RunTelling,
  SURROUNDINGS,
  type Surroundings,
  TELLING,
  WORKSPACE,
  type WorkspaceOptions,
} from './surroundings.ts'
import type {Verb} from './verb.ts'

/** What `runDrills` takes. */
export interface RunDrillsOptions extends WorkspaceOptions, RunNaming, RunTelling {
  /** Ids or numbers, such as `P01`; the drills tagged core where nothing is chosen. */
  readonly drills?: readonly string[] | undefined
  /** Drill files of your own: YAML, TOML or JSON. */
  readonly files?: readonly string[] | undefined
  readonly tags?: readonly string[] | undefined
  /** Every drill that there is. */
  readonly all?: boolean | undefined
  /** A node target whose owner allows drills. */
  readonly target?: string | URL | undefined
  /** Needed with a target: drills change its nodes. */
  readonly apply?: boolean | undefined
  /** The alias of the target, for production. */
  readonly confirm?: string | undefined
  /** Let connections go to this machine. */
  readonly allowLoopback?: boolean | undefined
  /** Private hosts, addresses or networks that connections may go to. */
  readonly allowHosts?: readonly string[] | undefined
  /** Break nothing, and demand that no drill notices anything. */
  readonly sham?: boolean | undefined
  readonly seed?: number | undefined
  /** Part of the drills, such as `2/3`, for one machine of several. */
  readonly shard?: string | undefined
  /** How much shorter waits of policy are, instead of what each drill says. */
  readonly clockScale?: number | undefined
  /** End after the first drill that does not pass. */
  readonly failFast?: boolean | undefined
  /** A drill that was skipped leaves the set without a verdict. */
  readonly requireRun?: boolean | undefined
  /** Publish an evidence bundle, whatever the drills came to, but for an interrupt. */
  readonly bundle?: boolean | undefined
}

/** What `showDrills` takes. */
export interface ShowDrillsOptions extends Surroundings {
  /** Only drills with one of these tags. */
  readonly tags?: readonly string[] | undefined
}

/** What `recoverDrills` takes. */
export interface RecoverDrillsOptions extends WorkspaceOptions {
  /** Only what the run of this id left. */
  readonly run?: string | undefined
  /** The target of drills that worked on nodes which are not theirs, as it was. */
  readonly target?: string | URL | undefined
  /** Let connections go to this machine. */
  readonly allowLoopback?: boolean | undefined
  /** Private hosts, addresses or networks that connections may go to. */
  readonly allowHosts?: readonly string[] | undefined
}

const FIELDS = {
  drills: 'drills',
  files: 'files',
  tags: 'tags',
  all: 'all',
  target: 'target',
  apply: 'apply',
  confirm: 'confirm',
  sham: 'sham',
  seed: 'seed',
  clockScale: 'clockScale',
  shard: 'shard',
  failFast: 'failFast',
  requireRun: 'requireRun',
} as const satisfies OptionFields<
  Omit<RunDrillsOptions, keyof (WorkspaceOptions & RunNaming & RunTelling) | 'bundle' | keyof typeof NODE_REACH>,
  DrillRequest
>

export const RUN_DRILLS = {
  name: 'runDrills',
  command: 'drills',
  hasCases: true,
  tellsAbort: true,
  worksThere: true,
  options: {
    ...WORKSPACE,
    ...NAMING,
    ...TELLING,
    ...NODE_REACH,
    ...measuredOptions(DRILL_OPTIONS, FIELDS),
    bundle: option('boolean', '--bundle'),
  } satisfies OptionTable<RunDrillsOptions>,
} as const satisfies Verb

export const SHOW_DRILLS = {
  name: 'showDrills',
  command: 'drills list',
  hasCases: false,
  options: {...SURROUNDINGS, tags: option('texts', '--tag')} satisfies OptionTable<ShowDrillsOptions>,
} as const satisfies Verb

export const RECOVER_DRILLS = {
  name: 'recoverDrills',
  command: 'drills recover',
  hasCases: false,
  options: {
    ...WORKSPACE,
    ...NODE_REACH,
    run: option('text', '--run'),
    target: option('place', '--target'),
  } satisfies OptionTable<RecoverDrillsOptions>,
} as const satisfies Verb

/** What `runDrills` asks of its kind of run. */
export function runDrillsOrder(options: RunDrillsOptions) {
  return {
    request: measuredRequest<DrillRequest>(FIELDS, options),
    commandArgv: argvOf('drills', RUN_DRILLS.options, options),
  }
}
