import type {Metric} from '../model/suite.ts'
import {measureShare} from './estimate.ts'

/** The share of tasks that were finished; a lower limit below `atLeast` fails, where there is one. */
export function successRate(atLeast?: number): Metric {
  return {
    name: 'success_rate',
    min: 0,
    max: 1,
    exact: false,
    direction: 'higher',
    unit: 'ratio',
    gates: atLeast === undefined ? [] : [{stat: 'ci_low', op: 'gte', value: atLeast}],
    measure: measureShare(({success}) => success),
  }
}
