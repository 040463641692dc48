import {finite, type Json, type JsonObject, jsonFault, record} from '#contract/json'
import {WorldStateError} from '#error/provider-error'

const LIMITS = {depth: 64, size: 8 * 1024 * 1024}
const ID = /^[A-Za-z0-9][A-Za-z0-9_.-]*$/

/** A place, in metres. */
export type Vector = {readonly x: number; readonly y: number; readonly z: number}

/** One object of a scene. Only `id` and the position are read; rotation, box and the rest are for viewers and survive untouched. */
export interface SceneEntry {
  readonly id: string
  readonly name?: string
  readonly pose: {readonly position: Vector; readonly [key: string]: Json}
  readonly metadata?: JsonObject
  readonly [key: string]: Json | undefined
}

/** The seed's world state: a JSON dictionary with a scene. Unknown keys survive. Positions in metres. */
export interface WorldState {
  readonly schema_version: 1
  readonly id: string
  readonly name: string
  readonly provider: string
  readonly step: number
  readonly description?: string
  readonly metadata: JsonObject
  readonly history?: readonly JsonObject[]
  readonly scene?: {readonly objects: Readonly<Record<string, SceneEntry>>}
}

type Found = {readonly where: string; readonly why: string}

/**
 * The gate for world states, from a caller or from a provider: `origin` says whose mistake a refusal is. Gives the value with step 0 and
 * empty metadata where it has none; the value itself stays as it is. Throws `WorldStateError` (`world_state_invalid`) with the field, without the value.
 */
export function checkWorldState(value: unknown, origin: 'caller' | 'provider' = 'caller'): WorldState {
  const plain = jsonFault(value, LIMITS)
  const found = plain ? {where: plain.pointer, why: plain.message} : stateFault(value)
  if (found) throw new WorldStateError(`world state ${found.where || 'as a whole'} ${found.why}`, origin)
  const world = value as WorldState
  return {...world, step: world.step ?? 0, metadata: world.metadata ?? {}}
}

function stateFault(value: unknown): Found | undefined {
  const state = record(value)
  if (!state) return {where: '', why: 'is not an object'}
  if (state['schema_version'] !== 1) return {where: '/schema_version', why: 'is not 1'}
  if (typeof state['id'] !== 'string' || !ID.test(state['id'])) return {where: '/id', why: 'is not a plain name'}
  for (const key of ['name', 'provider']) {
    if (typeof state[key] !== 'string' || state[key] === '') return {where: `/${key}`, why: 'is not a text'}
  }
  if ('description' in state && typeof state['description'] !== 'string')
    return {where: '/description', why: 'is not a text'}
  const step = state['step'] ?? 0
  if (!isCount(step)) return {where: '/step', why: 'is not a whole number of at least 0'}
  if ('metadata' in state && !record(state['metadata'])) return {where: '/metadata', why: 'is not an object'}
  return historyFault(state['history'], step) ?? sceneFault(state['scene'])
}

function historyFault(history: unknown, now: number): Found | undefined {
  if (history === undefined) return undefined
  if (!Array.isArray(history)) return {where: '/history', why: 'is not a list'}
  for (const [index, entry] of history.entries()) {
    const past = record(entry)?.['step']
    if (!isCount(past) || past > now) return {where: `/history/${index}/step`, why: 'is not a step up to now'}
  }
  return undefined
}

function sceneFault(scene: unknown): Found | undefined {
  if (scene === undefined) return undefined
  const objects = record(record(scene)?.['objects'])
  if (!objects) return {where: '/scene/objects', why: 'is not an object'}
  for (const [index, [key, value]] of Object.entries(objects).entries()) {
    const entry = record(value)
    // The key may be anything a caller wrote, so the message counts instead of naming it.
    if (!ID.test(key) || entry?.['id'] !== key)
      return {where: '/scene/objects', why: `has entry ${index} whose key is not its id`}
    const position = record(record(entry['pose'])?.['position'])
    if (!position || ['x', 'y', 'z'].some((axis) => finite(position[axis]) === undefined)) {
      return {where: `/scene/objects/${key}/pose/position`, why: 'lacks a finite x, y or z'}
    }
  }
  return undefined
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}
