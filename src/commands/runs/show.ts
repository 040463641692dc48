import * as Args from '@oclif/core/args'
import {BaseCommand} from '#cli/base-command'
import {RUN_ID_USAGE} from '#cli/command-exits'
import {workspaceFlag} from '#cli/shared-flags'
import type {RunsShowResult} from '#contract/generated/types'

export default class RunsShow extends BaseCommand<RunsShowResult> {
  static override summary = 'Show one run: verdict, owner, what was in flight, files, and what to do now.'
  static override description =
    'Works on running, finished and interrupted runs alike. After a crash the steps that began and did not finish are named. Reading changes nothing.'
  static override exits = {
    ok: 'shown, whatever the verdict of the run',
    failed: 'the run is damaged',
    usage: RUN_ID_USAGE,
  }
  static override examples = [
    '<%= config.bin %> <%= command.id %> 20261121T074233417Z-k3q7xz',
    '<%= config.bin %> <%= command.id %> 20261121T074233417Z-k3q7xz --format json',
  ]
  static override args = {
    run: Args.string({
      required: true,
      description: 'Id of a run, a beginning or end of it, its folder, or latest, latest:eval.',
    }),
  }
  static override flags = {...workspaceFlag}

  protected override async contract() {
    return (await import('#contract/generated/runs-show-result')).runsShowResult
  }

  protected override async perform() {
    const {args} = await this.parse(RunsShow)
    const {shownRun} = await import('#run/show-run')
    const {resolveRun} = await import('#run/resolve-run')
    const {runsShowReport} = await import('#run/runs-report')
    const ports = await this.ports()
    const place = {workspace: this.workspace, cwd: this.hall.cwd}
    const {workspace, runId} = resolveRun(args.run, place, ports.files.reader)
    const result = shownRun({path: workspace, shown: workspace, cwd: place.cwd}, runId, ports)
    return {result, report: runsShowReport(result)}
  }
}
