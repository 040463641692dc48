import {BaseCommand} from '#cli/base-command'
import {providerAccessFlags, providerFilterFlags} from '#cli/provider-flags'
import type {ProviderListResult} from '#contract/generated/types'
import {listOutcome} from '#doctor/provider-report'
import {Assay} from '#provider/assay'

export default class ProviderList extends BaseCommand<ProviderListResult> {
  static override summary = 'List the providers Assay knows.'
  static override description = 'Shows what each can do and what it lacks. Nothing is dialled; no value is shown.'
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
    const {env, redactor, clock, entropy, extras} = await this.ports()
    const library = new Assay({env, redactor, clock, entropy, extras})
    const {capability, 'registered-only': registeredOnly} = flags
    return listOutcome(await library.doctor({registeredOnly, capability}))
  }
}
