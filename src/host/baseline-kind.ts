import type {NodeBaselineResult} from '#contract/generated/types'
import type {MeasuringKind} from '#measurement/run-kind'
import {measureBaseline, type NodeBaselineOutcome} from './execute/measure-baseline.ts'
import {describeBaseline, type NodeBaselinePlan, planBaseline} from './execute/plan-baseline.ts'
import {NODE_BASELINE_OPTIONS, type NodeBaselineRequest} from './model/host-options.ts'

/** What nodes are and hold before an upgrade, for checks to be held against. */
export const nodeBaselineKind: MeasuringKind<
  NodeBaselineRequest,
  NodeBaselinePlan,
  NodeBaselineOutcome,
  NodeBaselineResult
> = {
  name: 'node.baseline',
  options: NODE_BASELINE_OPTIONS,
  plan: planBaseline,
  describe: describeBaseline,
  measure: measureBaseline,
  resultOf: ({setting}, {runId, path, outcome: {verdict}}, outcome) => ({
    schema_version: 1,
    command: 'node baseline',
    exit: verdict.exit,
    run_id: runId,
    run_path: path,
    verdict,
    target: setting.target.profile.alias,
    baseline: outcome?.baseline ?? null,
    inventory: outcome?.inventory ?? null,
  }),
}
