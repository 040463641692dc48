import * as Args from '@oclif/core/args'
import {BaseCommand} from '#cli/base-command'
import {providerAccessFlags} from '#cli/provider-flags'
import type {ProviderInfoResult} from '#contract/generated/types'

export default class ProviderInfo extends BaseCommand<ProviderInfoResult> {
  static override summary = 'Show what one provider is, needs and promises.'
  static override description = 'Names the variables that configure it and whether they are set; never their values.'
  static override exits = {ok: 'shown', usage: 'no such provider'}
  static override examples = [
    '<%= config.bin %> provider info mock',
    '<%= config.bin %> provider info gr00t --format json',
  ]
  static override flags = providerAccessFlags
  static override args = {name: Args.string({required: true, description: 'Provider.'})}

  protected override contract() {
    return import('#contract/generated/provider-info-result').then((file) => file.providerInfoResult)
  }

  protected override async perform() {
    const {args} = await this.parse(ProviderInfo)
    const {readProvider} = await import('#doctor/read-provider')
    return await readProvider(args.name, await this.ports(), this.signal)
  }
}
