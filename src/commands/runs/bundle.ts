import * as Args from '@oclif/core/args'
import * as Flags from '@oclif/core/flags'
import {BaseCommand} from '#cli/base-command'
import {RUN_ID_USAGE} from '#cli/command-exits'
import {workspaceFlag} from '#cli/shared-flags'
import type {RunsBundleResult} from '#contract/generated/types'
import {ARCHIVE_KINDS} from '#evidence/archive/archive-kind'

export default class RunsBundle extends BaseCommand<RunsBundleResult> {
  static override summary = 'Publish a run as an issue bundle that is safe to attach and that anybody can verify.'
  static override description =
    'Writes issue-bundles/RUN_ID/: redacted copies, SHA-256 digests, a BagIt bag. Files with secrets are left out and named with the reason. SOURCE_DATE_EPOCH sets the time in it.'
  static override exits = {
    ok: 'the bundle is published and complete',
    failed: 'published but incomplete; with `--strict`: a file was left out',
    usage: `${RUN_ID_USAGE}; a bundle is there and \`--replace\` was not given`,
    refused: 'the run is still going on, or required evidence holds a secret',
  }
  static override examples = [
    '<%= config.bin %> <%= command.id %> 20261121T074233417Z-k3q7xz',
    '<%= config.bin %> <%= command.id %> 20261121T074233417Z-k3q7xz --sign ../key.pem --strict',
    '<%= config.bin %> <%= command.id %> 20261121T074233417Z-k3q7xz --output ../evidence --redact --replace',
    '<%= config.bin %> <%= command.id %> 20261121T074233417Z-k3q7xz --archive zip --replace',
    '<%= config.bin %> <%= command.id %> 20261121T074233417Z-k3q7xz --since 20261101T061502881Z-d2mxw7 --sign ../key.pem',
  ]
  static override args = {
    run: Args.string({
      required: true,
      description: 'Id of a run, a beginning or end of it, its folder, or latest, latest:eval.',
    }),
  }
  static override flags = {
    ...workspaceFlag,
    output: Flags.string({char: 'o', helpValue: 'DIR', summary: 'Folder to make; issue-bundles/RUN_ID by default.'}),
    sign: Flags.string({helpValue: 'KEY', summary: 'Ed25519 private key (PKCS#8 PEM) to sign with.'}),
    since: Flags.string({
      helpValue: 'RUN',
      summary: 'Also tell, from the ledger, what became of every run since this one.',
    }),
    archive: Flags.string({
      options: [...ARCHIVE_KINDS],
      summary: 'Also pack the bundle into one file beside the folder.',
    }),
    redact: Flags.boolean({default: false, summary: 'Mask findings in files of others instead of leaving them out.'}),
    'redact-names': Flags.boolean({
      default: false,
      summary: 'Put stable pseudonyms for names of your own providers, jobs, steps and files.',
    }),
    replace: Flags.boolean({default: false, summary: 'Replace an earlier bundle of the same run.'}),
    strict: Flags.boolean({default: false, summary: 'Exit 1 when any file was left out.'}),
  }

  protected override async contract() {
    return (await import('#contract/generated/runs-bundle-result')).runsBundleResult
  }

  protected override async perform() {
    const {args, flags} = await this.parse(RunsBundle)
    const {publishRun} = await import('#evidence/publish/bundle-run')
    const {bundleReport} = await import('#evidence/publish/bundle-report')
    const {bundleRequest} = await import('#library/bundle-request')
    const {archive, redact, replace, strict, output: folder, sign, since, 'redact-names': redactNames} = flags
    const ports = await this.ports()
    const request = bundleRequest(
      {run: args.run, folder, archive, sign, since, redact, redactNames, replace, strict},
      {workspace: this.workspace, cwd: this.hall.cwd, env: this.hall.env},
      ports.files.reader,
    )
    const result = await publishRun(request, ports, this.signal)
    return {result, report: bundleReport(result)}
  }
}
