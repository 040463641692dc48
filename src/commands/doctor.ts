import * as Flags from '@oclif/core/flags'
import {BaseCommand} from '#cli/base-command'
import {providerAccessFlags, providerFilterFlags, wrongOnPurposeFlag} from '#cli/provider-flags'
import {workspaceFlag} from '#cli/shared-flags'
import type {DoctorResult} from '#contract/generated/types'

export default class Doctor extends BaseCommand<DoctorResult> {
  static override summary = 'Check this machine, its workspace and its providers.'
  static override description = 'Leaves nothing behind. Findings change the exit code only with --strict.'
  static override exits = {ok: 'read, whatever was found', failed: 'with `--strict`: there is a finding'}
  static override examples = ['<%= config.bin %> doctor', '<%= config.bin %> doctor --strict --format json']
  static override flags = {
    ...workspaceFlag,
    ...providerFilterFlags,
    ...providerAccessFlags,
    profile: Flags.string({helpValue: 'FILE', summary: 'Check a configuration profile and tell what would apply.'}),
    ...wrongOnPurposeFlag,
    versions: Flags.boolean({
      default: false,
      summary: 'Start git, ffmpeg and python3 to ask for their versions, and ask the keyring whether it answers.',
    }),
    strict: Flags.boolean({default: false, summary: 'Exit 1 when there is a finding.'}),
  }

  protected override contract() {
    return import('#contract/generated/doctor-result').then((file) => file.doctorResult)
  }

  protected override async perform() {
    const {flags} = await this.parse(Doctor)
    const order = {
      workspace: this.workspace,
      givenWorkspace: flags['workspace-dir'],
      registeredOnly: flags['registered-only'],
      capability: flags.capability,
      strict: flags.strict,
      all: flags.all,
      versions: flags.versions,
      profile: flags.profile,
    }
    const {diagnoseMachine} = await import('#library/diagnose-machine')
    return await diagnoseMachine(order, await this.ports(), this.signal)
  }
}
