import {resolve} from 'node:path'
import * as Args from '@oclif/core/args'
import * as Flags from '@oclif/core/flags'
import {BaseCommand} from '#cli/base-command'
import {providerAccessFlags} from '#cli/provider-flags'
import {assetsFlag, namingFlags, sharedFlags, workspaceFlag} from '#cli/shared-flags'
import type {RunJobResult} from '#contract/generated/types'

export default class Run extends BaseCommand<RunJobResult> {
  static override summary = 'Run a declarative job: steps with needs, one run, one trace, one bundle.'
  static override description =
    'The job file (YAML, TOML or JSON) is checked whole before anything starts. A failed step skips those that need it; the exit code is the worst verdict of the required steps.'
  static override examples = [
    '<%= config.bin %> <%= command.id %> nightly.yaml',
    '<%= config.bin %> <%= command.id %> nightly.yaml --set trials=20 --format junit',
  ]
  static override args = {job: Args.string({required: true, description: 'Job file: .yaml, .yml, .toml or .json.'})}
  static override baseFlags = sharedFlags({cases: true})
  static override flags = {
    ...workspaceFlag,
    ...providerAccessFlags,
    ...assetsFlag,
    ...namingFlags,
    set: Flags.string({
      multiple: true,
      multipleNonGreedy: true,
      helpValue: 'NAME=VALUE',
      summary: 'Value of a job input. Repeatable.',
    }),
    profile: Flags.string({
      helpValue: 'FILE',
      summary: 'Configuration profile, for workspace, output format and presets: JSON, TOML or YAML.',
    }),
    bundle: Flags.boolean({allowNo: true, summary: 'Publish an evidence bundle; the job file decides when not given.'}),
  }

  protected override async contract() {
    return (await import('#contract/generated/run-result')).runJobResult
  }

  protected override async perform() {
    const {args, flags} = await this.parse(Run)
    const {conductJob} = await import('#job/conduct-job')
    const order = {
      path: resolve(this.hall.cwd, args.job),
      name: args.job,
      workspace: flags['workspace-dir'],
      profilePath: flags.profile,
      outputFormat: this.givenFormat,
      commandArgv: ['run', ...this.argv],
      settings: flags.set ?? [],
      ...(flags.bundle !== undefined && {bundle: flags.bundle}),
    }
    return await conductJob(order, await this.ports(), this.signal)
  }
}
