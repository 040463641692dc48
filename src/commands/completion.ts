import * as Args from '@oclif/core/args'
import {BaseCommand} from '#cli/base-command'
import type {CompletionResult} from '#contract/generated/types'

export default class Completion extends BaseCommand<CompletionResult> {
  static override summary = 'Print a completion script for bash, zsh or fish.'
  static override description =
    'The script holds every command, flag and name of this version; make it anew after an upgrade. For runs and providers of your own file it asks Assay, which reads and runs nothing else.'
  static override exits = {ok: 'printed'}
  static override examples = [
    '<%= config.bin %> completion bash > assay.bash',
    '<%= config.bin %> completion fish > assay.fish',
  ]
  static override args = {
    shell: Args.option({options: ['bash', 'zsh', 'fish'] as const})({required: true, description: 'Which shell.'}),
  }

  protected override contract() {
    return import('#contract/generated/completion-result').then((file) => file.completionResult)
  }

  protected override async perform() {
    const {args} = await this.parse(Completion)
    const {completionOutcome} = await import('#cli/completion')
    const {loadCommandTable} = await import('#cli/load-commands')
    return completionOutcome(args.shell, this.config.bin, await loadCommandTable(this.options))
  }
}
