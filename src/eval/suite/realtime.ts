import {meanOf, ofMeans, shareOfParts} from '../result/estimate.ts'
import {EPISODE_TRIALS, type Metric, NO_LIMIT, type Suite} from '../suite.ts'
import {successRate} from './success-rate.ts'

/** What is measured of one episode: how long plans took, and what happened meanwhile. Times are those of this machine. */
export interface Pace {
  readonly plans: number
  /** Plans that came after the next command was due. */
  readonly late: number
  /** Environment steps under a command that had run out, while a plan was awaited. */
  readonly stale_steps: number
  readonly plan_ms: number
  readonly slowest_ms: number
  readonly deadline_ms: number
  /** Whether the task is finished where the world waits for plans, as in `closed-loop`; unknown after an error. */
  readonly untimed?: number
}

export const realtime: Suite = {
  name: 'realtime',
  kind: 'realtime',
  version: 1,
  level: 'ops',
  question: 'Does its latency break control?',
  groundTruth: 'the environment goes on while a plan is made, under the last command, until the plan arrives',
  claim: 'plans come before the next command is due',
  trials: EPISODE_TRIALS,
  cells: 'environment',
  // Elsewhere a step is a step: how many seconds it has is a convention, so no time is too late.
  environments: ['double-integrator', 'pendulum', 'cart-pole'],
  metrics: [
    {
      ...ratio('deadline_miss_rate', 1, 'lower'),
      gates: [{stat: 'ci_high', op: 'lte', value: 0.01}],
      measure: shareOfParts('late', 'plans'),
    },
    {
      ...ratio('real_time_factor', NO_LIMIT, 'higher'),
      measure: ofMeans(
        (value) => [value('plans') * value('deadline_ms'), value('plan_ms')],
        (means) => (means[0] ?? Number.NaN) / (means[1] ?? Number.NaN),
        'no_time_taken',
      ),
    },
    successRate(),
    {
      ...ratio('success_drop', 1, 'lower'),
      min: -1,
      measure: meanOf(({success, values}) => dropOf(values?.['untimed'], success)),
    },
  ],
}

function ratio(name: string, max: number, direction: Metric['direction']): Omit<Metric, 'measure'> {
  return {name, min: 0, max, exact: false, direction, unit: 'ratio', gates: []}
}

function dropOf(untimed: number | null | undefined, success: boolean): number | null {
  return untimed === null || untimed === undefined ? null : untimed - (success ? 1 : 0)
}
