import type {DrillExpectation} from '#contract/generated/types'
import type {DraftIssue} from '#document/document-issues'
import {pointerOf} from '#document/pointer'
import {mustBeOneOf, withNearest} from '#error/nearest'
import {closedValues} from '../model/closed-values.ts'
import {holds} from '../model/expectation.ts'
import type {DrillPlace} from './drill-places.ts'

/** A repetition of what holds one itself: such an expression can take for ever. */
const NESTED = /[+*}]\)*[+*{]|\([^)]*[+*}][^)]*\)[+*{]/

const OPERATORS: Readonly<Record<keyof DrillExpectation, true>> = {
  equals: true,
  not_equals: true,
  in: true,
  matches: true,
  gte: true,
  lte: true,
  exists: true,
  absent: true,
  changed: true,
  unchanged: true,
  increases: true,
}
const OPERATOR = /\/expect\/[^/]+\/([^/]+)$/

/** A key beside operators is answered by all that there are. */
export function withOperators(issue: DraftIssue): DraftIssue {
  const operator = issue.rule === 'unknown_key' ? OPERATOR.exec(issue.pointer)?.[1] : undefined
  if (operator === undefined) return issue
  return {...issue, message: `is no operator: ${mustBeOneOf(Object.keys(OPERATORS), operator)}`}
}

/** What is wrong with what is expected of a probe. */
export function expectationIssues({
  pointer,
  name,
  expect = {},
}: Pick<DrillPlace, 'pointer' | 'name' | 'expect'>): DraftIssue[] {
  return Object.entries(expect).flatMap(([place, one]): DraftIssue[] => {
    const {matches} = one
    const at = (...keys: readonly string[]) => pointer + pointerOf(['expect', place, ...keys])
    const fault = matches === undefined ? undefined : patternFault(matches)
    if (fault !== undefined) return [{pointer: at('matches'), rule: 'pattern', message: fault}]
    if (canHold(one)) {
      const message = impossible(one, place, closedValues(name, place))
      return message === undefined ? [] : [{pointer: at(), rule: 'impossible', message}]
    }
    return [{pointer: at(), rule: 'contradiction', message: 'can never hold: its operators contradict each other'}]
  })
}

/** Whether there is any value that all operators hold for. Numbers between two limits are not looked for one by one. */
function canHold(expectation: DrillExpectation): boolean {
  const {equals, absent, gte, lte} = expectation
  if (absent) return Object.keys(expectation).length === 1
  // What was there before is not known here, and says nothing of a single value.
  const {changed, unchanged, increases, ...told} = expectation
  if (unchanged && (changed ?? increases)) return false
  if (gte !== undefined && lte !== undefined && gte > lte) return false
  const only = equals === undefined ? expectation.in : [equals]
  return only === undefined || only.some((value) => holds({value: told}, {value}, undefined) === 'true')
}

/** Most names that a message lists. */
const MOST_NAMED = 15

/** Why no value of a closed set meets all operators; undefined where one does, or any value may come. */
function impossible(
  {changed: _, unchanged: _before, increases: _more, absent, ...told}: DrillExpectation,
  place: string,
  values: ReturnType<typeof closedValues>,
): string | undefined {
  if (values === undefined || absent || Object.keys(told).length === 0) return undefined
  if (values.some((value) => holds({value: told}, {value}, undefined) === 'true')) return undefined
  const all = values.length <= MOST_NAMED ? values.join(', ') : `${values.length} words`
  return withNearest(`can never hold: ${place} is one of ${all}`, told.equals ?? told.in?.[0], values.map(String))
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
