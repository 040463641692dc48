import {BaseCommand} from '#cli/base-command'
import {providerAccessFlags, providerFilterFlags, wrongOnPurposeFlag} from '#cli/provider-flags'
import type {ProviderListResult} from '#contract/generated/types'

export default class ProviderList extends BaseCommand<ProviderListResult> {
  static override summary = 'List the providers Assay knows.'
  static override description = 'Shows what each can do and what it lacks. Nothing is dialled; no value is shown.'
  static override exits = {ok: 'listed'}
  static override examples = [
    '<%= config.bin %> provider list',
    '<%= config.bin %> provider list --registered-only --capability score',
  ]
  static override flags = {...providerFilterFlags, ...wrongOnPurposeFlag, ...providerAccessFlags}

  protected override contract() {
    return import('#contract/generated/provider-list-result').then((file) => file.providerListResult)
  }

  protected override async perform() {
    const {flags} = await this.parse(ProviderList)
    const {all, capability, 'registered-only': registeredOnly} = flags
    const {listKnown} = await import('#doctor/list-known')
    return await listKnown({registeredOnly, capability, all}, await this.ports())
  }
}
