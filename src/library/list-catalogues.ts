import type {BenchmarkPreset, EvalCatalogue} from '#contract/generated/types'

/**
 * Suites, sets of suites, environments, planners and sizes that `evaluate` takes by name: `assay eval --list`; of one suite or set where it is named.
 * Measures nothing. Throws `suite_unknown`.
 */
export async function listSuites(suite?: string): Promise<EvalCatalogue> {
  const {evalList, evalShow} = await import('#eval/catalogue/eval-catalogue')
  const {result} = suite === undefined ? evalList() : evalShow(suite)
  return result.catalogue
}

/** Named benchmarks with all their numbers, or the one that is named: `assay benchmark --list-presets`. Measures nothing. Throws `preset_unknown`. */
export async function listPresets(preset?: string): Promise<readonly BenchmarkPreset[]> {
  const {presetList} = await import('#benchmark/plan/preset-list')
  return presetList(preset).result.presets
}
