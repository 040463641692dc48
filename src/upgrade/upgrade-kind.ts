import type {NodeUpgradeResult} from '#contract/generated/types'
import {AssayError} from '#error/assay-error'
import type {MeasuringKind} from '#measurement/run-kind'
import {type MeasuredUpgrade, measureUpgrade} from './execute/measure-upgrade.ts'
import {measureUpgradeStep} from './execute/measure-upgrade-step.ts'
import {describeUpgrade, type PlannedUpgrade, planDriver, planRollback} from './execute/plan-driver.ts'
import {nextCommand} from './model/next-command.ts'
import {toldStep} from './model/step-files.ts'
import {UPGRADE_OPTIONS, type UpgradeRequest} from './model/upgrade-options.ts'

type UpgradeKind = MeasuringKind<UpgradeRequest, PlannedUpgrade, MeasuredUpgrade, NodeUpgradeResult>

/** Upgrades of nodes: begun, gone on with, put back, made final. */
export const upgradeKind: UpgradeKind = {
  name: 'node.upgrade',
  options: UPGRADE_OPTIONS,
  plan: planDriver,
  describe: describeUpgrade,
  measure: measureUpgrade,
  resultOf: ({plan, site, command}, {runId, path, outcome: {verdict}}, outcome) => {
    // Its work ends with an outcome however it is interrupted.
    if (outcome === undefined) throw new AssayError('bug', 'an upgrade ended without an outcome')
    return {
      schema_version: 1,
      command,
      exit: verdict.exit,
      run_id: runId,
      run_path: path,
      verdict,
      upgrade: outcome.id,
      target: plan.target,
      strategy: plan.strategy,
      from: plan.from,
      to: plan.to,
      state: outcome.state,
      nodes: [...outcome.nodes],
      failed: [...outcome.failed],
      checks: outcome.kept.map(toldStep),
      next: nextCommand({state: outcome.state, id: outcome.id, plan}, site.setting.argv),
    }
  },
}

/** The way back alone. */
export const rollbackKind: UpgradeKind = {...upgradeKind, name: 'node.rollback', plan: planRollback}

/** A step of a job. */
export const upgradeStepKind: UpgradeKind = {...upgradeKind, measure: measureUpgradeStep}
