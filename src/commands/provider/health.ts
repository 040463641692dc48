import * as Args from '@oclif/core/args'
import {BaseCommand} from '#cli/base-command'
import {attemptTimeoutFlag, providerAccessFlags} from '#cli/provider-flags'
import {sharedFlags, workspaceFlag} from '#cli/shared-flags'
import type {ProviderHealthResult} from '#contract/generated/types'
import {checkProviders} from '#doctor/check-providers'
import {healthOutcome} from '#doctor/health-report'

export default class ProviderHealth extends BaseCommand<ProviderHealthResult> {
  static override summary = 'Probe one provider, or all of them.'
  static override description =
    'A probe goes up layer by layer and stops at the first that fails; it never does real work. Exit 0 healthy, 1 answers wrongly, 3 cannot be reached, or a package that it needs is not installed, 4 not configured or its program is not there, 2 configured wrongly. Without a name those not configured are skipped. A provider that is not what the last run of the workspace met is warned of.'
  static override exits = {
    ok: 'healthy; without a name, those not configured are skipped',
    failed: 'a provider answers wrongly',
    unavailable: 'a provider cannot be reached, or a package that it needs is not installed',
    inconclusive: 'the named provider is not configured, or its program is not there',
    usage: 'no such provider, or its variables are wrong',
    refused: 'the address policy does not let a connection go there',
  }
  static override examples = ['<%= config.bin %> provider health', '<%= config.bin %> provider health mock']
  static override flags = {...workspaceFlag, ...providerAccessFlags, ...attemptTimeoutFlag}
  static override args = {name: Args.string({description: 'Provider; all by default.'})}
  static override baseFlags = sharedFlags({cases: true})

  protected override contract() {
    return import('#contract/generated/provider-health-result').then((file) => file.providerHealthResult)
  }

  protected override async perform() {
    const {args, flags} = await this.parse(ProviderHealth)
    const order = {name: args.name, workspace: this.workspace, timeoutSeconds: flags.timeout}
    const found = await checkProviders(order, await this.ports(), this.signal)
    return healthOutcome(found, args.name !== undefined)
  }
}
