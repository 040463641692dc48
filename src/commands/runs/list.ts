import {BaseCommand} from '#cli/base-command'
import {LISTED} from '#cli/command-exits'
import {filterMistakes, givenFilters, runFilterFlags} from '#cli/run-filter-flags'
import {workspaceFlag} from '#cli/shared-flags'
import type {RunsListResult} from '#contract/generated/types'

export default class RunsList extends BaseCommand<RunsListResult> {
  static override summary = 'List the runs of a workspace, newest first.'
  static override description =
    'Every entry of runs/ is shown as a run or as an issue with its reason; nothing is dropped. A run whose owner is gone shows as interrupted. Reading changes nothing.'
  static override exits = LISTED
  static override examples = [
    '<%= config.bin %> <%= command.id %>',
    '<%= config.bin %> <%= command.id %> --status failed --status interrupted --limit 10',
    '<%= config.bin %> <%= command.id %> --created-from 2026-11-01 --format json',
  ]
  static override flags = {...workspaceFlag, ...runFilterFlags}

  protected override async contract() {
    return (await import('#contract/generated/runs-list-result')).runsListResult
  }

  protected override async furtherMistakes(flags: object, isWrong: boolean) {
    return isWrong ? await filterMistakes(flags) : []
  }

  protected override async perform() {
    const {flags} = await this.parse(RunsList)
    const {findRuns} = await import('#run/find-runs')
    const {runsListReport} = await import('#run/runs-report')
    const search = {
      workspace: this.workspace,
      shown: this.workspace,
      filters: givenFilters(flags),
      strict: flags.strict,
      ...(flags.limit > 0 && {limit: flags.limit}),
    }
    const result = findRuns(search, await this.ports())
    return {result, report: runsListReport(result)}
  }
}
