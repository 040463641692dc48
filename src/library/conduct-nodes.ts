import type {
  NodePlanResult,
  NodeRollbackPlanResult,
  NodeStatusResult,
  NodeUpgradeResult,
} from '#contract/generated/types'
import {AssayError} from '#error/assay-error'
import {callUseCase} from './call-use-case.ts'
import type {
  PlanUpgradeOptions,
  PreviewRollbackOptions,
  RollBackNodesOptions,
  ShowNodesOptions,
  UpgradeNodesOptions,
} from './upgrade-nodes-options.ts'

/**
 * Nodes as they answer now, and the upgrades of the workspace with what is left to do: `assay node status`.
 *
 * Throws `invalid_input`, `target_invalid`, `config_invalid`, `file_missing`, `address_refused`, `upgrade_unreadable`.
 */
export function showNodes(options: ShowNodesOptions): Promise<NodeStatusResult> {
  return callUseCase(loadShow, options, async ({ports, cwd, workspace, signal}) => {
    const [{showUpgrades}, {upgradeOrders}] = await Promise.all([import('#upgrade/execute/show-upgrades'), orders()])
    return await showUpgrades({...upgradeOrders.status(options), workingDirectory: cwd, workspace}, ports, signal)
  })
}

/**
 * Plans an upgrade and changes nothing: `assay node plan`. Kept as JSON, the plan is what `upgradeNodes` carries out as `planFile`, as long as nothing changed.
 *
 * Throws `invalid_input`, `usage`, `out_of_range`, `target_invalid`, `config_invalid`, `file_missing`, `address_refused`, `plan_invalid`, `upgrade_refused`,
 * `upgrade_unreachable`.
 */
export function planUpgrade(options: PlanUpgradeOptions): Promise<NodePlanResult> {
  return callUseCase(loadPlan, options, async (stage) => {
    const [{conductPlan}, {checkedOrder}, {upgradeKind}, {upgradeOrders}] = await Promise.all([
      import('#upgrade/conduct-upgrades'),
      import('./measure-kind.ts'),
      import('#upgrade/upgrade-kind'),
      orders(),
    ])
    const order = checkedOrder(upgradeKind, upgradeOrders.plan(options), stage)
    return await conductPlan(order, 'node plan', stage.ports, stage.signal)
  })
}

/**
 * Upgrades nodes, or goes on with an upgrade that was begun: `assay node upgrade`. A step that fails leads back, which is a result (`exit` is `restored`), as
 * is a pause; an abort ends the step that is under way and pauses.
 *
 * Throws what `planUpgrade` throws, `upgrade_unknown`, `upgrade_unreadable`, `upgrade_halted`, `workspace_busy` where another driver is at work, and what writing a run throws:
 * `workspace_invalid`, `workspace_unwritable`, `disk_full`, `io_error`.
 */
export function upgradeNodes(options: UpgradeNodesOptions): Promise<NodeUpgradeResult> {
  return callUseCase(loadUpgrade, options, async (stage) => {
    const goesOn = options.resume ?? options.abort ?? options.finalise
    if (goesOn === undefined) demandApply(options.apply)
    const [{conductDriver}, {checkedOrder}, {upgradeKind}, {upgradeOrders}] = await Promise.all([
      import('#upgrade/conduct-upgrades'),
      import('./measure-kind.ts'),
      import('#upgrade/upgrade-kind'),
      orders(),
    ])
    const order = checkedOrder(upgradeKind, upgradeOrders.upgrade(options), stage)
    return await conductDriver('upgrade', order, stage.ports, stage.signal)
  })
}

/**
 * What `rollBackNodes` would put back in which order, from which backups, and what was written since and would be lost; changes nothing: `assay node rollback`
 * without `--apply`.
 *
 * Throws `invalid_input`, `usage`, `target_invalid`, `config_invalid`, `file_missing`, `address_refused`, `upgrade_unknown`, `upgrade_unreadable`,
 * `upgrade_refused`.
 */
export function previewRollback(options: PreviewRollbackOptions): Promise<NodeRollbackPlanResult> {
  return callUseCase(loadPreview, options, async ({ports, cwd, workspace, signal}) => {
    const [{showRollback}, {upgradeOrders}] = await Promise.all([import('#upgrade/execute/show-rollback'), orders()])
    const order = {...upgradeOrders.rollbackPreview(options), workingDirectory: cwd, workspace}
    return await showRollback(order, ports, signal)
  })
}

/**
 * Puts nodes back to the release before an upgrade, and proves it: `assay node rollback`.
 *
 * Throws what `upgradeNodes` throws.
 */
export function rollBackNodes(options: RollBackNodesOptions): Promise<NodeUpgradeResult> {
  return callUseCase(loadRollback, options, async ({ports, cwd, workspace, signal}) => {
    demandApply(options.apply)
    const [{conductDriver}, {upgradeOrders}] = await Promise.all([import('#upgrade/conduct-upgrades'), orders()])
    const order = {...upgradeOrders.rollback(options), workingDirectory: cwd, workspace}
    return await conductDriver('rollback', order, ports, signal)
  })
}

function demandApply(apply: boolean | undefined): void {
  if (apply !== true) throw new AssayError('usage', 'it changes nodes', {hint: 'Say apply: true where that is meant.'})
}

const orders = () => import('./upgrade-nodes-options.ts')
const loadShow = async () => (await orders()).SHOW_NODES
const loadPlan = async () => (await orders()).PLAN_UPGRADE
const loadUpgrade = async () => (await orders()).UPGRADE_NODES
const loadPreview = async () => (await orders()).PREVIEW_ROLLBACK
const loadRollback = async () => (await orders()).ROLL_BACK_NODES
