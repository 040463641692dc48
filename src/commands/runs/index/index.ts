import {BaseCommand} from '#cli/base-command'
import {LISTED} from '#cli/command-exits'
import {filterMistakes, givenFilters, runFilterFlags} from '#cli/run-filter-flags'
import {workspaceFlag} from '#cli/shared-flags'
import type {RunsIndexResult} from '#contract/generated/types'

export default class RunsIndex extends BaseCommand<RunsIndexResult> {
  static override summary = 'List runs with their digests, bundles and the commands to go on with.'
  static override description =
    'The same runs as `runs list`, for scripts: artifact types, input and result digest, where the bundle is, and the commands that rerun, bundle or recover.'
  static override exits = LISTED
  static override examples = [
    '<%= config.bin %> <%= command.id %> --format json',
    '<%= config.bin %> <%= command.id %> --provider analytic --artifact-type report',
  ]
  static override flags = {...workspaceFlag, ...runFilterFlags}

  protected override async contract() {
    return (await import('#contract/generated/runs-index-result')).runsIndexResult
  }

  protected override async furtherMistakes(flags: object, isWrong: boolean) {
    return isWrong ? await filterMistakes(flags) : []
  }

  protected override async perform() {
    const {flags} = await this.parse(RunsIndex)
    const {runsIndex} = await import('#run/find-runs')
    const {runsIndexReport} = await import('#run/runs-report')
    const search = {
      workspace: this.workspace,
      shown: this.workspace,
      filters: givenFilters(flags),
      strict: flags.strict,
      ...(flags.limit > 0 && {limit: flags.limit}),
    }
    const result = runsIndex(search, await this.ports())
    return {result, report: runsIndexReport(result)}
  }
}
