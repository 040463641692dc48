import type {EvalExpectation} from '#contract/generated/types'
import {canonicalJson} from '#digest/canonical-json'
import type {Nested} from '#world/tensor-json'

/** Why an answer is not what was expected at one place, or `undefined`. Numbers of the answer are told, nothing else of it. */
export function expectationFault(answer: unknown, expectation: EvalExpectation): string | undefined {
  const {path} = expectation
  const found = valueAt(answer, path)
  const place = path === '' ? 'the answer' : path
  if (found === undefined) return `${place} is missing`
  const fault = faultOf(found, expectation)
  return fault === undefined ? undefined : `${place} ${fault}`
}

function faultOf(found: unknown, {equals, near, range, shape, order, finite}: EvalExpectation): string | undefined {
  if (near) return nearFault(found, near.value, near.tol)
  if (range)
    return everyNumber(found, (value) => value >= (range[0] ?? 0) && value <= (range[1] ?? 0), 'is out of range')
  if (finite) return everyNumber(found, Number.isFinite, 'is not finite')
  if (shape) return shapeOf(found).join() === shape.join() ? undefined : `has shape (${shapeOf(found).join(', ')})`
  if (order) return orderOf(found).join() === order.join() ? undefined : `has order ${orderOf(found).join(', ')}`
  return isSame(found, equals) ? undefined : 'differs'
}

function valueAt(answer: unknown, path: string): unknown {
  const keys = path
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
  return keys.reduce((value: unknown, key) => {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    return Reflect.get(value, key)
  }, answer)
}

function nearFault(found: unknown, wanted: unknown, tolerance: number): string | undefined {
  if (shapeOf(found).join() !== shapeOf(wanted).join()) return `has shape (${shapeOf(found).join(', ')})`
  const [have, want] = [numbersIn(found), numbersIn(wanted)]
  const at = have.findIndex((value, index) => !(Math.abs(value - (want[index] ?? Number.NaN)) <= tolerance))
  return at < 0 ? undefined : `is ${have[at]} instead of ${want[at]}${have.length > 1 ? ` at ${at}` : ''}`
}

function everyNumber(found: unknown, holds: (value: number) => boolean, words: string): string | undefined {
  const numbers = numbersIn(found)
  if (numbers.length === 0) return 'holds no number'
  const bad = numbers.find((value) => !holds(value))
  return bad === undefined ? undefined : `${words}: ${bad}`
}

/** Indices by value, lowest first; equal values keep their order. */
function orderOf(found: unknown): number[] {
  const numbers = numbersIn(found)
  return numbers.map((_, index) => index).sort((a, b) => (numbers[a] ?? 0) - (numbers[b] ?? 0))
}

/** Numbers of nested lists, in order; anything else in them is NaN. */
function numbersIn(found: unknown): number[] {
  if (Array.isArray(found)) return found.flatMap(numbersIn)
  return [typeof found === 'number' ? found : Number.NaN]
}

function shapeOf(found: unknown): number[] {
  return Array.isArray(found) ? [found.length, ...shapeOf(found[0] as Nested<number>)] : []
}

function isSame(one: unknown, other: unknown): boolean {
  try {
    return canonicalJson(one) === canonicalJson(other)
  } catch {
    return false
  }
}
