import * as Flags from '@oclif/core/flags'
import {BaseCommand} from '#cli/base-command'
import {workspaceFlag} from '#cli/shared-flags'
import type {RunsCleanupResult} from '#contract/generated/types'

export default class RunsCleanup extends BaseCommand<RunsCleanupResult> {
  static override summary = 'Remove old runs; plans only, unless --yes is given.'
  static override description =
    'Keeps the newest N runs by id. A live, stalled, held (.hold file) or baseline run is never removed, nor that of an upgrade that is open; backups of one that is over go with its run, bundles stay. After an error the rest goes on and the exit is 1.'
  static override exits = {ok: 'planned, or with `--yes` removed', failed: 'a removal failed; the rest went on'}
  static override examples = [
    '<%= config.bin %> <%= command.id %> --keep 20',
    '<%= config.bin %> <%= command.id %> --keep 20 --yes',
    '<%= config.bin %> <%= command.id %> --keep 0 --older-than 30 --broken --yes',
  ]
  static override flags = {
    ...workspaceFlag,
    keep: Flags.integer({required: true, min: 0, helpValue: 'N', summary: 'How many of the newest runs stay.'}),
    yes: Flags.boolean({default: false, summary: 'Do it. Without it, only the plan is shown.'}),
    'dry-run': Flags.boolean({default: false, summary: 'Only the plan, also with --yes.'}),
    'older-than': Flags.integer({min: 0, helpValue: 'DAYS', summary: 'Only runs older than this.'}),
    broken: Flags.boolean({default: false, summary: 'Also damaged runs and leftovers, once a day old.'}),
  }

  protected override async contract() {
    return (await import('#contract/generated/runs-cleanup-result')).runsCleanupResult
  }

  protected override async perform() {
    const {flags} = await this.parse(RunsCleanup)
    const {cleanWorkspace} = await import('#run/clean-workspace')
    const {runsCleanupReport} = await import('#run/runs-report')
    const {findBackups} = await import('#upgrade/site/find-backups')
    const olderThanDays = flags['older-than']
    const rules = {keep: flags.keep, broken: flags.broken, ...(olderThanDays !== undefined && {olderThanDays})}
    const apply = flags.yes && !flags['dry-run']
    const ports = await this.ports()
    const beside = findBackups(this.workspace, ports)
    const result = await cleanWorkspace({workspace: this.workspace, apply, rules, beside}, ports)
    return {result, report: runsCleanupReport(result, {isWhole: flags['verbose'] === true})}
  }
}
