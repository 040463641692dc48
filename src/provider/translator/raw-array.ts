import {record} from '#contract/json'
import {Tensor} from '#world/tensor/tensor'
import type {Fields} from '../model/provider.ts'
import {whatCame} from '../model/value-check.ts'
import {translatorFault} from './translator-fault.ts'

/** Part of the raw actions as an array: its shape, and its elements in C order. A value alone has shape []. */
export interface RawArray {
  readonly shape: readonly number[]
  readonly elements: ArrayLike<unknown>
}

/** What stands at a path of the raw actions; the steps of a path are separated by dots, unless a name has them itself. Throws `translator_invalid`. */
export function rawArray(raw: Fields, path: string): RawArray {
  const found = foundAt(raw, path)
  if ('lack' in found) throw translatorFault(`finds ${found.lack}`)
  return found
}

/** The array at a path, or what is there in its place. */
export function foundAt(raw: Fields, path: string): RawArray | {readonly lack: string} {
  const found = atPath(raw, path)
  if (found === undefined) return {lack: `nothing at ${path}; the raw actions are ${whatCame(raw)}`}
  if (found instanceof Tensor) return {shape: found.shape, elements: found.elements}
  if (record(found) !== undefined) return {lack: `${whatCame(found)} at ${path}, not an array`}
  const shape = shapeOf(found)
  if (shape === undefined) return {lack: `a ragged list at ${path}`}
  return {shape, elements: Array.isArray(found) ? found.flat(8) : [found]}
}

function atPath(raw: unknown, path: string): unknown {
  const map = raw instanceof Tensor ? undefined : record(raw)
  if (map === undefined) return undefined
  if (Object.hasOwn(map, path)) return map[path]
  for (let dot = path.indexOf('.'); dot !== -1; dot = path.indexOf('.', dot + 1)) {
    const inner = Object.hasOwn(map, path.slice(0, dot))
      ? atPath(map[path.slice(0, dot)], path.slice(dot + 1))
      : undefined
    if (inner !== undefined) return inner
  }
  return undefined
}

/** Lists within lists are an array only where all of one level are equally long; undefined where they are not. */
function shapeOf(value: unknown): number[] | undefined {
  const shape: number[] = []
  let level: unknown[] = [value]
  while (level.every(Array.isArray) && level.length > 0) {
    const [first] = level
    if (level.some((list) => list.length !== first?.length)) return undefined
    shape.push(first?.length ?? 0)
    level = level.flat()
  }
  return level.some(Array.isArray) ? undefined : shape
}
