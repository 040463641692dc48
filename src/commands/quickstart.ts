import {BaseCommand} from '#cli/base-command'
import {sharedFlags, telemetryFlags} from '#cli/shared-flags'
import type {RunJobResult} from '#contract/generated/types'

export default class Quickstart extends BaseCommand<RunJobResult> {
  static override summary = 'Run the job that comes with Assay, in a new folder.'
  static override description =
    'Offline, in some seconds: health, contract, a closed loop and a benchmark of built-in providers, with a bundle at the end. All of it lies in assay-quickstart/.'
  static override exits = {ok: 'every step passed', failed: 'a step failed', unavailable: 'a step had no verdict'}
  static override examples = ['<%= config.bin %> quickstart']
  static override baseFlags = sharedFlags({cases: true})
  static override flags = telemetryFlags

  protected override async contract() {
    return (await import('#contract/generated/run-result')).runJobResult
  }

  protected override async perform() {
    const {conductQuickstart} = await import('#job/conduct-quickstart')
    return await conductQuickstart(['quickstart', ...this.argv], await this.ports(), this.signal)
  }
}
