import {copyJson, finite, type Json, type JsonObject, jsonFault, record} from '#contract/json'
import {AssayError, invalidInput} from '#error/assay-error'
import type {Vector} from './world-state.ts'

const LIMITS = {depth: 64, size: 8 * 1024 * 1024}
const TOLERANCE = 0.05

/** What is to be reached. Distances in metres; `tolerance` is how near is near enough. */
export type Goal =
  | {readonly kind: 'object_at'; readonly object_id: string; readonly position: Vector; readonly tolerance: number}
  | {
      readonly kind: 'object_near'
      readonly object_id: string
      readonly reference_id: string
      readonly offset: readonly [number, number, number]
      readonly tolerance: number
    }
  | {readonly kind: 'spawn_object'; readonly name: string; readonly position?: Vector; readonly tolerance: number}
  | {readonly kind: 'swap_objects'; readonly a: string; readonly b: string; readonly tolerance: number}
  | {readonly kind: 'state_at'; readonly state: readonly number[]; readonly tolerance: number}
  | {readonly kind: 'observation'; readonly fields: JsonObject; readonly tolerance: number}

type Given = Readonly<Record<string, unknown>>

/**
 * A goal from outside, with its defaults filled in. Throws `goal_not_structured` for free text, `invalid_input` for a kind that is not
 * known, a key that does not belong to it, or a value of the wrong shape.
 */
export function checkGoal(value: unknown): Goal {
  if (typeof value === 'string') throw new AssayError('goal_not_structured', 'goal is free text')
  const fault = jsonFault(value, LIMITS)
  if (fault) throw invalidInput(`goal ${fault.pointer || 'as a whole'} ${fault.message}`)
  const given = record(value)
  if (!given) throw invalidInput('goal is not an object')
  const {kind, tolerance: near = TOLERANCE, ...rest} = given
  const tolerance = finite(near)
  if (tolerance === undefined || tolerance <= 0) throw invalidInput('goal tolerance is not above 0')
  const read = typeof kind === 'string' && Object.hasOwn(KINDS, kind) ? KINDS[kind] : undefined
  if (!read) throw invalidInput('goal kind is not known', `Use one of: ${Object.keys(KINDS).join(', ')}.`)
  if (Object.keys(rest).some((key) => !read.keys.includes(key)))
    throw invalidInput('goal has a key that is not known here')
  return read.goal(rest, tolerance)
}

const KINDS: Readonly<Record<string, {keys: readonly string[]; goal(given: Given, tolerance: number): Goal}>> = {
  object_at: {
    keys: ['object_id', 'position'],
    goal: (given, tolerance) => ({
      kind: 'object_at',
      object_id: text(given, 'object_id'),
      position: vector(given['position']),
      tolerance,
    }),
  },
  object_near: {
    keys: ['object_id', 'reference_id', 'offset'],
    goal: (given, tolerance) => {
      const [x, y, z] = numbers(given['offset'] ?? [0.1, 0, 0])
      if (x === undefined || y === undefined || z === undefined) throw invalidInput('goal offset is not three numbers')
      return {
        kind: 'object_near',
        object_id: text(given, 'object_id'),
        reference_id: text(given, 'reference_id'),
        offset: [x, y, z],
        tolerance,
      }
    },
  },
  spawn_object: {
    keys: ['name', 'position'],
    goal: (given, tolerance) => ({
      kind: 'spawn_object',
      name: text(given, 'name'),
      ...(given['position'] === undefined ? {} : {position: vector(given['position'])}),
      tolerance,
    }),
  },
  swap_objects: {
    keys: ['a', 'b'],
    goal: (given, tolerance) => ({kind: 'swap_objects', a: text(given, 'a'), b: text(given, 'b'), tolerance}),
  },
  state_at: {
    keys: ['state'],
    goal: (given, tolerance) => ({kind: 'state_at', state: numbers(given['state']), tolerance}),
  },
  observation: {
    keys: ['fields'],
    goal: (given, tolerance) => ({kind: 'observation', fields: fields(given['fields']), tolerance}),
  },
}

function text(given: Given, key: string): string {
  const value = given[key]
  if (typeof value === 'string' && value !== '') return value
  throw invalidInput(`goal ${key} is not a text`)
}

function numbers(value: unknown): number[] {
  if (Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'number')) return value
  throw invalidInput('goal holds something other than a list of numbers')
}

function vector(value: unknown): Vector {
  const given = record(value)
  const [x, y, z] = [finite(given?.['x']), finite(given?.['y']), finite(given?.['z'])]
  if (x === undefined || y === undefined || z === undefined)
    throw invalidInput('goal position lacks a finite x, y or z')
  return {x, y, z}
}

function fields(value: unknown): JsonObject {
  const given = record(value)
  if (!given) throw invalidInput('goal fields are not an object')
  return copyJson(given) as {[key: string]: Json}
}
