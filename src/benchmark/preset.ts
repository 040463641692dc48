import type {BenchmarkPreset} from '#contract/generated/types'
import {AssayError} from '#error/assay-error'
import {nearestNames} from '#error/nearest'

/** Named benchmarks. A preset runs all operations of its providers and brings a budget of its own. */
export const PRESETS: readonly BenchmarkPreset[] = [
  {
    name: 'mock-smoke',
    category: 'checkout-safe',
    summary: 'Every operation of the mock provider: does the plumbing work, without an error or a retry?',
    providers: ['mock'],
    iterations: 100,
    concurrency: 1,
    repeats: 1,
    budgets: [{provider: 'mock', min_success_rate: 1, max_error_count: 0, max_retry_count: 0}],
  },
]

/** Throws `preset_unknown` with the nearest name. */
export function presetNamed(name: string): BenchmarkPreset {
  const preset = PRESETS.find((candidate) => candidate.name === name)
  if (preset) return preset
  const known = PRESETS.map((candidate) => candidate.name)
  const near = nearestNames(name, known)[0]
  const hint = near === undefined ? `Use one of ${known.join(', ')}.` : `Did you mean ${near}?`
  throw new AssayError('preset_unknown', 'there is no such benchmark preset', {hint, detail: {known}})
}
