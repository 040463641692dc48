import {MeasuringCommand} from '#cli/measuring-command'
import {optionFlags} from '#cli/option-flags'
import {reachFlags} from '#cli/provider-flags'
import {namingFlags, sharedFlags, workspaceFlag} from '#cli/shared-flags'
import type {NodeCheckResult} from '#contract/generated/types'
import {NODE_CHECK_OPTIONS, type NodeCheckRequest} from '#host/model/host-options'

export default class NodeCheck extends MeasuringCommand<NodeCheckResult> {
  static override summary = 'Check the nodes of a hosting service, after an upgrade or at any time.'
  static override description =
    'Asks every check of the mode, after each was shown to fail on a host that lies, and keeps what was found in a run. Checks that make something need checks.mutate in the target.'
  static override exits = {
    ok: 'every check that decides passed',
    failed: 'a check failed',
    usage: 'the target or the baseline is not valid; nothing was asked',
    unavailable: 'no node gave any answer',
    inconclusive: 'a check stayed open, or one that is required was skipped',
    refused: 'the address policy does not let a connection go to a node',
  }
  static override examples = [
    '<%= config.bin %> <%= command.id %> --target node.yaml --mode quick',
    '<%= config.bin %> <%= command.id %> --target node.yaml --baseline latest',
  ]
  static override baseFlags = sharedFlags({cases: true})
  static override flags = {...workspaceFlag, ...reachFlags, ...namingFlags, ...optionFlags(NODE_CHECK_OPTIONS)}

  protected override readonly table = NODE_CHECK_OPTIONS

  protected override async kind() {
    return (await import('#host/check-kind')).nodeCheckKind
  }

  protected override async contract() {
    return (await import('#contract/generated/node-check-result')).nodeCheckResult
  }

  protected override async perform() {
    const {flags} = await this.parse(NodeCheck)
    const request = this.asked<NodeCheckRequest>(NODE_CHECK_OPTIONS, flags)
    const order = {...this.order('node', request, flags), commandArgv: ['node', 'check', ...this.argv]}
    const {conductMeasurement} = await import('#measurement/conduct-measurement')
    return await conductMeasurement(await this.kind(), order, await this.ports(), this.signal)
  }
}
