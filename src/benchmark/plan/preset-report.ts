import type {BenchmarkPresetList} from '#contract/generated/types'
import type {Report, TableCell} from '#report/report'

/** The presets that may be named. */
export function presetReport(list: BenchmarkPresetList): Report {
  const rows = list.presets.map((preset): TableCell[] => [
    preset.name,
    preset.category,
    preset.providers.join(', '),
    preset.iterations,
    preset.concurrency,
    preset.repeats,
    gateOf(preset),
    preset.summary,
  ])
  const columns = ['preset', 'category', 'providers', 'iterations', 'concurrency', 'repeats', 'gate', 'measures']
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

function gateOf({budgets, max_ratios}: BenchmarkPresetList['presets'][number]): string {
  const limits = budgets.flatMap(({provider, operation, ...rest}) => {
    const place = [provider, operation].filter(Boolean).join(' ')
    return Object.entries(rest).map(([key, value]) => `${place}${place && ' '}${key} ${value}`)
  })
  const ratios = max_ratios.map(({operation, max}) => `${operation} at most ${max} times JSON.parse`)
  return [...limits, ...ratios].join(', ') || 'no errors'
}
