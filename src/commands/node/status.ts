import {MeasuringCommand} from '#cli/measuring-command'
import {optionFlags} from '#cli/option-flags'
import {reachFlags} from '#cli/provider-flags'
import {sharedFlags, workspaceFlag} from '#cli/shared-flags'
import type {NodeStatusResult} from '#contract/generated/types'
import {TARGET_OPTION, type UpgradeRequest} from '#upgrade/model/upgrade-options'

const OPTIONS = [TARGET_OPTION]

export default class NodeStatus extends MeasuringCommand<NodeStatusResult> {
  static override summary = 'Show nodes as they are, and upgrades with what is left to do.'
  static override description =
    'Asks each node for its health, release and part in the consensus, and reads what upgrades of this workspace kept. Changes nothing. The last line is what is left to do.'
  static override exits = {
    ok: 'a node answers',
    usage: 'the target is not valid',
    unavailable: 'no node answers',
    'unsafe-state': 'what an upgrade kept cannot be read',
    refused: 'the address policy does not let a connection go to a node',
  }
  static override examples = ['<%= config.bin %> <%= command.id %> --target node.yaml']
  static override baseFlags = sharedFlags()
  static override flags = {...workspaceFlag, ...reachFlags, ...optionFlags(OPTIONS)}

  protected override readonly table = OPTIONS

  protected override async kind() {
    const {showUpgrades} = await import('#upgrade/execute/show-upgrades')
    return {plan: showUpgrades}
  }

  protected override async contract() {
    return (await import('#contract/generated/node-status-result')).nodeStatusResult
  }

  protected override async perform() {
    const {flags} = await this.parse(NodeStatus)
    const request = this.asked<UpgradeRequest>(OPTIONS, flags)
    const {showUpgrades} = await import('#upgrade/execute/show-upgrades')
    return await showUpgrades(this.order('node status', request, flags), await this.ports(), this.signal)
  }
}
