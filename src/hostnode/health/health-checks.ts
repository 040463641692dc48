import {elapsedMs} from '#random/clock'
import type {NodeContext} from '../context/context.ts'

/** How one part of a node is, and facts of its own. */
export interface PartHealth {
  readonly status: 'up' | 'down' | 'unknown'
  readonly [fact: string]: unknown
}

/** The parts that are looked at. */
export const HEALTH_PARTS = ['store', 'disk', 'git', 'migrations', 'sync', 'quorum', 'hooks'] as const
export type HealthPart = (typeof HEALTH_PARTS)[number]
/** Without these a node is not ready. */
const REQUIRED: readonly HealthPart[] = ['store', 'disk', 'git', 'migrations', 'sync']

/** Looks at one part. A throw is `down`. */
export type HealthCheck = (context: NodeContext) => Promise<PartHealth>
export type HealthChecks = Readonly<Record<HealthPart, HealthCheck>>

/** What all parts are, and whether that is enough. */
export interface HealthState {
  readonly isUp: boolean
  readonly checks: Readonly<Record<string, PartHealth>>
}

export function healthState(checks: Readonly<Record<string, PartHealth>>): HealthState {
  return {isUp: REQUIRED.every((part) => checks[part]?.status === 'up'), checks}
}

/** Whether it takes traffic: its parts are well, it is neither starting nor ending, and nobody said otherwise. */
export function isTakingTraffic({isUp}: HealthState, {state, faults}: Pick<NodeContext, 'state' | 'faults'>): boolean {
  return isUp && state.phase === 'ready' && faults.first('not_ready') === undefined
}

/** Whole seconds since the start. */
export function uptimeSeconds({time, state}: Pick<NodeContext, 'time' | 'state'>): number {
  return Math.floor(elapsedMs(time, state.startedNs) / 1000)
}
