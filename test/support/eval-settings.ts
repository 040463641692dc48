import {suitesNamed} from '#eval/catalogue/suites'
import type {EvalRequest} from '#eval/model/eval-options'
import {builtInNames, resolveEvalSettings} from '#eval/plan/settings'

type Given = Parameters<typeof resolveEvalSettings>[1]

/** The settings of a request, whose suites are those of the catalogue. */
export function settingsFor(request: EvalRequest, given: Omit<Given, 'builtIn'> = {}) {
  return resolveEvalSettings(request, {builtIn: suitesNamed(builtInNames(request)), ...given})
}
