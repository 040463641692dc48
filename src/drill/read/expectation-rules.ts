import type {DraftIssue} from '#document/document-issues'
import {pointerOf} from '#document/pointer'
import type {DrillPlace} from './drill-places.ts'

/** A repetition of what holds one itself: such an expression can take for ever. */
const NESTED = /[+*}]\)*[+*{]|\([^)]*[+*}][^)]*\)[+*{]/

/** What is wrong with what is expected of a probe. */
export function expectationIssues({pointer, expect = {}}: Pick<DrillPlace, 'pointer' | 'expect'>): DraftIssue[] {
  return Object.entries(expect).flatMap(([place, {matches}]) => {
    const fault = matches === undefined ? undefined : patternFault(matches)
    const at = pointer + pointerOf(['expect', place, 'matches'])
    return fault === undefined ? [] : [{pointer: at, rule: 'pattern', message: fault}]
  })
}

function patternFault(pattern: string): string | undefined {
  if (NESTED.test(pattern)) return 'repeats what repeats itself, which can take for ever'
  try {
    new RegExp(pattern, 'u')
    return undefined
  } catch {
    return 'is no regular expression'
  }
}
