import {MeasuringCommand} from '#cli/measuring-command'
import {optionFlags} from '#cli/option-flags'
import {reachFlags} from '#cli/provider-flags'
import {namingFlags, sharedFlags, workspaceFlag} from '#cli/shared-flags'
import type {NodeRollbackPlanResult, NodeUpgradeResult} from '#contract/generated/types'
import {ROLLBACK_OPTIONS, type UpgradeRequest} from '#upgrade/model/upgrade-options'

export default class NodeRollback extends MeasuringCommand<NodeUpgradeResult | NodeRollbackPlanResult> {
  static override summary = 'Put nodes back to the release before an upgrade, and prove it.'
  static override description =
    'Without --apply it shows what would be put back in which order, from which backup, how long nodes stood still on the way there and what written since would be lost, and does nothing. Programs are put back as they were; data are restored from the backup of the upgrade where the new release may have changed them, and what was written since is lost then. An upgrade that was made final has no way back.'
  static override exits = {
    restored: 'everything was put back, which was verified',
    ok: 'what would be put back was shown',
    inconclusive: 'it waits for validators that somebody must start, and stopped none meanwhile',
    usage: 'the target is not valid, or there is no such upgrade; nothing was done',
    'unsafe-state': 'something could not be put back, or what was done cannot be read',
    refused: 'the upgrade is over, a backup that it needs is not whole, or another driver is at work',
  }
  static override examples = [
    '<%= config.bin %> <%= command.id %> --target node.yaml --run latest',
    '<%= config.bin %> <%= command.id %> --target node.yaml --run latest --apply',
  ]
  static override baseFlags = sharedFlags({cases: true})
  static override flags = {...workspaceFlag, ...reachFlags, ...namingFlags, ...optionFlags(ROLLBACK_OPTIONS)}

  protected override readonly table = ROLLBACK_OPTIONS

  protected override async kind() {
    return (await import('#upgrade/upgrade-kind')).rollbackKind
  }

  protected override async contract() {
    const {flags} = await this.parse(NodeRollback)
    if (isApplied(flags)) return (await import('#contract/generated/node-upgrade-result')).nodeUpgradeResult
    return (await import('#contract/generated/node-rollback-plan-result')).nodeRollbackPlanResult
  }

  protected override async perform() {
    const {flags} = await this.parse(NodeRollback)
    const request = this.asked<UpgradeRequest>(ROLLBACK_OPTIONS, flags)
    const order = {...this.order('node', request, flags), commandArgv: ['node', 'rollback', ...this.argv]}
    if (!isApplied(flags)) {
      const {showRollback} = await import('#upgrade/execute/show-rollback')
      return await showRollback(order, await this.ports(), this.signal)
    }
    const {conductDriver} = await import('#upgrade/conduct-upgrades')
    return await conductDriver('rollback', order, await this.ports(), this.signal)
  }
}

const isApplied = (flags: Readonly<Record<string, unknown>>): boolean => flags['apply'] === true
