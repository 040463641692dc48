import {BENCHMARK_OPTIONS} from '#benchmark/model/benchmark-options'
import type {BenchmarkRequest} from '#benchmark/model/benchmark-request'
import {MeasuringCommand} from '#cli/measuring-command'
import {optionFlags} from '#cli/option-flags'
import {providerAccessFlags} from '#cli/provider-flags'
import {assetsFlag, namingFlags, sharedFlags, telemetryFlags, workspaceFlag} from '#cli/shared-flags'
import type {BenchmarkResult} from '#contract/generated/types'

const CALIBRATION_PROCESSES = '20'

/** Puts the usual number behind a flag that stands without one. */
function withNumber(argv: readonly string[], flag: string, usual: string): string[] {
  const needsNumber = (at: number) => argv[at] === flag && !/^-?\d/.test(argv[at + 1] ?? '')
  return argv.flatMap((word, at) => (needsNumber(at) ? [word, usual] : [word]))
}

export default class Benchmark extends MeasuringCommand<BenchmarkResult> {
  static override summary =
    'Measure latency, throughput, errors and retries of providers, and hold them against budgets.'
  static override description =
    'Calls every operation again and again, one provider after the other, and keeps samples, events and the verdict in a run. Without --provider, --profile or --preset it measures mock.'
  static override exits = {
    ok: 'measured, and every budget was kept (without a budget: calls succeeded)',
    failed: 'a budget was violated, or calls failed',
    unavailable: 'a provider could not be reached',
    inconclusive: 'too few samples for a budget, or a named provider is not configured',
    refused: 'the address policy does not let a connection go to a provider',
  }
  static override examples = [
    '<%= config.bin %> benchmark --preset mock-smoke',
    '<%= config.bin %> benchmark --provider analytic --operation score --iterations 500 --budget-file budget.json',
    '<%= config.bin %> benchmark --list-presets',
  ]
  static override baseFlags = sharedFlags({cases: true})
  static override flags = {
    ...workspaceFlag,
    ...providerAccessFlags,
    ...assetsFlag,
    ...namingFlags,
    ...telemetryFlags,
    ...optionFlags(BENCHMARK_OPTIONS),
  }

  /** The number of `--calibrate` may be left out, which the parser does not know. */
  override async run() {
    this.argv = withNumber(this.argv, '--calibrate', CALIBRATION_PROCESSES)
    return await super.run()
  }

  protected override readonly table = BENCHMARK_OPTIONS

  protected override async kind() {
    return (await import('#benchmark/benchmark-kind')).benchmarkKind
  }

  protected override async contract() {
    return (await import('#contract/generated/benchmark-result')).benchmarkResult
  }

  protected override async perform() {
    const {flags} = await this.parse(Benchmark)
    const asked = this.asked<BenchmarkRequest & Listing>(BENCHMARK_OPTIONS, flags)
    const {listPresets, showPreset, selftest, ...request} = asked
    if (listPresets || showPreset !== undefined) {
      return (await import('#benchmark/plan/preset-list')).presetList(showPreset)
    }
    const order = this.order('benchmark', request, flags)
    const ports = await this.ports()
    if (selftest) return await (await import('#benchmark/run-selftest')).runBenchmarkSelftest(order, ports)
    const {conductMeasurement} = await import('#measurement/conduct-measurement')
    return await conductMeasurement(await this.kind(), order, ports, this.signal)
  }
}

/** Flags that measure nothing. */
interface Listing {
  readonly listPresets?: boolean
  readonly showPreset?: string
  readonly selftest?: boolean
}
