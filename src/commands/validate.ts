import * as Args from '@oclif/core/args'
import * as Flags from '@oclif/core/flags'
import {BaseCommand} from '#cli/base-command'
import {providerAccessFlags} from '#cli/provider-flags'
import {sharedFlags, workspaceFlag} from '#cli/shared-flags'
import type {ValidateResult} from '#contract/generated/types'
import {FILE_KIND_NAMES} from '#validate/file-kind'

export default class Validate extends BaseCommand<ValidateResult> {
  static override summary = 'Check files before anything runs: jobs, profiles, gates, budgets and more.'
  static override description =
    'Each file is checked as far as the command that takes it would, and the mistakes of all are told at once, with line and column. What a file is, its $schema or its keys say.'
  static override exits = {ok: 'every file is valid', usage: 'a file is not valid, or of no known kind'}
  static override examples = [
    '<%= config.bin %> <%= command.id %> nightly.yaml gate.yaml',
    '<%= config.bin %> <%= command.id %> budget.yaml --kind budget --format json',
  ]
  static override strict = false
  static override args = {file: Args.string({required: true, description: 'Files: .yaml, .yml, .toml or .json.'})}
  static override baseFlags = sharedFlags({cases: true})
  static override flags = {
    ...workspaceFlag,
    ...providerAccessFlags,
    kind: Flags.option({options: FILE_KIND_NAMES, summary: 'What the files are, where they do not say it.'})(),
  }

  protected override async contract() {
    return (await import('#contract/generated/validate-result')).validateResult
  }

  protected override async perform() {
    const {argv, flags} = await this.parse(Validate)
    const {checkFiles} = await import('#validate/check-files')
    const order = {files: argv.map(String), kind: flags.kind, workspace: this.workspace}
    return await checkFiles(order, await this.ports())
  }
}
