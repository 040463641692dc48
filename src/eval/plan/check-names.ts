import type {ProviderDiagnosis} from '#contract/generated/types'
import {checkEach, gatherMistakes} from '#error/collect-mistakes'
import {chosenProviders} from '#measurement/chosen-providers'
import {rulesOf} from '#world/environments'
import {presetConfig} from '#world/planner/presets'
import {isSuiteFile, resolveSuiteNames} from '../catalogue/suite-table.ts'
import type {EvalRequest} from '../model/eval-options.ts'
import {parseSize} from './settings.ts'

/** Every name of a request that nothing has is told at once. Throws as `gatherMistakes` does. */
export function checkEvalNames(request: EvalRequest, known: readonly ProviderDiagnosis[]): void {
  const {suites = [], providers, envs, size, planner} = request
  const builtIn = suites.filter((name) => !isSuiteFile(name))
  gatherMistakes([
    ...checkEach('suite', builtIn, (name) => resolveSuiteNames([name])),
    ...checkEach('providers', providers, (name) => chosenProviders([name], known)),
    ...checkEach('env', envs, rulesOf),
    ...checkEach('size', size === undefined ? [] : [size], parseSize),
    ...checkEach('planner', planner === undefined ? [] : [planner], presetConfig),
  ])
}
