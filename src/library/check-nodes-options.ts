import type {NodeCheckMode} from '#contract/generated/types'
import {
  NODE_BASELINE_OPTIONS,
  NODE_CHECK_OPTIONS,
  type NodeBaselineRequest,
  type NodeCheckRequest,
} from '#host/model/host-options'
import {argvOf} from './given-options.ts'
import {measuredOptions, measuredRequest, type OptionFields} from './measured-options.ts'
import {needed, type OptionTable, option} from './option-table.ts'
import {NAMING, type ProviderAccess, type RunNaming, WORKSPACE, type WorkspaceOptions} from './surroundings.ts'
import type {Verb} from './verb.ts'

/** What both functions about nodes take. The token of the target is a variable of `env`. */
export interface NodeOptions extends WorkspaceOptions, Pick<ProviderAccess, 'allowLoopback' | 'allowHosts'>, RunNaming {
  /** Which nodes: a target file, YAML, TOML or JSON. */
  readonly target: string | URL
}

/** What `checkNodes` takes. */
export interface CheckNodesOptions extends NodeOptions {
  /** `standard` by default. */
  readonly mode?: NodeCheckMode | undefined
  /** Checks by id, whatever their mode. */
  readonly only?: readonly string[] | undefined
  /** Checks that are left out. */
  readonly skip?: readonly string[] | undefined
  /** A run of `takeNodeBaseline` to hold the nodes against: `latest`, its id, folder or a file in it. */
  readonly baseline?: string | URL | undefined
  /** Release that the nodes must run, such as `1.2.0`. */
  readonly to?: string | undefined
  /** The nodes were brought back to what `baseline` says: releases, schemas and data must be those again. */
  readonly rolledBack?: boolean | undefined
  /** How long mode `observe` looks, in milliseconds; ten minutes by default. */
  readonly forMs?: number | undefined
  /** How long from one look of mode `observe` to the next, in milliseconds; 15 s by default. */
  readonly everyMs?: number | undefined
  /** Remove what checks of runs that are over left on the service. */
  readonly sweep?: boolean | undefined
  /** With `sweep`: how old it must be, in milliseconds; an hour by default, ten minutes at least. */
  readonly olderThanMs?: number | undefined
}

/** What `takeNodeBaseline` takes. */
export interface NodeBaselineOptions extends NodeOptions {
  /** How long requests are timed, in milliseconds; five minutes by default. */
  readonly windowMs?: number | undefined
  /** Nobody writes until the check: refs must then be equal, not only go forward. */
  readonly fenced?: boolean | undefined
}

/** How far requests to nodes may go, and which nodes are meant. */
export const NODE_REACH = {
  allowLoopback: option('boolean', '--allow-loopback'),
  allowHosts: option('words', '--allow-host'),
}
type Aside = Exclude<keyof NodeOptions, 'target'>

const CHECKED = {
  target: 'target',
  mode: 'mode',
  only: 'only',
  skip: 'skip',
  baseline: 'baseline',
  to: 'to',
  rolledBack: 'isRolledBack',
  forMs: 'forMs',
  everyMs: 'everyMs',
  sweep: 'isSweeping',
  olderThanMs: 'olderThanMs',
} as const satisfies OptionFields<Omit<CheckNodesOptions, Aside>, NodeCheckRequest>

const TAKEN = {
  target: 'target',
  windowMs: 'windowMs',
  fenced: 'isFenced',
} as const satisfies OptionFields<Omit<NodeBaselineOptions, Aside>, NodeBaselineRequest>

export const NODE_TARGET = {target: needed('place', '--target')}

export const CHECK_NODES = {
  name: 'checkNodes',
  command: 'node check',
  hasCases: true,
  tellsAbort: true,
  worksThere: true,
  options: {
    ...WORKSPACE,
    ...NODE_REACH,
    ...NAMING,
    ...measuredOptions(NODE_CHECK_OPTIONS, CHECKED),
    ...NODE_TARGET,
  } satisfies OptionTable<CheckNodesOptions>,
} as const satisfies Verb

export const TAKE_NODE_BASELINE = {
  name: 'takeNodeBaseline',
  command: 'node baseline',
  hasCases: true,
  tellsAbort: true,
  worksThere: true,
  options: {
    ...WORKSPACE,
    ...NODE_REACH,
    ...NAMING,
    ...measuredOptions(NODE_BASELINE_OPTIONS, TAKEN),
    ...NODE_TARGET,
  } satisfies OptionTable<NodeBaselineOptions>,
} as const satisfies Verb

/** What `checkNodes` asks of its kind of run. */
export function checkNodesOrder(options: CheckNodesOptions) {
  return {
    request: measuredRequest<NodeCheckRequest>(CHECKED, options),
    commandArgv: argvOf('node check', CHECK_NODES.options, options),
  }
}

/** What `takeNodeBaseline` asks of its kind of run. */
export function nodeBaselineOrder(options: NodeBaselineOptions) {
  return {
    request: measuredRequest<NodeBaselineRequest>(TAKEN, options),
    commandArgv: argvOf('node baseline', TAKE_NODE_BASELINE.options, options),
  }
}
