import {MeasuringCommand} from '#cli/measuring-command'
import {optionFlags} from '#cli/option-flags'
import {reachFlags} from '#cli/provider-flags'
import {sharedFlags, workspaceFlag} from '#cli/shared-flags'
import type {NodePlanResult} from '#contract/generated/types'
import {PLAN_OPTIONS, type UpgradeRequest} from '#upgrade/model/upgrade-options'

export default class NodePlan extends MeasuringCommand<NodePlanResult> {
  static override summary = 'Plan an upgrade of nodes: which steps in which order, and what undoes each.'
  static override description =
    'Looks at the nodes and at the program of the release, and changes nothing. Kept with --output plan.json it is what `node upgrade --plan` carries out, as long as nothing changed.'
  static override exits = {
    ok: 'there is a plan',
    usage: 'the target is not valid, the strategy does not fit, or the adapter lacks something; nothing was changed',
    unavailable: 'a node does not answer, or it refuses the token',
    refused:
      'no upgrade leads there, one is not over, the nodes are not well, too few validators would be left, or data would have two writers',
  }
  static override examples = [
    '<%= config.bin %> <%= command.id %> --target node.yaml --to 1.2.0',
    '<%= config.bin %> <%= command.id %> --target node.yaml --to 1.0.1 --strategy rolling --output plan.json',
  ]
  static override baseFlags = sharedFlags()
  static override flags = {...workspaceFlag, ...reachFlags, ...optionFlags(PLAN_OPTIONS)}

  protected override readonly table = PLAN_OPTIONS

  protected override async kind() {
    return {plan: (await import('#upgrade/conduct-upgrades')).planAsked}
  }

  protected override async contract() {
    return (await import('#contract/generated/node-plan-result')).nodePlanResult
  }

  protected override async perform() {
    const {flags} = await this.parse(NodePlan)
    const request = this.asked<UpgradeRequest>(PLAN_OPTIONS, flags)
    const order = {...this.order('node', request, flags), commandArgv: ['node', 'plan', ...this.argv]}
    const {conductPlan} = await import('#upgrade/conduct-upgrades')
    return await conductPlan(order, 'node plan', await this.ports(), this.signal)
  }
}
