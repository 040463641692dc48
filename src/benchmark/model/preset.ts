import type {BenchmarkPreset, BudgetEntry} from '#contract/generated/types'
import {AssayError} from '#error/assay-error'
import {nearestHint} from '#error/nearest'
import {RAW} from '#provider/translator/raw-translator'
import {BARE, RECORDED} from './recordings.ts'

const NO_FAULT: BudgetEntry = {min_success_rate: 1, max_error_count: 0, max_retry_count: 0}
const ONCE: Pick<BenchmarkPreset, 'concurrency' | 'repeats' | 'max_ratios'> = {
  concurrency: 1,
  repeats: 1,
  max_ratios: [],
}

/** Named benchmarks. A preset runs all operations of its providers and brings a gate of its own; without budgets only errors count. */
export const PRESETS: readonly BenchmarkPreset[] = [
  {
    ...ONCE,
    name: 'mock-smoke',
    category: 'checkout-safe',
    summary: 'Every operation of the mock provider: does the plumbing work, without an error or a retry?',
    kind: 'library',
    translator: RAW,
    providers: ['mock'],
    iterations: 100,
    budgets: [{provider: 'mock', ...NO_FAULT}],
  },
  {
    ...ONCE,
    name: 'parser-overhead',
    category: 'checkout-safe',
    summary: 'Recorded replies through parsing and validation, against bare JSON.parse of the same bytes.',
    kind: 'parser',
    providers: [RECORDED, BARE],
    iterations: 1000,
    budgets: [{min_success_rate: 1, max_error_count: 0}],
    max_ratios: [
      {operation: 'predict', max: 5},
      {operation: 'score', max: 4},
      {operation: 'policy', max: 7},
      {operation: 'embed', max: 3},
      {operation: 'reason', max: 3},
    ],
  },
  {
    ...ONCE,
    name: 'remote-media-dryrun',
    category: 'remote-media',
    summary:
      'Media providers without their cost: a health probe, requests built, recorded replies taken; --live sends one.',
    kind: 'dry-run',
    providers: ['cosmos', 'runway'],
    iterations: 60,
    budgets: [],
  },
  {
    ...ONCE,
    name: 'prepared-host',
    category: 'prepared-host',
    summary: 'Every adapter that this host is configured for, with the operations it has.',
    kind: 'library',
    translator: RAW,
    providers: ['leworldmodel', 'jepa', 'gr00t', 'openpi', 'lerobot', 'cosmos-policy'],
    iterations: 60,
    budgets: [],
  },
  {
    name: 'release-evidence',
    category: 'release',
    summary: 'The mock and the exact provider in fresh processes, for the evidence of a release.',
    kind: 'library',
    translator: RAW,
    providers: ['mock', 'analytic'],
    iterations: 200,
    concurrency: 2,
    repeats: 5,
    budgets: [
      {provider: 'mock', ...NO_FAULT},
      {provider: 'analytic', ...NO_FAULT},
    ],
    max_ratios: [],
  },
]

/** Throws `preset_unknown` with the nearest name. */
export function presetNamed(name: string): BenchmarkPreset {
  const preset = PRESETS.find((candidate) => candidate.name === name)
  if (preset) return preset
  const known = PRESETS.map((candidate) => candidate.name)
  throw new AssayError('preset_unknown', 'there is no such benchmark preset', {
    hint: nearestHint(name, known),
    detail: {known},
    given: name,
  })
}
