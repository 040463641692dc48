import {MeasuringCommand} from '#cli/measuring-command'
import {optionFlags} from '#cli/option-flags'
import {reachFlags} from '#cli/provider-flags'
import {namingFlags, sharedFlags, workspaceFlag} from '#cli/shared-flags'
import type {NodePlanResult, NodeUpgradeResult} from '#contract/generated/types'
import {UPGRADE_OPTIONS, type UpgradeRequest} from '#upgrade/model/upgrade-options'

export default class NodeUpgrade extends MeasuringCommand<NodeUpgradeResult | NodePlanResult> {
  static override summary = 'Upgrade nodes one step after the other, checked, and put back where a check fails.'
  static override description =
    'Without --apply it shows the plan and does nothing. Each step is written down before it is done, so a driver that was killed is gone on with by --resume. A step that fails leads back to the release before, which is verified. The last line tells the state and the next command.'
  static override exits = {
    ok: 'every node runs the new release and was checked; the release was made final; or a plan was shown',
    failed: 'a step failed before anything was changed',
    usage: 'the target or the plan is not valid; nothing was done',
    unavailable: 'a node does not answer, or it refuses the token',
    inconclusive: 'the upgrade is paused: something could not be told for sure',
    restored: 'everything was put back, which was verified',
    'unsafe-state': 'something could not be put back, the driver ended in the middle, or what was done cannot be read',
    refused: 'it would not be safe, the nodes changed since the plan, or another driver is at work',
  }
  static override examples = [
    '<%= config.bin %> <%= command.id %> --target node.yaml --to 1.2.0',
    '<%= config.bin %> <%= command.id %> --target node.yaml --plan plan.json --apply',
    '<%= config.bin %> <%= command.id %> --target node.yaml --resume latest',
  ]
  static override baseFlags = sharedFlags({cases: true})
  static override flags = {...workspaceFlag, ...reachFlags, ...namingFlags, ...optionFlags(UPGRADE_OPTIONS)}

  protected override readonly table = UPGRADE_OPTIONS

  protected override async kind() {
    return {plan: (await import('#upgrade/conduct-upgrades')).planAsked}
  }

  protected override async contract() {
    const {flags} = await this.parse(NodeUpgrade)
    if (isDriving(flags)) return (await import('#contract/generated/node-upgrade-result')).nodeUpgradeResult
    return (await import('#contract/generated/node-plan-result')).nodePlanResult
  }

  protected override async perform() {
    const {flags} = await this.parse(NodeUpgrade)
    const request = this.asked<UpgradeRequest>(UPGRADE_OPTIONS, flags)
    const order = {...this.order('node', request, flags), commandArgv: ['node', 'upgrade', ...this.argv]}
    const {conductDriver, conductPlan} = await import('#upgrade/conduct-upgrades')
    if (isDriving(flags)) return await conductDriver('upgrade', order, await this.ports(), this.signal)
    return await conductPlan(order, 'node upgrade', await this.ports(), this.signal)
  }
}

const isDriving = (flags: Readonly<Record<string, unknown>>): boolean =>
  ['apply', 'resume', 'abort', 'finalise'].some((flag) => Boolean(flags[flag]))
