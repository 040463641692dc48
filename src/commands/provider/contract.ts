import * as Args from '@oclif/core/args'
import * as Flags from '@oclif/core/flags'
import {BaseCommand} from '#cli/base-command'
import {attemptTimeoutFlag, providerAccessFlags} from '#cli/provider-flags'
import {sharedFlags} from '#cli/shared-flags'
import type {ProviderContractResult} from '#contract/generated/types'
import {absolutePath} from '#path/safe-relative-path'

export default class ProviderContract extends BaseCommand<ProviderContractResult> {
  static override summary = 'Try what one provider promises: for its authors.'
  static override description =
    'Health layer by layer, and bad input that must be refused unseen; with --live the answers too: shapes, counts, the order of candidates, duplicates, one end an operation, no secret in an event, and that scores and actions follow what was asked. What was not tried is skipped and never counts as kept. Not configured is exit 4.'
  static override exits = {
    ok: 'every promise that was tried was kept',
    failed: 'a promise was broken, or the provider answers wrongly or with an error of its own',
    unavailable: 'the provider cannot be reached, or a call had no answer',
    inconclusive: 'the provider is not configured, or nothing could be tried',
    refused: 'the address policy does not let a connection go there',
    usage: 'no such provider, or the input file breaks its rules',
  }
  static override examples = [
    '<%= config.bin %> provider contract mock --live',
    '<%= config.bin %> provider contract example --providers providers.yaml',
    '<%= config.bin %> provider contract analytic --live --input-file inputs.yaml --timeout 30',
  ]
  static override args = {name: Args.string({required: true, description: 'Provider.'})}
  static override baseFlags = sharedFlags({cases: true})
  static override flags = {
    ...providerAccessFlags,
    ...attemptTimeoutFlag,
    'input-file': Flags.string({
      helpValue: 'FILE',
      summary: 'What it is asked, as benchmarks read it: score_info, score_action_candidates, policy_info.',
    }),
    live: Flags.boolean({default: false, summary: 'Make real calls, which may take long and cost.'}),
  }

  protected override contract() {
    return import('#contract/generated/provider-contract-result').then((file) => file.providerContractResult)
  }

  protected override async perform() {
    const {args, flags} = await this.parse(ProviderContract)
    const {checkProvider} = await import('#eval/check-provider')
    const {contractOutcome} = await import('#eval/contract-report')
    const ports = await this.ports()
    const {live, timeout: timeoutSeconds, 'input-file': file} = flags
    const {loadRequests} = await import('#benchmark/plan/load-requests')
    const documents = {reader: ports.files.reader, redactor: ports.redactor}
    const requests = file === undefined ? undefined : await loadRequests(absolutePath(this.hall.cwd, file), documents)
    return contractOutcome(
      await checkProvider({provider: args.name, live, timeoutSeconds, requests}, ports, this.signal),
    )
  }
}
