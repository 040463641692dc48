import * as Args from '@oclif/core/args'
import * as Flags from '@oclif/core/flags'
import {BaseCommand} from '#cli/base-command'
import {sharedFlags, workspaceFlag} from '#cli/shared-flags'
import type {RunsCompareResult} from '#contract/generated/types'

export default class RunsCompare extends BaseCommand<RunsCompareResult> {
  static override summary =
    'Compare evaluations, benchmarks or drills with a base run: regressed, equivalent, improved or open.'
  static override description =
    'Trials are paired by seed, times by process; of drills verdicts and objectives decide. What the runs do not share is named, and its rows are incomparable. Reading changes nothing and leaves no run.'
  static override exits = {
    ok: 'equivalent, improved or not worse; with `--gate`: every rule passed',
    failed: 'a primary row regressed, a rule failed, or a file is not what its manifest says',
    usage: 'no such run, runs of different kinds, or a bad gate file',
    inconclusive: 'a primary row is open, or the runs do not share what they must',
    refused: 'a run has not ended',
  }
  static override examples = [
    '<%= config.bin %> <%= command.id %> 20261121T074233417Z-k3q7xz 20261121T081502733Z-m2c4da',
    '<%= config.bin %> <%= command.id %> ../main/runs/20261121T074233417Z-k3q7xz 20261121T081502733Z-m2c4da --gate gate.yaml',
  ]
  static override strict = false
  static override baseFlags = sharedFlags({cases: true})
  static override args = {
    base: Args.string({required: true, description: 'Run id, or folder of a run.'}),
    candidate: Args.string({required: true, description: 'Run id or folder; more may follow.'}),
  }
  static override flags = {
    ...workspaceFlag,
    gate: Flags.string({helpValue: 'FILE', summary: 'Gate file that decides; `baseline` is the base run.'}),
    'no-gate': Flags.boolean({default: false, summary: 'Compare only; nothing decides.'}),
    margin: Flags.string({
      helpValue: 'X',
      summary: 'What counts as no difference; 0.05 by default, for times 5 %.',
    }),
    'allow-cross-machine': Flags.boolean({default: false, summary: 'Compare times of different machines.'}),
  }

  protected override async contract() {
    return (await import('#contract/generated/runs-compare-result')).runsCompareResult
  }

  protected override async perform() {
    const {args, argv, flags} = await this.parse(RunsCompare)
    const {conductComparison} = await import('#compare/conduct-comparison')
    const {compareReport} = await import('#compare/compare-report')
    const {files, redactor, clock} = await this.ports()
    const order = {
      base: args.base,
      candidates: argv.slice(1).map(String),
      workspace: this.workspace,
      cwd: this.hall.cwd,
      margin: flags.margin === undefined ? undefined : Number(flags.margin.trim() || Number.NaN),
      gatePath: flags.gate,
      noGate: flags['no-gate'],
      isAnyMachine: flags['allow-cross-machine'],
    }
    const result = await conductComparison(order, {reader: files.reader, redactor, clock})
    return {result, report: compareReport(result)}
  }
}
