import type {SuiteEntry} from '../../kit/suite-entry.ts'
import {measureMean, ofMeans, shareOfParts} from '../../metric/estimate.ts'
import {successRate} from '../../metric/finished-tasks.ts'
import {type Metric, NO_LIMIT, type Trials} from '../../model/suite.ts'

/** Eighty episodes without a stale step are the fewest that show a share of at most .05, when an episode counts as one answer. */
const TRIALS: Trials = {smoke: 8, quick: 80, standard: 160, full: 400}

export const realtime: SuiteEntry = {
  name: 'realtime',
  kind: 'realtime',
  version: 2,
  level: 'ops',
  question: 'Does its latency break control?',
  groundTruth: 'the environment goes on while a plan is made, under the last command, until the plan arrives',
  claim: 'commands run out before the next plan comes in few steps',
  asks: ['predict', 'score'],
  expected: 'the task is finished while the world goes on',
  trials: TRIALS,
  cells: 'environment',
  // Elsewhere a step is a step: how many seconds it has is a convention, so no time is too late.
  environments: ['double-integrator', 'pendulum', 'cart-pole'],
  load: () => import('./make-realtime-cells.ts').then(({makeRealtimeCells}) => makeRealtimeCells),
  metrics: [
    {
      ...ratio('stale_step_rate', 1, 'lower'),
      gates: [{stat: 'ci_high', op: 'lte', value: 0.05}],
      measure: shareOfParts('stale_steps', 'steps'),
    },
    {...ratio('deadline_miss_rate', 1, 'lower'), measure: shareOfParts('late', 'plans')},
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
      measure: measureMean(({success, values}) => dropOf(values?.['untimed'], success)),
    },
  ],
}

function ratio(name: string, max: number, direction: Metric['direction']): Omit<Metric, 'measure'> {
  return {name, min: 0, max, exact: false, direction, unit: 'ratio', gates: []}
}

function dropOf(untimed: number | null | undefined, success: boolean): number | null {
  return untimed === null || untimed === undefined ? null : untimed - (success ? 1 : 0)
}
