import * as Args from '@oclif/core/args'
import {accountHostFlag} from '#cli/account-flags'
import {BaseCommand} from '#cli/base-command'
import {NO_KEYRING} from '#cli/command-exits'
import type {NodeAccountRemoveResult} from '#contract/generated/types'

export default class NodeAccountRemove extends BaseCommand<NodeAccountRemoveResult> {
  static override summary = 'Remove an account and its token from the system keyring.'
  static override description =
    'The token itself stays valid until it is revoked at the host. No other account takes its place.'
  static override exits = {ok: 'removed', usage: 'no such account', unavailable: NO_KEYRING}
  static override examples = ['<%= config.bin %> <%= command.id %> alice --host https://host.example']
  static override flags = accountHostFlag
  static override args = {account: Args.string({required: true, description: 'Account.'})}

  protected override async contract() {
    return (await import('#contract/generated/node-account-remove-result')).nodeAccountRemoveResult
  }

  protected override async perform() {
    const {args, flags} = await this.parse(NodeAccountRemove)
    const {removeAccount} = await import('#host/account/remove-account')
    return await removeAccount({url: flags.host, account: args.account}, await this.ports())
  }
}
