import {BaseCommand} from '#cli/base-command'
import type {EnvListResult} from '#contract/generated/types'

export default class EnvList extends BaseCommand<EnvListResult> {
  static override summary = 'List the worlds that suites are made of.'
  static override description = 'Five have a task; billiard is for laws alone. docs/worlds.md has their exact rules.'
  static override exits = {ok: 'listed'}
  static override examples = ['<%= config.bin %> env list', '<%= config.bin %> env list --format json']

  protected override async contract() {
    return (await import('#contract/generated/env-list-result')).envListResult
  }

  protected override async perform() {
    const {worldList} = await import('#rollout/world-description')
    const {envListReport} = await import('#rollout/worlds-report')
    const result = worldList()
    return {result, report: envListReport(result)}
  }
}
