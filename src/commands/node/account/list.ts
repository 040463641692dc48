import * as Flags from '@oclif/core/flags'
import {BaseCommand} from '#cli/base-command'
import {NO_KEYRING} from '#cli/command-exits'
import type {NodeAccountListResult} from '#contract/generated/types'

export default class NodeAccountList extends BaseCommand<NodeAccountListResult> {
  static override summary = 'List the accounts in the system keyring.'
  static override description = 'Says which is taken for whom, and whether its token is there; never the token.'
  static override exits = {ok: 'listed', unavailable: NO_KEYRING}
  static override examples = ['<%= config.bin %> <%= command.id %>']
  static override flags = {host: Flags.string({helpValue: 'URL', summary: 'Only those of this hosting service.'})}

  protected override async contract() {
    return (await import('#contract/generated/node-account-list-result')).nodeAccountListResult
  }

  protected override async perform() {
    const {flags} = await this.parse(NodeAccountList)
    const {showAccounts} = await import('#host/account/show-accounts')
    return await showAccounts(flags.host, await this.ports())
  }
}
