import * as Flags from '@oclif/core/flags'
import {accountHostFlag} from '#cli/account-flags'
import {BaseCommand} from '#cli/base-command'
import {reachFlags} from '#cli/provider-flags'
import type {NodeAccountAddResult} from '#contract/generated/types'
import {AUTH_SCHEMES} from '#host/client/authorization'

export default class NodeAccountAdd extends BaseCommand<NodeAccountAddResult> {
  static override summary = 'Keep the token of an account in the system keyring.'
  static override description =
    'Asks for the token, or reads it from standard input; it is never an argument. The host says whose token it is, and under that name it is kept.'
  static override exits = {
    ok: 'the token is kept',
    usage: 'no host, no token, or the token is of another account',
    unavailable: 'no keyring, the host cannot be reached, or it refuses the token',
    refused: 'the address policy does not let a connection go to the host',
  }
  static override examples = [
    '<%= config.bin %> <%= command.id %> --host https://host.example',
    '<%= config.bin %> <%= command.id %> --host https://host.example --account alice',
  ]
  static override flags = {
    ...accountHostFlag,
    account: Flags.string({helpValue: 'NAME', summary: 'Keep it only if the token is of this account.'}),
    scheme: Flags.option({
      options: AUTH_SCHEMES,
      default: 'bearer' as const,
      summary: 'How the token is shown to the API of the host.',
    })(),
    ...reachFlags,
  }

  protected override async contract() {
    return (await import('#contract/generated/node-account-add-result')).nodeAccountAddResult
  }

  protected override async perform() {
    const {flags} = await this.parse(NodeAccountAdd)
    const {registerAccount} = await import('#host/execute/register-account')
    const order = {url: flags.host, account: flags.account, scheme: flags.scheme}
    const ports = {...(await this.ports()), askSecret: (prompt: string) => this.askSecret(prompt)}
    return await registerAccount(order, ports, this.signal)
  }
}
