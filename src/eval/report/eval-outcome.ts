import type {EvalMeasurement} from '#contract/generated/types'
import {reasonCode} from '#gate/verdict'
import type {RunOutcome} from '#run/run-recorder'
import {suiteDocument} from '../catalogue/suite-table.ts'
import {ruleLimits} from '../judge/deciding-rules.ts'
import {judgedRows} from '../judge/default-gates.ts'
import {evalVerdict} from '../judge/eval-verdict.ts'
import {estimateRows} from '../judge/rows.ts'
import type {EvalFindings} from '../judge/work.ts'
import {cellName} from '../model/cell.ts'
import type {EvalPlan} from '../model/eval-plan.ts'
import {evalReport} from './eval-report.ts'
import {collectFailures, errorRemarks, failureRemarks, refusalRemarks} from './failures.ts'
import {fineContractCases} from './fine-cases.ts'
import {NOTHING_OPEN, toDecide} from './suggested-commands.ts'
import type {SuiteFigures} from './suite-figures.ts'

/** What a trial came to: rows judged, one verdict, the same bytes whenever the same was measured. */
export interface EvalOutcome extends RunOutcome {
  readonly result: EvalMeasurement
}

/** `figures`: what suites that ran tell beside their rows. */
export function evalOutcome(
  plan: EvalPlan,
  work: EvalFindings,
  figures: readonly SuiteFigures[],
  signal: AbortSignal,
): EvalOutcome {
  const {settings} = plan
  const limits = ruleLimits(plan)
  const rows = work.cells.flatMap((cell) => estimateRows(cell, limits))
  const verdict = evalVerdict(plan, work, rows, signal)
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
      providers: settings.providers,
      measurement: result,
      verdict,
      failures: collectFailures(episodes, settings).failures,
      fineCases: fineContractCases(episodes, settings),
      figures,
      errors: [...refusalRemarks(episodes), ...errorRemarks(episodes), ...failureRemarks(episodes)],
      discarded: work.cells.reduce((sum, {discarded = 0}) => sum + discarded, 0),
      // After an interrupt nobody knows how many trials would have decided.
      toDecide: signal.aborted ? NOTHING_OPEN : toDecide(verdict.rules, rows, {...work, settings}),
    }),
  }
}

function timingOf({cells}: EvalFindings) {
  const rows = cells.map(({facts, episodes, discarded = 0, wallMs}) => ({
    cell: cellName(facts),
    trials: episodes.length,
    discarded,
    wall_ms: wallMs,
    trials_per_second: wallMs > 0 ? (1000 * episodes.length) / wallMs : null,
  }))
  return {schema_version: 1, cells: rows}
}
