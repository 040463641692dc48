import {checkEach, gatherMistakes} from '#error/collect-mistakes'
import type {BenchmarkRequest} from '../model/benchmark-request.ts'
import {checkOperation, factsNamed, type ProviderFacts} from '../model/ledger.ts'
import {presetNamed} from '../model/preset.ts'

/** Checks the names of a request and reports all unknown ones at once. Throws as `gatherMistakes` does. */
export function checkBenchmarkNames(request: BenchmarkRequest, known: readonly ProviderFacts[]): void {
  const {providers, operations, preset} = request
  gatherMistakes([
    ...checkEach('preset', preset === undefined ? [] : [preset], presetNamed),
    ...checkEach('providers', providers, (name) => factsNamed(name, known)),
    ...checkEach('operations', operations, checkOperation),
  ])
}
