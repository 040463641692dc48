/** The allowed values of an argument of a fault. */
export type FaultArgForm =
  | {readonly kind: 'route'}
  | {readonly kind: 'number'; readonly least: number; readonly most: number; readonly otherwise?: number}
  | {readonly kind: 'whole'; readonly least: number; readonly most: number; readonly otherwise?: number}
  | {readonly kind: 'names'}
  | {readonly kind: 'addresses'}

const LONGEST_MS = 600_000
const YEAR_MS = 366 * 24 * 3_600_000
const MS = {kind: 'whole', least: 0, most: LONGEST_MS} as const
/** Share of the requests of a route, spread evenly: with 0.02, of a hundred the fiftieth and the hundredth. */
const RATIO = {kind: 'number', least: 0.001, most: 1, otherwise: 1} as const
const STEP = {kind: 'whole', least: 1, most: 100} as const

/** Every fault with its arguments, times in ms. A fault is added by its line here, and by code where it takes effect. */
export const NODE_FAULTS = {
  /** Requests wait `ms`, or `share` of the usual duration of the route if that is longer. */
  latency: {route: {kind: 'route'}, ms: MS, ratio: RATIO, share: {kind: 'number', least: 0, most: 100, otherwise: 0}},
  error: {route: {kind: 'route'}, status: {kind: 'whole', least: 400, most: 599}, ratio: RATIO},
  hang: {route: {kind: 'route'}},
  drop: {route: {kind: 'route'}},
  store_full: {},
  git_enospc: {},
  /** The wall clock of the node runs `scale` times as fast and is off by `offset_ms`. */
  clock: {
    offset_ms: {kind: 'whole', least: -10 * YEAR_MS, most: 10 * YEAR_MS, otherwise: 0},
    scale: {kind: 'number', least: 0, most: 10_000, otherwise: 1},
  },
  /** Overrides the resolution of names for webhooks. The address policy still applies. */
  hook_resolver: {map: {kind: 'addresses'}},
  metrics_off: {},
  leak: {mb_per_min: {kind: 'number', least: 0.1, most: 10_000}},
  freeze_sync: {},
  bad_state_root: {},
  partition: {peers: {kind: 'names'}},
  peer_delay: {ms: MS},
  not_ready: {},
  slow_migration: {step: STEP, ms: MS},
  failed_migration: {step: STEP},
} as const satisfies Readonly<Record<string, Readonly<Record<string, FaultArgForm>>>>

export type NodeFaultName = keyof typeof NODE_FAULTS

/** Faults that take effect while a node starts: they are kept in the data directory for the next start. */
export const START_FAULTS: readonly NodeFaultName[] = ['slow_migration', 'failed_migration']

/** The value of an argument. */
export type FaultArg = string | number | readonly string[] | Readonly<Record<string, readonly string[]>>
/** Complete arguments: defaults are filled in. */
export type FaultArgs = Readonly<Record<string, FaultArg>>

/** A fault with arguments that fit it. */
export interface NodeFault {
  readonly fault: NodeFaultName
  readonly args: FaultArgs
}

export function isNodeFaultName(name: unknown): name is NodeFaultName {
  return typeof name === 'string' && Object.hasOwn(NODE_FAULTS, name)
}

/** A numeric argument. Arguments read by `faultArgs` always have it, so its absence is a bug and throws. */
export function numberArg({fault, args}: NodeFault, name: string): number {
  const value = args[name]
  if (typeof value === 'number') return value
  throw new Error(`the fault ${fault} was not read: it has no ${name}`)
}

/** A list of texts among the arguments. Its absence is a bug and throws. */
export function namesArg({fault, args}: NodeFault, name: string): readonly string[] {
  const value = args[name]
  if (Array.isArray(value)) return value
  throw new Error(`the fault ${fault} was not read: it has no ${name}`)
}
