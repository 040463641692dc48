import {MeasuringCommand} from '#cli/measuring-command'
import {optionFlags} from '#cli/option-flags'
import {reachFlags} from '#cli/provider-flags'
import {namingFlags, sharedFlags, workspaceFlag} from '#cli/shared-flags'
import type {NodeUpgradeResult} from '#contract/generated/types'
import {AssayError} from '#error/assay-error'
import {asMistake} from '#error/collect-mistakes'
import {ROLLBACK_OPTIONS, type UpgradeRequest} from '#upgrade/model/upgrade-options'

export default class NodeRollback extends MeasuringCommand<NodeUpgradeResult> {
  static override summary = 'Put nodes back to the release before an upgrade, and prove it.'
  static override description =
    'Programs are put back as they were; data are restored from the backup of the upgrade where the new release may have changed them, and what was written since is lost then. An upgrade that was made final has no way back.'
  static override exits = {
    restored: 'everything was put back, which was verified',
    usage: 'the target is not valid, or there is no such upgrade; nothing was done',
    'unsafe-state': 'something could not be put back, or what was done cannot be read',
    refused: 'the upgrade is over, or another driver is at work',
    ok: 'never: what was put back is told by 5',
  }
  static override examples = ['<%= config.bin %> <%= command.id %> --target node.yaml --run latest --apply']
  static override baseFlags = sharedFlags({cases: true})
  static override flags = {...workspaceFlag, ...reachFlags, ...namingFlags, ...optionFlags(ROLLBACK_OPTIONS)}

  protected override readonly table = ROLLBACK_OPTIONS

  protected override async kind() {
    return (await import('#upgrade/upgrade-kind')).rollbackKind
  }

  protected override async contract() {
    return (await import('#contract/generated/node-upgrade-result')).nodeUpgradeResult
  }

  protected override async furtherMistakes(flags: Readonly<Record<string, unknown>>, isWrong: boolean) {
    if (flags['apply'] === true) return await super.furtherMistakes(flags, isWrong)
    const missing = new AssayError('usage', 'a rollback changes nodes', {hint: 'Add --apply where it is meant.'})
    return [...(await super.furtherMistakes(flags, true)), asMistake('apply', missing)]
  }

  protected override async perform() {
    const {flags} = await this.parse(NodeRollback)
    const request = this.asked<UpgradeRequest>(ROLLBACK_OPTIONS, flags)
    const order = {...this.order('node', request, flags), commandArgv: ['node', 'rollback', ...this.argv]}
    const {conductDriver} = await import('#upgrade/conduct-upgrades')
    return await conductDriver('rollback', order, await this.ports(), this.signal)
  }
}
