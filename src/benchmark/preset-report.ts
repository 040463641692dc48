import type {BenchmarkPresetList} from '#contract/generated/types'
import type {Cell, Report} from '#report/report'

/** The presets that may be named. */
export function presetReport(list: BenchmarkPresetList): Report {
  const rows = list.presets.map((preset): Cell[] => [
    preset.name,
    preset.category,
    preset.providers.join(', '),
    preset.iterations,
    preset.concurrency,
    preset.summary,
  ])
  const columns = ['preset', 'category', 'providers', 'iterations', 'concurrency', 'measures']
  return {
    title: 'Benchmark presets',
    status: 'pass',
    isListing: true,
    facts: [],
    tables: [{name: 'presets', columns, rows}],
    cases: [],
    remarks: [],
  }
}
