import {environmentsFor, type SuiteKind} from '../suite.ts'
import {type Course, lacking, type SuiteCells} from './course.ts'
import {makeCalibrationCells} from './make-calibration-cells.ts'
import {makeClipCells} from './make-clip-cells.ts'
import {makeContractCells} from './make-contract-cell.ts'
import {makeDeterminismCells} from './make-determinism-cells.ts'
import {makeEpisodeCells} from './make-episode-cells.ts'
import {makeFixtureCells} from './make-fixture-cell.ts'
import {makeLatentCells} from './make-latent-cells.ts'
import {makeMetaCells} from './make-meta-cell.ts'
import {makePolicyCells} from './make-policy-cells.ts'
import {makeQuestionCells} from './make-question-cells.ts'
import {makeRealtimeCells} from './make-realtime-cells.ts'
import {makeStateCells} from './make-state-cells.ts'

/** How the cells of each kind are made. */
const MAKERS: Readonly<Record<SuiteKind, (course: Course) => SuiteCells>> = {
  contract: makeContractCells,
  determinism: makeDeterminismCells,
  fixtures: makeFixtureCells,
  rollout: makeStateCells,
  counterfactual: makeStateCells,
  'score-ranking': makeStateCells,
  'planning-regret': makeStateCells,
  'closed-loop': makeEpisodeCells,
  robustness: makeEpisodeCells,
  realtime: makeRealtimeCells,
  policy: makePolicyCells,
  'policy-ranking': makeStateCells,
  calibration: makeCalibrationCells,
  invariants: makeStateCells,
  surprise: makeStateCells,
  reasoning: makeQuestionCells,
  media: makeClipCells,
  latent: makeLatentCells,
  meta: (course) => makeMetaCells(course, makeCells),
}

/** Cells of a suite for a provider in the environments it supports. */
export function makeCells(course: Course): SuiteCells {
  const {suite, settings} = course
  if (settings.only && settings.only.suite !== suite.name) return {ready: [], notRun: []}
  const environments = environmentsFor(suite, course.environments)
  const isElsewhere = environments.length === 0 && (suite.environments !== undefined || course.environments.length > 0)
  if (isElsewhere && !suite.isPlaceless) return lacking(course, 'needs_another_environment')
  return MAKERS[suite.kind]({...course, environments})
}
