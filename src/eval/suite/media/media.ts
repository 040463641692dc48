import type {SuiteEntry} from '../../kit/suite-entry.ts'
import {counted, countedWhere, measureMean, measureShare, named, ofMeans, wasAnswered} from '../../metric/estimate.ts'
import {EPISODE_TRIALS, type Metric, NO_LIMIT} from '../../model/suite.ts'
import {psnrOf} from './clip-likeness.ts'
import {CLIP_ENVIRONMENTS, CLIP_OPERATIONS} from './clip-stages.ts'

export const media: SuiteEntry = {
  name: 'media',
  kind: 'media',
  version: 3,
  level: 'L2',
  question: 'Does the clip show the commanded motion?',
  groundTruth: 'clips of exact environments in which a body moves straight, asked for in words or given as a clip',
  claim: 'clips decode and show the motion that was asked for',
  asks: ['generate', 'transfer'],
  expected: 'the body moves as commanded',
  trials: EPISODE_TRIALS,
  cells: 'environment',
  control: 'observer',
  sets: CLIP_OPERATIONS,
  setsAreOperations: true,
  environments: CLIP_ENVIRONMENTS,
  load: () => import('./make-clip-cells.ts').then(({makeClipCells}) => makeClipCells),
  metrics: [
    {
      ...metric('direction_agreement', 'ratio'),
      max: 1,
      exact: false,
      direction: 'higher',
      gates: [{stat: 'ci_low', op: 'gte', value: 0.8}],
      measure: measureShare(({success}) => success),
    },
    {
      ...metric('undecoded', 'clips'),
      gates: [{stat: 'estimate', op: 'eq', value: 0}],
      measure: countedWhere(wasAnswered, ({values}) => (values?.['decoded'] === 1 ? 0 : 1)),
    },
    {
      ...metric('format_faults', 'clips'),
      gates: [{stat: 'estimate', op: 'eq', value: 0}],
      measure: counted(({values}) => ((values?.['format_faults'] ?? 0) > 0 ? 1 : 0)),
    },
    {...metric('centroid_error', 'widths'), exact: false, measure: measureMean(named('centroid_error'))},
    {
      ...metric('psnr', 'dB'),
      exact: false,
      direction: 'higher',
      measure: ofMeans(
        (value) => [value('mse')],
        ({0: mse = 0}) => psnrOf(mse),
        'identical',
      ),
    },
    {
      ...metric('ssim', 'ratio'),
      min: -1,
      max: 1,
      exact: false,
      direction: 'higher',
      measure: measureMean(named('ssim')),
    },
    {...metric('flicker', 'ratio'), max: 1, exact: false, measure: measureMean(named('flicker'))},
  ],
}

function metric(name: string, unit: string): Omit<Metric, 'measure'> {
  return {name, min: 0, max: NO_LIMIT, exact: true, direction: 'lower', unit, gates: []}
}
