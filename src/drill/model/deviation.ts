import type {DrillExpectations} from '#contract/generated/types'
import {cutText} from '#error/cut-text'
import {holds, type Observation} from './expectation.ts'
import {valueAt} from './value-place.ts'

const MOST_SHOWN = 80

/** What of it is not as expected, each beside what was seen there: `exit is 128, not as expected: equals 0`. Empty where all is. */
export function deviations(expect: DrillExpectations, now: Observation, before: Observation | undefined): string[] {
  return Object.entries(expect).flatMap(([place, expectation]) => {
    const rows = Object.entries(expectation)
    const broken = rows.filter(([operator, wanted]) => holds({[place]: {[operator]: wanted}}, now, before) !== 'true')
    const seen = shown(valueAt(now, place))
    return broken.map(([operator, wanted]) => `${place} is ${seen}, not as expected: ${operator} ${shown(wanted)}`)
  })
}

function shown(value: unknown): string {
  return value === undefined ? 'nothing' : cutText(JSON.stringify(value), MOST_SHOWN)
}
