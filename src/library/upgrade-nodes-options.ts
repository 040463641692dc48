import type {NodeUpgradePlan} from '#contract/generated/types'
import {PLAN_OPTIONS, ROLLBACK_OPTIONS, UPGRADE_OPTIONS, type UpgradeRequest} from '#upgrade/model/upgrade-options'
import {NODE_REACH, NODE_TARGET, type NodeOptions} from './check-nodes-options.ts'
import {argvOf} from './given-options.ts'
import {measuredOptions, measuredRequest, type OptionFields} from './measured-options.ts'
import {needed, type OptionTable} from './option-table.ts'
import {NAMING, type RunNaming, WORKSPACE} from './surroundings.ts'
import type {Verb} from './verb.ts'

/** What `showNodes` takes. */
export type ShowNodesOptions = Omit<NodeOptions, keyof RunNaming>

/** What `planUpgrade` takes. */
export interface PlanUpgradeOptions extends ShowNodesOptions {
  /** Release to go to, such as `1.2.0`. */
  readonly to?: string | undefined
  /** How the nodes follow each other; what fits by default. */
  readonly strategy?: NodeUpgradePlan['strategy'] | undefined
  /** Name of the program of the release, with adapter embedded; `to` by default. */
  readonly release?: string | undefined
  /** How long requests are timed before, and after each node, in milliseconds; a minute by default. */
  readonly windowMs?: number | undefined
  /** Time no requests. */
  readonly noWindow?: boolean | undefined
  /** How long all is watched at the end, and a canary before the others, in milliseconds. */
  readonly observeMs?: number | undefined
  /** How long what users ask of a canary is counted before it is held against the other nodes, in milliseconds; a minute by default. */
  readonly trafficWindowMs?: number | undefined
  /** How long a node must stay well before the next one, in milliseconds; 30 s by default. */
  readonly stableMs?: number | undefined
  /** A chain that stands still while one validator is upgraded is meant. */
  readonly acceptHalt?: boolean | undefined
  /** How many validators are upgraded at once; 1 by default. */
  readonly maxParallel?: number | undefined
}

/** What `upgradeNodes` takes: a release to go to, a plan, or an upgrade to go on with. */
export interface UpgradeNodesOptions extends PlanUpgradeOptions, RunNaming {
  /** A file with a plan that was kept. */
  readonly planFile?: string | URL | undefined
  /** Needed to begin an upgrade: it changes nodes. */
  readonly apply?: boolean | undefined
  /** The alias of the target, for production. */
  readonly confirm?: string | undefined
  /** The run that began an upgrade, or `latest`, to go on with it. */
  readonly resume?: string | undefined
  /** The run that began an upgrade, to put back what it did. */
  readonly abort?: string | undefined
  /** The run that began an upgrade, to say that nothing leads back from it. */
  readonly finalise?: string | undefined
  /** Pause when so many nodes were upgraded by this call, and others are left. */
  readonly pauseAfter?: number | undefined
  /** To go on, or make final, though repositories, refs, accounts or configuration of nodes that were done differ: people changed them. */
  readonly acceptChanges?: boolean | undefined
}

/** What `previewRollback` takes. */
export interface PreviewRollbackOptions extends ShowNodesOptions {
  /** The run that began the upgrade; the latest by default. */
  readonly run?: string | undefined
}

/** What `rollBackNodes` takes. */
export interface RollBackNodesOptions extends PreviewRollbackOptions, RunNaming {
  /** Needed: it changes nodes. */
  readonly apply: boolean
  /** Validators that are away are not waited for: that the chain stands still meanwhile is meant. */
  readonly acceptHalt?: boolean | undefined
  /** The alias of the target, for production. */
  readonly confirm?: string | undefined
}

type Aside = Exclude<keyof NodeOptions, 'target'>

const PLANNED = {
  target: 'target',
  to: 'to',
  strategy: 'strategy',
  release: 'release',
  windowMs: 'windowMs',
  noWindow: 'isUntimed',
  observeMs: 'observeMs',
  trafficWindowMs: 'trafficWindowMs',
  stableMs: 'stableMs',
  acceptHalt: 'acceptsHalt',
  maxParallel: 'maxParallel',
} as const satisfies OptionFields<Omit<PlanUpgradeOptions, Aside>, UpgradeRequest>

