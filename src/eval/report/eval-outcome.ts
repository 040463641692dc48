import type {EvalMeasurement} from '#contract/generated/types'
import {reasonCode} from '#gate/verdict'
import type {TrialOutcome} from '#run/trial'
import {suiteDocument} from '../catalogue/suites.ts'
import {ruleLimits} from '../judge/deciding-rules.ts'
import {judgedRows} from '../judge/default-gates.ts'
import {verdictOf} from '../judge/eval-verdict.ts'
import {rowsOf} from '../judge/rows.ts'
import type {Work} from '../judge/work.ts'
import {cellName} from '../model/cell.ts'
import type {EvalPlan} from '../model/eval-plan.ts'
import {evalReport} from './eval-report.ts'
import {failuresOf} from './failures.ts'
import {contractCases} from './fine-cases.ts'
import {reliabilityOf} from './reliability.ts'

/** What a trial came to: rows judged, one verdict, the same bytes whenever the same was measured. */
export interface EvalOutcome extends TrialOutcome {
  readonly result: EvalMeasurement
}

export function outcomeOf(plan: EvalPlan, work: Work, signal: AbortSignal): EvalOutcome {
  const {settings} = plan
  const limits = ruleLimits(plan)
  const rows = work.cells.flatMap((cell) => rowsOf(cell, limits))
  const verdict = verdictOf(plan, work, rows, signal)
  const result: EvalMeasurement = {
    schema_version: 1,
    kind: 'eval',
    seed: settings.seed,
    size: settings.size,
    planner: settings.planner,
    suites: settings.suites.map(suiteDocument),
    ...(settings.translator && {translator: {name: settings.translator.name, digest: settings.translator.digest}}),
    rows: judgedRows(rows, verdict.rules),
    not_run: [...work.notRun],
  }
  const episodes = work.cells.flatMap((cell) => cell.episodes)
  const {counts} = verdict
  return {
    verdict,
    reasonCode: reasonCode(verdict),
    result,
    timing: timingOf(work),
    resultSummary: {
      rows: rows.length,
      rules: verdict.rules.length,
      trials: counts.run,
      passed: counts.passed,
      failed: counts.failed,
      errored: counts.errored,
      not_run: counts.not_run,
    },
    report: evalReport({
      measurement: result,
      verdict,
      failures: failuresOf(episodes, settings).failures,
      fineCases: contractCases(episodes, settings),
      reliability: reliabilityOf(work.cells),
      discarded: work.cells.reduce((sum, {discarded = 0}) => sum + discarded, 0),
    }),
  }
}

function timingOf({cells}: Work) {
  const rows = cells.map(({facts, episodes, discarded = 0, wallMs}) => ({
    cell: cellName(facts),
    trials: episodes.length,
    discarded,
    wall_ms: wallMs,
    trials_per_second: wallMs > 0 ? (1000 * episodes.length) / wallMs : null,
  }))
  return {schema_version: 1, cells: rows}
}
