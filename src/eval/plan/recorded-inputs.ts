import type {EvalOwnSuite, EvalRequestDocument, GateDocument, GateRule} from '#contract/generated/types'
import type {Gate} from '#gate/gate-document'
import {writeRule} from '#gate/gate-rule'
import {GATE_INPUT} from '#run/layout'
import {MIN_N} from '../judge/default-gates.ts'
import type {EvalRequest} from '../model/eval-options.ts'
import type {EvalSettings} from '../model/eval-settings.ts'
import type {Suite} from '../model/suite.ts'

/** What was asked for, resolved: enough to compute statistics and verdict again from the recorded trials. */
export function requestInput(
  settings: EvalSettings,
  {n, thresholds, episode, operations}: EvalRequest,
): EvalRequestDocument {
  const own = settings.suites.filter(({file}) => file !== undefined)
  return {
    schema_version: 1,
    kind: 'eval-request',
    suites: settings.suites.map(({name}) => name),
    environments: settings.environments.map(({id}) => id),
    ...(operations && {operations: [...operations]}),
    providers: [...settings.providers],
    size: settings.size,
    n: n ?? null,
    seed: settings.seed,
    planner: settings.planner,
    gate: settings.gate,
    thresholds: [...(thresholds ?? [])],
    max_model_evals: settings.maxModelEvals ?? null,
    max_error_share: settings.maxErrorShare,
    must_run: {...settings.mustRun, suites: settings.mustRun.suites.length > 0},
    episode: episode ?? null,
    ...(own.length > 0 && {own_suites: own.map(ownSuite)}),
    ...(settings.translator && {translator: settings.translator.name}),
    ...(settings.untilDecided && {until_decided: {max_n: settings.untilDecided.maxN ?? null}}),
  }
}

/** Environments and cases stand in the resolved definitions. */
function ownSuite({name, file = name, kind, question, fixedTrials, cases, metrics}: Suite): EvalOwnSuite {
  return {
    name,
    file,
    kind,
    question,
    n: cases ? null : (fixedTrials ?? null),
    gates: metrics.flatMap(({name: metric, gates}) =>
      gates.map(({stat, op, value}) => ({metric, require: {[stat]: {[op]: value}}})),
    ),
  }
}

/** The request that a run recorded, to be made again. Thresholds of a gate file's run already stand among its rules. */
export function requestFromDocument(document: EvalRequestDocument): EvalRequest {
  const {environments, providers, size, n, seed, planner, gate, thresholds, episode, until_decided} = document
  const fileOf = (suite: string) => document.own_suites?.find(({name}) => name === suite)?.file
  return {
    suites: document.suites.map((name) => fileOf(name) ?? name),
    providers,
    envs: environments,
    operations: document.operations,
    ...(size !== 'custom' && {size}),
    ...(n !== null && {n}),
    seed,
    planner,
    noGate: gate === 'off',
    ...(gate === 'file' && {gate: GATE_INPUT}),
    ...(gate === 'default' && {thresholds}),
    ...(document.max_model_evals !== null && {maxModelEvals: document.max_model_evals}),
    maxErrorShare: document.max_error_share,
    ...(episode !== null && {episode}),
    ...(until_decided && {untilDecided: true, maxN: until_decided.max_n ?? undefined}),
  }
}

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
