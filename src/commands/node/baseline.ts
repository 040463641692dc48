import {MeasuringCommand} from '#cli/measuring-command'
import {optionFlags} from '#cli/option-flags'
import {reachFlags} from '#cli/provider-flags'
import {namingFlags, sharedFlags, workspaceFlag} from '#cli/shared-flags'
import type {NodeBaselineResult} from '#contract/generated/types'
import {NODE_BASELINE_OPTIONS, type NodeBaselineRequest} from '#host/model/host-options'

export default class NodeBaseline extends MeasuringCommand<NodeBaselineResult> {
  static override summary = 'Take down what the nodes of a hosting service are and hold, before an upgrade.'
  static override description =
    'Keeps every repository with its refs, the numbers of tokens, keys and webhooks, the configuration digest, and how fast requests are answered. Where the target allows it, a token, a webhook and a repository called assay-sentinel are left behind to prove continuity.'
  static override exits = {
    ok: 'taken down',
    usage: 'the target is not valid; nothing was asked',
    unavailable: 'no node could be reached, one is not well, or the token is refused',
    inconclusive: 'too little could be read to hold anything against it',
    refused: 'the address policy does not let a connection go to a node',
  }
  static override examples = [
    '<%= config.bin %> <%= command.id %> --target node.yaml',
    '<%= config.bin %> <%= command.id %> --target node.yaml --window 10m --fenced',
  ]
  static override baseFlags = sharedFlags({cases: true})
  static override flags = {...workspaceFlag, ...reachFlags, ...namingFlags, ...optionFlags(NODE_BASELINE_OPTIONS)}

  protected override readonly table = NODE_BASELINE_OPTIONS

  protected override async kind() {
    return (await import('#host/baseline-kind')).nodeBaselineKind
  }

  protected override async contract() {
    return (await import('#contract/generated/node-baseline-result')).nodeBaselineResult
  }

  protected override async perform() {
    const {flags} = await this.parse(NodeBaseline)
    const request = this.asked<NodeBaselineRequest>(NODE_BASELINE_OPTIONS, flags)
    const order = {...this.order('node', request, flags), commandArgv: ['node', 'baseline', ...this.argv]}
    const {conductMeasurement} = await import('#measurement/conduct-measurement')
    return await conductMeasurement(await this.kind(), order, await this.ports(), this.signal)
  }
}
