import type {DrillsResult} from '#contract/generated/types'
import type {MeasuringKind} from '#measurement/run-kind'
import {type MeasuredDrills, measureDrills} from './execute/measure-drills.ts'
import {type DrillSetPlan, describeDrills, planDrills} from './execute/plan-drills.ts'
import {DRILL_OPTIONS, type DrillRequest} from './model/drill-options.ts'

/** Faults made on purpose, and whether they are noticed, answered, over in time and put back. */
export const drillKind: MeasuringKind<DrillRequest, DrillSetPlan, MeasuredDrills, DrillsResult> = {
  name: 'drill',
  options: DRILL_OPTIONS,
  plan: planDrills,
  describe: describeDrills,
  measure: measureDrills,
  resultOf: ({seed, isSham}, {runId, path, outcome: {verdict}}, outcome) => ({
    schema_version: 1,
    command: 'drills',
    exit: verdict.exit,
    run_id: runId,
    run_path: path,
    verdict,
    sham: isSham,
    seed,
    drills: (outcome?.records ?? []).map(({id, number, title, verdict: own, reasons, detect, recover, runbook}) => ({
      id,
      number,
      title,
      verdict: own,
      reasons: [...reasons],
      detect_s: detect.seconds,
      recover_s: recover.seconds,
      runbook,
    })),
    bundle: null,
  }),
}
