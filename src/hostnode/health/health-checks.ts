import {elapsedMs} from '#random/clock'
import type {NodeContext} from '../context/context.ts'

/** The state of one part of a node, with facts specific to it. */
export interface PartHealth {
  readonly status: 'up' | 'down' | 'unknown'
  readonly [fact: string]: unknown
}

/** The parts that are checked. */
export const HEALTH_PARTS = ['store', 'disk', 'git', 'migrations', 'sync', 'quorum', 'hooks'] as const
export type HealthPart = (typeof HEALTH_PARTS)[number]
/** The parts that must be up for a node to be ready. */
const REQUIRED: readonly HealthPart[] = ['store', 'disk', 'git', 'migrations', 'sync']

/** Checks one part. A throw counts as `down`. */
export type HealthCheck = (context: NodeContext) => Promise<PartHealth>
export type HealthChecks = Readonly<Record<HealthPart, HealthCheck>>

/** The state of all parts, and whether it suffices. */
export interface HealthState {
  readonly isUp: boolean
  readonly checks: Readonly<Record<string, PartHealth>>
}

export function healthState(checks: Readonly<Record<string, PartHealth>>): HealthState {
  return {isUp: REQUIRED.every((part) => checks[part]?.status === 'up'), checks}
}

/** Whether the node takes traffic: its required parts are up, it is neither starting nor stopping, and no fault says otherwise. */
export function isTakingTraffic({isUp}: HealthState, {state, faults}: Pick<NodeContext, 'state' | 'faults'>): boolean {
  return isUp && state.phase === 'ready' && faults.first('not_ready') === undefined
}

/** Whole seconds since the start. */
export function uptimeSeconds({time, state}: Pick<NodeContext, 'time' | 'state'>): number {
  return Math.floor(elapsedMs(time, state.startedNs) / 1000)
}
