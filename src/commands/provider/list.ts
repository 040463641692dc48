import {BaseCommand} from '#cli/base-command'
import {providerAccessFlags, providerFilterFlags} from '#cli/provider-flags'
import type {ProviderListResult} from '#contract/generated/types'
import {listKnown} from '#doctor/list-known'

export default class ProviderList extends BaseCommand<ProviderListResult> {
  static override summary = 'List the providers Assay knows.'
  static override description = 'Shows what each can do and what it lacks. Nothing is dialled; no value is shown.'
  static override exits = {ok: 'listed'}
  static override examples = [
    '<%= config.bin %> provider list',
    '<%= config.bin %> provider list --registered-only --capability score',
  ]
  static override flags = {...providerFilterFlags, ...providerAccessFlags}

  protected override contract() {
    return import('#contract/generated/provider-list-result').then((file) => file.providerListResult)
  }

  protected override async perform() {
    const {flags} = await this.parse(ProviderList)
    const {capability, 'registered-only': registeredOnly} = flags
    return await listKnown({registeredOnly, capability}, await this.ports())
  }
}
