import * as Flags from '@oclif/core/flags'
import {BaseCommand} from '#cli/base-command'
import {sharedFlags} from '#cli/shared-flags'
import type {NodeAlertsResult} from '#contract/generated/types'
import {absolutePath} from '#path/safe-relative-path'

export default class NodeAlerts extends BaseCommand<NodeAlertsResult> {
  static override summary = 'Print alert rules for hosting nodes, as a rules file for Prometheus.'
  static override description =
    'Rules about the whole service count the nodes of the target, not those that happen to answer. Prometheus scrapes them as the job "hostnode", with the host and port of metrics_url as instance. Nothing is asked of the nodes.'
  static override exits = {ok: 'printed', usage: 'the target or the rules are not valid'}
  static override examples = [
    '<%= config.bin %> <%= command.id %> --target node.yaml > hostnode.rules.yml',
    '<%= config.bin %> <%= command.id %> --target node.yaml --rules alerts.yaml --format json',
  ]
  static override baseFlags = sharedFlags()
  static override flags = {
    target: Flags.string({
      required: true,
      helpValue: 'FILE',
      summary: 'Which nodes: a target file, YAML, TOML or JSON.',
    }),
    rules: Flags.string({helpValue: 'FILE', summary: 'Alert rules of your own; those of this version without.'}),
  }

  protected override async contract() {
    return (await import('#contract/generated/node-alerts-result')).nodeAlertsResult
  }

  protected override async perform() {
    const {flags} = await this.parse(NodeAlerts)
    const {showAlerts} = await import('#host/alert/show-alerts')
    const {target, rules} = flags
    const {cwd} = this.hall
    const order = {target: absolutePath(cwd, target), rules: rules === undefined ? undefined : absolutePath(cwd, rules)}
    return await showAlerts(order, await this.ports())
  }
}
