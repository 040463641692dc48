import * as Flags from '@oclif/core/flags'
import {BaseCommand} from '#cli/base-command'
import {providerAccessFlags, providerFilterFlags} from '#cli/provider-flags'
import {workspaceFlag} from '#cli/shared-flags'
import type {DoctorResult} from '#contract/generated/types'
import {checkMachine} from '#doctor/check-machine'
import {doctorReport, doctorResult} from '#doctor/doctor-report'

export default class Doctor extends BaseCommand<DoctorResult> {
  static override summary = 'Check this machine, its workspace and its providers.'
  static override description = 'Reads only. Findings change the exit code only with --strict.'
  static override examples = ['<%= config.bin %> doctor', '<%= config.bin %> doctor --strict --format json']
  static override flags = {
    ...workspaceFlag,
    ...providerFilterFlags,
    ...providerAccessFlags,
    profile: Flags.string({helpValue: 'FILE', summary: 'Check a configuration profile and tell what would apply.'}),
    strict: Flags.boolean({default: false, summary: 'Exit 1 when there is a finding.'}),
  }

  protected override contract() {
    return import('#contract/generated/doctor-result').then((file) => file.doctorResult)
  }

  protected override async perform() {
    const {flags} = await this.parse(Doctor)
    const machine = {
      workspace: this.workspace,
      registeredOnly: flags['registered-only'],
      capability: flags.capability,
    }
    const found = await checkMachine(machine, await this.ports(), this.signal)
    const result = doctorResult(found, flags.strict, await this.#profile(flags.profile, flags['workspace-dir']))
    return {result, report: doctorReport(result)}
  }

  async #profile(path: string | undefined, workspace: string | undefined) {
    if (path === undefined) return null
    const {checkProfile} = await import('#doctor/check-profile')
    const {OPERATIONS} = await import('#benchmark/plan/operation')
    const {SUITE_SETS, SUITES} = await import('#eval/suites')
    const operations = [...OPERATIONS, ...Object.keys(SUITES), ...Object.keys(SUITE_SETS)]
    return await checkProfile({path, workspace, operations}, await this.ports())
  }
}
