import type {NodeCheckResult} from '#contract/generated/types'
import type {MeasuringKind} from '#measurement/run-kind'
import {type MeasuredChecks, measureChecks} from './execute/measure-checks.ts'
import {describeCheck, type NodeCheckPlan, planCheck} from './execute/plan-check.ts'
import {NODE_CHECK_OPTIONS, type NodeCheckRequest} from './model/host-options.ts'

/** Checks of the nodes of a hosting service, after an upgrade or at any time. */
export const nodeCheckKind: MeasuringKind<NodeCheckRequest, NodeCheckPlan, MeasuredChecks, NodeCheckResult> = {
  name: 'node.check',
  options: NODE_CHECK_OPTIONS,
  plan: planCheck,
  describe: describeCheck,
  measure: measureChecks,
  resultOf: ({setting, mode}, {runId, path, outcome: {verdict}}, outcome) => ({
    schema_version: 1,
    command: 'node check',
    exit: verdict.exit,
    run_id: runId,
    run_path: path,
    verdict,
    target: setting.target.profile.alias,
    mode,
    controls: [...(outcome?.controls ?? [])],
    checks: (outcome?.records ?? []).map(({id, title, status, reason, required, severity, nodes}) => ({
      id,
      title,
      status,
      reason,
      required,
      severity,
      ...(nodes && {nodes}),
    })),
  }),
}
