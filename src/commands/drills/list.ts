import * as Flags from '@oclif/core/flags'
import {BaseCommand} from '#cli/base-command'
import {sharedFlags} from '#cli/shared-flags'
import type {DrillsListResult} from '#contract/generated/types'

export default class DrillsList extends BaseCommand<DrillsListResult> {
  static override summary = 'List the drills that there are.'
  static override description =
    'Tells what each drill breaks, how soon it must be noticed and over, and where its runbook is. Nothing is started.'
  static override exits = {ok: 'always', usage: 'there is no such tag'}
  static override examples = ['<%= config.bin %> <%= command.id %>', '<%= config.bin %> <%= command.id %> --tag core']
  static override baseFlags = sharedFlags()
  static override flags = {
    tag: Flags.string({
      multiple: true,
      multipleNonGreedy: true,
      helpValue: 'TAG',
      summary: 'Only drills with this tag. Repeatable.',
    }),
  }

  protected override async contract() {
    return (await import('#contract/generated/drills-list-result')).drillsListResult
  }

  protected override async perform() {
    const {flags} = await this.parse(DrillsList)
    const request = flags.tag === undefined ? {all: true} : {tags: flags.tag}
    const {listDrills} = await import('#drill/execute/list-drills')
    return await listDrills(
      {request, workingDirectory: this.hall.cwd, commandArgv: ['drills', 'list']},
      'drills list',
      await this.ports(),
    )
  }
}
