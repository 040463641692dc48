import type {DrillExpectation, DrillExpectations} from '#contract/generated/types'
import {allTrue, type Truth, truthOf} from './truth.ts'
import {valueAt} from './value-place.ts'

/** What a probe gave; `undefined` where it gave nothing in time. */
export type Observation = Readonly<Record<string, unknown>>

/** Whether what a probe gave is as expected. `before`: what it gave in the steady state, for operators that compare with it. */
export function holds(expect: DrillExpectations, now: Observation | undefined, before: Observation | undefined): Truth {
  if (now === undefined) return 'unknown'
  return allTrue(
    Object.entries(expect).map(([place, expectation]) =>
      judge(expectation, valueAt(now, place), before === undefined ? undefined : valueAt(before, place)),
    ),
  )
}

/** Expectations of the steady state itself: what compares with it holds wherever there is a value at all. */
export function holdsAtFirst(expect: DrillExpectations, now: Observation | undefined): Truth {
  const known = Object.entries(expect).map(([place, {unchanged, ...rest}]) => {
    const value = now === undefined ? undefined : valueAt(now, place)
    const isThere: Truth = unchanged === undefined || isScalar(value) ? 'true' : 'unknown'
    return allTrue([isThere, ...(Object.keys(rest).length > 0 ? [judge(rest, value, undefined)] : [])])
  })
  return now === undefined ? 'unknown' : allTrue(known)
}

/** Whether it needs to know what there was before anything was broken. */
export function comparesWithBefore(expect: DrillExpectations): boolean {
  return Object.values(expect).some(({changed, unchanged, increases}) => Boolean(changed ?? unchanged ?? increases))
}

function judge(expectation: DrillExpectation, value: unknown, before: unknown): Truth {
  return allTrue(Object.entries(expectation).map(([operator, wanted]) => judgeOne(operator, wanted, value, before)))
}

function judgeOne(operator: string, wanted: unknown, value: unknown, before: unknown): Truth {
  switch (operator) {
    case 'exists':
      return truthOf(value !== undefined && value !== null)
    case 'absent':
      return truthOf(value === undefined)
    case 'gte':
      return ifNumbers(value, wanted, (one, other) => one >= other)
    case 'lte':
      return ifNumbers(value, wanted, (one, other) => one <= other)
    case 'increases':
      return ifNumbers(value, before, (one, other) => one > other)
    case 'matches':
      return typeof value === 'string' ? truthOf(new RegExp(String(wanted), 'u').test(value)) : 'unknown'
    case 'in':
      return isScalar(value) ? truthOf(Array.isArray(wanted) && wanted.includes(value)) : 'unknown'
    case 'equals':
    case 'not_equals':
      return sameKind(value, wanted, (isSame) => isSame === (operator === 'equals'))
    case 'changed':
    case 'unchanged':
      return sameKind(value, before, (isSame) => isSame === (operator === 'unchanged'))
    default:
      return 'unknown'
  }
}

function ifNumbers(value: unknown, other: unknown, compare: (one: number, other: number) => boolean): Truth {
  const areNumbers = typeof value === 'number' && typeof other === 'number' && !Number.isNaN(value)
  return areNumbers ? truthOf(compare(value, other)) : 'unknown'
}

/** A number is not compared with a text: that is a mistake of the drill, and no answer. */
function sameKind(value: unknown, other: unknown, decide: (isSame: boolean) => boolean): Truth {
  return isScalar(value) && typeof value === typeof other ? truthOf(decide(value === other)) : 'unknown'
}

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number'
}
