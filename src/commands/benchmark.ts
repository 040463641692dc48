import * as Flags from '@oclif/core/flags'
import {BaseCommand} from '#cli/base-command'
import {providerAccessFlags} from '#cli/provider-flags'
import {sharedFlags, workspaceFlag} from '#cli/shared-flags'
import type {BenchmarkResult} from '#contract/generated/types'

const CALIBRATION_PROCESSES = '20'

/** Puts the usual number behind a flag that stands without one. */
function withNumber(argv: readonly string[], flag: string, usual: string): string[] {
  const needsNumber = (at: number) => argv[at] === flag && !/^-?\d/.test(argv[at + 1] ?? '')
  return argv.flatMap((word, at) => (needsNumber(at) ? [word, usual] : [word]))
}

const whole = (summary: string) => Flags.integer({summary, helpValue: 'N'})

export default class Benchmark extends BaseCommand<BenchmarkResult> {
  static override summary =
    'Measure latency, throughput, errors and retries of providers, and hold them against budgets.'
  static override description =
    'Calls every operation again and again, one provider after the other, and keeps samples, events and the verdict in a run. Without --provider, --profile or --preset it measures mock.'
  static override examples = [
    '<%= config.bin %> benchmark --preset mock-smoke',
    '<%= config.bin %> benchmark --provider analytic --operation score --iterations 500 --budget-file budget.json',
    '<%= config.bin %> benchmark --list-presets',
  ]
  static override baseFlags = sharedFlags({cases: true})
  static override flags = {
    ...workspaceFlag,
    ...providerAccessFlags,
    provider: Flags.string({
      multiple: true,
      multipleNonGreedy: true,
      helpValue: 'NAME',
      summary: 'Provider to measure. Repeatable.',
    }),
    operation: Flags.string({
      multiple: true,
      multipleNonGreedy: true,
      helpValue: 'NAME',
      summary: 'Operation to measure; all the provider has by default. Repeatable.',
    }),
    preset: Flags.string({
      helpValue: 'NAME',
      summary: 'Named benchmark with a budget of its own.',
      exclusive: ['list-presets'],
    }),
    live: Flags.boolean({
      default: false,
      summary: 'With remote-media-dryrun: send each media operation once, at its cost.',
    }),
    'show-preset': Flags.string({
      helpValue: 'NAME',
      summary: 'Tell one preset with all its numbers and measure nothing.',
    }),
    'list-presets': Flags.boolean({default: false, summary: 'Tell the presets and measure nothing.'}),
    iterations: whole('Measured calls an operation; 100 by default.'),
    duration: Flags.string({
      helpValue: '30s',
      summary: 'Measure each operation so long; --iterations is then the most.',
    }),
    concurrency: whole('Calls under way at a time; 1 by default.'),
    rate: Flags.string({helpValue: 'N', summary: 'Open loop: begin so many calls a second whatever the answers do.'}),
    arrival: Flags.string({helpValue: 'KIND', summary: 'How an open loop spaces calls: constant or poisson.'}),
    'max-in-flight': whole('Open loop: most calls under way; 1024 by default.'),
    repeats: whole(
      'Fresh processes that measure each provider; 1 by default. Budgets of times need several to be sound.',
    ),
    calibrate: Flags.integer({
      helpValue: '[N]',
      summary: 'Make a candidate budget from N fresh processes; 20 without a number.',
    }),
    warmup: Flags.string({helpValue: 'N|auto', summary: 'Calls before measuring; auto ends when block medians agree.'}),
    'input-file': Flags.string({
      helpValue: 'FILE',
      summary: 'What to send instead of the defaults: JSON, YAML or TOML.',
    }),
    translator: Flags.string({
      helpValue: 'FILE|builtin:raw',
      summary: 'What makes actions of raw ones when a policy is measured: JSON, YAML or TOML.',
    }),
    'budget-file': Flags.string({helpValue: 'FILE', summary: 'Limits that decide the verdict: JSON, YAML or TOML.'}),
    gate: Flags.string({helpValue: 'FILE', summary: 'Gate file that decides: YAML, TOML or JSON.'}),
    threshold: Flags.string({
      multiple: true,
      multipleNonGreedy: true,
      helpValue: 'RULE',
      summary: 'A rule, as in "score: response_ms.p95<250ms". Repeatable.',
    }),
    baseline: Flags.string({helpValue: 'RUN', summary: 'Run to compare with: id, folder or a file in it.'}),
    'allow-cross-machine': Flags.boolean({default: false, summary: 'The baseline may be of another machine.'}),
    selftest: Flags.boolean({
      default: false,
      summary: 'Break the newest benchmark in memory and tell what its gate does not notice.',
    }),
    'no-gate': Flags.boolean({default: false, summary: 'Measure only: nothing but errors decides.'}),
    'require-run': Flags.boolean({default: false, summary: 'A skipped provider is no good end.'}),
    'allow-skip': Flags.boolean({default: false, summary: 'A named provider that is not configured may be skipped.'}),
    profile: Flags.string({helpValue: 'FILE', summary: 'Configuration profile: JSON, TOML or YAML.'}),
    timeout: Flags.string({helpValue: 'SECONDS', summary: 'Limit of one attempt.'}),
    'max-elapsed': Flags.string({helpValue: 'SECONDS', summary: 'Limit of a whole operation with its retries.'}),
    retries: whole('Repeats of a failed call where the provider allows them.'),
  }

  /** The number of `--calibrate` may be left out, which the parser does not know. */
  override async run() {
    this.argv = withNumber(this.argv, '--calibrate', CALIBRATION_PROCESSES)
    return await super.run()
  }

  protected override async contract() {
    return (await import('#contract/generated/benchmark-result')).benchmarkResult
  }

  protected override async perform() {
    const {flags} = await this.parse(Benchmark)
    if (flags['list-presets']) return (await import('#benchmark/plan/preset-list')).presetList()
    if (flags['show-preset'] !== undefined) {
      return (await import('#benchmark/plan/preset-list')).presetList(flags['show-preset'])
    }
    const {requestOf} = await import('#benchmark/plan/benchmark-flags')
    const {runBenchmark} = await import('#benchmark/run-benchmark')
    const order = {
      commandArgv: ['benchmark', ...this.argv],
      workingDirectory: this.hall.cwd,
      workspace: flags['workspace-dir'],
      profilePath: flags.profile,
      gatePath: flags.gate,
      baseline: flags.baseline,
      isAnyMachine: flags['allow-cross-machine'],
      translator: flags.translator,
      outputFormat: this.givenFormat,
      inputsPath: flags['input-file'],
      budgetPath: flags['budget-file'],
      request: requestOf(flags),
    }
    if (flags.selftest) return await (await import('#benchmark/run-selftest')).runSelftest(order, await this.ports())
    return await runBenchmark(order, await this.ports(), this.signal)
  }
}
