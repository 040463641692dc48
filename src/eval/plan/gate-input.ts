import type {GateDocument, GateRule} from '#contract/generated/types'
import type {Gate} from '#gate/gate-document'
import {writeRule} from '#gate/gate-rule'
import {MIN_N} from '../judge/default-gates.ts'
import type {EvalSettings} from '../model/eval-settings.ts'

/** The gate that decides, as a gate file would write it: the caller's file, else the default gates, with the thresholds of the command line. */
export function evalGateDocument(
  {gate, thresholds, suites, maxErrorShare}: EvalSettings,
  file: Gate | undefined,
): GateDocument {
  const further = thresholds.map(writeRule)
  const defaults = {max_error_share: maxErrorShare}
  if (file) {
    const {document} = file
    return {...document, defaults: {...document.defaults, ...defaults}, rules: [...document.rules, ...further]}
  }
  const usual = suites.flatMap(({name, metrics}) =>
    metrics.flatMap(({name: metric, gates}) =>
      gates.map((require): GateRule => {
        const id = `${name}.${metric}.${require.stat}`.replaceAll(/[^A-Za-z0-9._-]/g, '_')
        return {id, select: {suite: name}, metric, require: {[require.stat]: {[require.op]: require.value}}}
      }),
    ),
  )
  const rules = gate === 'off' ? [] : [...usual, ...further]
  return {schema_version: 1, kind: 'gate', defaults: {min_n: MIN_N, ...defaults}, rules}
}
