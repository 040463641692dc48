import type {BenchmarkPreset, EvalCatalogue} from '#contract/generated/types'
import {AssayError} from '#error/assay-error'

/**
 * Suites, sets of suites, environments, planners and sizes that `evaluate` takes by name: `assay eval --list`; of one suite or set where it is named.
 * Measures nothing. Throws `suite_unknown`.
 */
export async function listSuites(suite?: string): Promise<EvalCatalogue> {
  mustBeName('listSuites', suite)
  const {evalList, evalShow} = await import('#eval/catalogue/eval-catalogue')
  const {result} = suite === undefined ? evalList() : evalShow(suite)
  return result.catalogue
}

/** Named benchmarks with all their numbers, or the one that is named: `assay benchmark --list-presets`. Measures nothing. Throws `preset_unknown`. */
export async function listPresets(preset?: string): Promise<readonly BenchmarkPreset[]> {
  mustBeName('listPresets', preset)
  const {presetList} = await import('#benchmark/plan/preset-list')
  return presetList(preset).result.presets
}

/** Refuses a name that is not a text: callers without types may pass anything. */
function mustBeName(name: string, given: unknown): void {
  if (given === undefined || typeof given === 'string') return
  throw new AssayError('invalid_input', `${name} takes one name, as a text, or none`)
}
