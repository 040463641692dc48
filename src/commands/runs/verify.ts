import {resolve} from 'node:path'
import * as Args from '@oclif/core/args'
import * as Flags from '@oclif/core/flags'
import {BaseCommand} from '#cli/base-command'
import {sharedFlags, workspaceFlag} from '#cli/shared-flags'
import type {RunsVerifyResult} from '#contract/generated/types'

export default class RunsVerify extends BaseCommand<RunsVerifyResult> {
  static override summary = 'Check an issue bundle without trusting this machine, or a run where it stands.'
  static override description =
    'Tells every finding and changes nothing. Without --key a signature is not checked: digests show that a bundle is whole, not who made it.'
  static override exits = {
    ok: 'every check holds',
    failed: 'a check does not hold',
    usage: 'there is no bundle or run at this place',
    refused: 'the run is still going on',
  }
  static override examples = [
    '<%= config.bin %> <%= command.id %> issue-bundles/20261121T074233417Z-k3q7xz',
    '<%= config.bin %> <%= command.id %> ../evidence --key ../key.pub.pem --require-signature',
    '<%= config.bin %> <%= command.id %> issue-bundles/20261121T074233417Z-k3q7xz.zip',
    '<%= config.bin %> <%= command.id %> 20261121T074233417Z-k3q7xz',
  ]
  static override baseFlags = sharedFlags({cases: true})
  static override args = {
    target: Args.string({
      required: true,
      description:
        'Folder or archive (.zip, .tgz) of a bundle, or a run by id, part of an id, folder, latest or latest:eval.',
    }),
  }
  static override flags = {
    ...workspaceFlag,
    key: Flags.string({helpValue: 'PUB', summary: 'Ed25519 public key (PEM) that must have signed it.'}),
    'require-signature': Flags.boolean({default: false, summary: 'An unsigned or unchecked bundle fails.'}),
  }

  protected override async contract() {
    return (await import('#contract/generated/runs-verify-result')).runsVerifyResult
  }

  protected override async perform() {
    const {args, flags} = await this.parse(RunsVerify)
    const {verifyTarget} = await import('#evidence/verify/verify-target')
    const {verifyReport} = await import('#evidence/verify/verify-report')
    const request = {
      workspace: this.workspace,
      cwd: this.hall.cwd,
      target: args.target,
      requireSignature: flags['require-signature'],
      ...(flags.key !== undefined && {key: resolve(this.hall.cwd, flags.key)}),
    }
    const result = await verifyTarget(request, await this.ports(), this.signal)
    return {result, report: verifyReport(result)}
  }
}
