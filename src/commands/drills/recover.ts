import * as Flags from '@oclif/core/flags'
import {BaseCommand} from '#cli/base-command'
import {reachFlags} from '#cli/provider-flags'
import {sharedFlags, workspaceFlag} from '#cli/shared-flags'
import type {DrillsRecoverResult} from '#contract/generated/types'

export default class DrillsRecover extends BaseCommand<DrillsRecoverResult> {
  static override summary = 'Put back what drills left that were killed.'
  static override description =
    'Reads the journals of runs whose process is gone, undoes every change that was not undone, the last one first, and verifies each. It may be run twice, and may itself be killed.'
  static override exits = {
    ok: 'no drill left anything',
    usage: 'there is no such run, or the target is not valid; nothing was done',
    restored: 'everything was put back, which was verified',
    'unsafe-state': 'something could not be put back; what to do by hand is told',
    refused: 'another process puts it back at this moment, or the run is still at work',
  }
  static override examples = [
    '<%= config.bin %> <%= command.id %>',
    '<%= config.bin %> <%= command.id %> --target node.yaml',
  ]
  static override baseFlags = sharedFlags()
  static override flags = {
    ...workspaceFlag,
    ...reachFlags,
    target: Flags.string({
      helpValue: 'FILE',
      summary: 'The target of drills that worked on nodes which are not theirs, as it was.',
    }),
    run: Flags.string({helpValue: 'RUN', summary: 'Only what this run left; every run without.'}),
  }

  protected override async contract() {
    return (await import('#contract/generated/drills-recover-result')).drillsRecoverResult
  }

  protected override async perform() {
    const {flags} = await this.parse(DrillsRecover)
    const {recoverRuns} = await import('#drill/execute/recover-runs')
    const {openGiven} = await import('#drill/execute/check-permission')
    const ports = await this.ports()
    const {target} = flags
    const place = {request: {target}, workingDirectory: this.hall.cwd, commandArgv: ['drills', 'recover']}
    const given = target === undefined ? undefined : await openGiven(place, ports)
    return await recoverRuns({workspace: this.workspace, run: flags.run, given}, ports, this.signal)
  }
}
