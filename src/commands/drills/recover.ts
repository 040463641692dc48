import * as Flags from '@oclif/core/flags'
import {BaseCommand} from '#cli/base-command'
import {sharedFlags, workspaceFlag} from '#cli/shared-flags'
import type {DrillsRecoverResult} from '#contract/generated/types'

export default class DrillsRecover extends BaseCommand<DrillsRecoverResult> {
  static override summary = 'Put back what drills left that were killed.'
  static override description =
    'Reads the journals of runs whose process is gone, undoes every change that was not undone, the last one first, and verifies each. It may be run twice, and may itself be killed.'
  static override exits = {
    ok: 'no drill left anything',
    restored: 'everything was put back, which was verified',
    'unsafe-state': 'something could not be put back; what to do by hand is told',
    refused: 'another process puts it back at this moment',
  }
  static override examples = ['<%= config.bin %> <%= command.id %>']
  static override baseFlags = sharedFlags()
  static override flags = {
    ...workspaceFlag,
    run: Flags.string({helpValue: 'RUN', summary: 'Only what this run left; every run without.'}),
  }

  protected override async contract() {
    return (await import('#contract/generated/drills-recover-result')).drillsRecoverResult
  }

  protected override async perform() {
    const {flags} = await this.parse(DrillsRecover)
    const {recoverRuns} = await import('#drill/execute/recover-runs')
    const order = {workspace: this.workspace, run: flags.run}
    return await recoverRuns(order, await this.ports(), this.signal)
  }
}
