import {resolve} from 'node:path'
import * as Args from '@oclif/core/args'
import * as Flags from '@oclif/core/flags'
import {BaseCommand} from '#cli/base-command'
import {demandNoCommand} from '#cli/demand-no-command'
import {providerAccessFlags} from '#cli/provider-flags'
import {assetsFlag, namingFlags, sharedFlags, telemetryFlags, workspaceFlag} from '#cli/shared-flags'
import type {RunJobResult, RunPlanResult} from '#contract/generated/types'
import {USUAL_JOB} from '#job/job-order'

export default class Run extends BaseCommand<RunJobResult | RunPlanResult> {
  static override summary = 'Run a declarative job: steps with needs, one run, one trace, one bundle.'
  static override description =
    'The job file (YAML, TOML or JSON) is checked whole before anything starts. A failed step skips those that need it; the exit code is the worst verdict of the required steps. With --plan it says what would be done and makes nothing.'
  static override exits = {
    ok: 'every required step passed; with `--plan`: the job could run',
    failed: 'a required step failed, or its bundle does not verify',
    usage: 'the job is not valid; nothing was started',
    unavailable: 'a required step had no verdict: unreachable, out of time',
    inconclusive: 'a required step had too little data or was skipped',
  }
  static override examples = [
    '<%= config.bin %> <%= command.id %> nightly.yaml',
    '<%= config.bin %> <%= command.id %> nightly.yaml --plan',
    '<%= config.bin %> <%= command.id %> nightly.yaml --set trials=20 --format junit',
  ]
  static override args = {
    job: Args.string({
      default: USUAL_JOB,
      description: `Job file: .yaml, .yml, .toml or .json; ${USUAL_JOB} by default.`,
    }),
  }
  static override baseFlags = sharedFlags({cases: true})
  static override flags = {
    ...workspaceFlag,
    ...providerAccessFlags,
    ...assetsFlag,
    ...namingFlags,
    ...telemetryFlags,
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
    plan: Flags.boolean({
      default: false,
      summary: 'Check the job whole, say what each step would do, and make nothing.',
    }),
    bundle: Flags.boolean({allowNo: true, summary: 'Publish an evidence bundle; the job file decides when not given.'}),
  }

  protected override async contract() {
    const {flags} = await this.parse(Run)
    if (flags.plan) return (await import('#contract/generated/run-plan-result')).runPlanResult
    return (await import('#contract/generated/run-result')).runJobResult
  }

  protected override async perform() {
    const {args, flags} = await this.parse(Run)
    await demandNoCommand(args.job, this.options)
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
    if (flags.plan) return await (await import('#job/show-job-plan')).showJobPlan(order, await this.ports())
    const {conductJob} = await import('#job/conduct-job')
    return await conductJob(order, await this.ports(), this.signal)
  }
}