const DRIVEN = {
  ...PLANNED,
  planFile: 'plan',
  apply: 'applies',
  confirm: 'confirm',
  resume: 'resume',
  abort: 'abort',
  finalise: 'finalise',
  pauseAfter: 'pauseAfter',
  acceptChanges: 'acceptsChanges',
} as const satisfies OptionFields<Omit<UpgradeNodesOptions, Aside>, UpgradeRequest>

const SHOWN_BACK = {target: 'target', run: 'abort'} as const satisfies OptionFields<
  Omit<PreviewRollbackOptions, Aside>,
  UpgradeRequest
>

const REVERTED = {
  ...SHOWN_BACK,
  apply: 'applies',
  acceptHalt: 'acceptsHalt',
  confirm: 'confirm',
} as const satisfies OptionFields<Omit<RollBackNodesOptions, Aside>, UpgradeRequest>

export const SHOW_NODES = {
  name: 'showNodes',
  command: 'node status',
  hasCases: false,
  options: {...WORKSPACE, ...NODE_REACH, ...NODE_TARGET} satisfies OptionTable<ShowNodesOptions>,
} as const satisfies Verb

export const PLAN_UPGRADE = {
  name: 'planUpgrade',
  command: 'node plan',
  hasCases: false,
  tellsAbort: true,
  worksThere: true,
  options: {
    ...WORKSPACE,
    ...NODE_REACH,
    ...measuredOptions(PLAN_OPTIONS, PLANNED),
    ...NODE_TARGET,
  } satisfies OptionTable<PlanUpgradeOptions>,
} as const satisfies Verb

export const UPGRADE_NODES = {
  name: 'upgradeNodes',
  command: 'node upgrade',
  hasCases: true,
  tellsAbort: true,
  worksThere: true,
  options: {
    ...WORKSPACE,
    ...NODE_REACH,
    ...NAMING,
    ...measuredOptions(UPGRADE_OPTIONS, DRIVEN),
    ...NODE_TARGET,
  } satisfies OptionTable<UpgradeNodesOptions>,
} as const satisfies Verb

export const PREVIEW_ROLLBACK = {
  name: 'previewRollback',
  command: 'node rollback',
  hasCases: false,
  options: {
    ...WORKSPACE,
    ...NODE_REACH,
    ...measuredOptions(ROLLBACK_OPTIONS, SHOWN_BACK),
    ...NODE_TARGET,
  } satisfies OptionTable<PreviewRollbackOptions>,
} as const satisfies Verb

export const ROLL_BACK_NODES = {
  name: 'rollBackNodes',
  command: 'node rollback',
  hasCases: true,
  tellsAbort: true,
  options: {
    ...WORKSPACE,
    ...NODE_REACH,
    ...NAMING,
    ...measuredOptions(ROLLBACK_OPTIONS, REVERTED),
    ...NODE_TARGET,
    apply: needed('boolean', '--apply'),
  } satisfies OptionTable<RollBackNodesOptions>,
} as const satisfies Verb

/** What each function asks of the driver. */
export const upgradeOrders = {
  status: (options: ShowNodesOptions) => ({
    request: measuredRequest<UpgradeRequest>({target: 'target'}, options),
    commandArgv: argvOf('node status', SHOW_NODES.options, options),
  }),
  plan: (options: PlanUpgradeOptions) => ({
    request: measuredRequest<UpgradeRequest>(PLANNED, options),
    commandArgv: argvOf('node plan', PLAN_UPGRADE.options, options),
  }),
  upgrade: (options: UpgradeNodesOptions) => ({
    request: measuredRequest<UpgradeRequest>(DRIVEN, options),
    commandArgv: argvOf('node upgrade', UPGRADE_NODES.options, options),
  }),
  rollbackPreview: (options: PreviewRollbackOptions) => ({
    request: measuredRequest<UpgradeRequest>(SHOWN_BACK, options),
    commandArgv: argvOf('node rollback', PREVIEW_ROLLBACK.options, options),
  }),
  rollback: (options: RollBackNodesOptions) => ({
    request: measuredRequest<UpgradeRequest>(REVERTED, options),
    commandArgv: argvOf('node rollback', ROLL_BACK_NODES.options, options),
  }),
}
