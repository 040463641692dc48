import * as Args from '@oclif/core/args'
import * as Flags from '@oclif/core/flags'
import {accountHostFlag} from '#cli/account-flags'
import {BaseCommand} from '#cli/base-command'
import {NO_KEYRING} from '#cli/command-exits'
import type {NodeAccountUseResult} from '#contract/generated/types'

export default class NodeAccountUse extends BaseCommand<NodeAccountUseResult> {
  static override summary = 'Say for whom an account is taken.'
  static override description =
    'Without --owner it is the one that is taken where neither the URL of a repository nor its owner says which. Git tells the owner only with credential.useHttpPath=true.'
  static override exits = {ok: 'taken from now on', usage: 'no such account', unavailable: NO_KEYRING}
  static override examples = ['<%= config.bin %> <%= command.id %> alice --host https://host.example --owner acme']
  static override flags = {
    ...accountHostFlag,
    owner: Flags.string({
      multiple: true,
      multipleNonGreedy: true,
      helpValue: 'NAME',
      summary: 'Take it for repositories of this owner. Repeatable.',
    }),
  }
  static override args = {account: Args.string({required: true, description: 'Account.'})}

  protected override async contract() {
    return (await import('#contract/generated/node-account-use-result')).nodeAccountUseResult
  }

  protected override async perform() {
    const {args, flags} = await this.parse(NodeAccountUse)
    const {chooseAccount} = await import('#host/account/apply-choice')
    return await chooseAccount({url: flags.host, account: args.account, owners: flags.owner ?? []}, await this.ports())
  }
}
