import {resolve} from 'node:path'
import * as Flags from '@oclif/core/flags'
import {BaseCommand} from '#cli/base-command'
import {workspaceFlag} from '#cli/shared-flags'
import type {RunsLedgerResult} from '#contract/generated/types'

export default class RunsLedger extends BaseCommand<RunsLedgerResult> {
  static override summary = 'Show what the ledger of a workspace recorded, and check that nobody rewrote it.'
  static override description =
    'Every run enters the ledger when it opens, closes or is removed. A checkpoint stands for all entries so far; --check tells whether they are still the first ones. Exit 1 when they are not, or when a run is not as it was recorded.'
  static override exits = {
    ok: 'shown, and nothing contradicts it',
    failed: 'a checkpoint does not fit, or a run is not as it was recorded',
  }
  static override examples = [
    '<%= config.bin %> <%= command.id %>',
    '<%= config.bin %> <%= command.id %> --format json | jq -r .checkpoint > ../checkpoint.txt',
    '<%= config.bin %> <%= command.id %> --check ../checkpoint.txt',
  ]
  static override flags = {
    ...workspaceFlag,
    check: Flags.string({helpValue: 'FILE', summary: 'An earlier checkpoint that the ledger must begin with.'}),
  }

  protected override async contract() {
    return (await import('#contract/generated/runs-ledger-result')).runsLedgerResult
  }

  protected override async perform() {
    const {flags} = await this.parse(RunsLedger)
    const {ledgerResult} = await import('#run/show-ledger')
    const {ledgerReport} = await import('#run/ledger-report')
    const check = flags.check === undefined ? {} : {check: resolve(this.hall.cwd, flags.check)}
    const request = {workspace: this.workspace, shown: this.workspace, ...check}
    const result = ledgerResult(request, await this.ports())
    return {result, report: ledgerReport(result)}
  }
}
