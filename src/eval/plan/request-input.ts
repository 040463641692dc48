import type {EvalOwnSuite, EvalRequestDocument} from '#contract/generated/types'
import {GATE_INPUT} from '#run/layout'
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
    must_run: {...settings.mustRun},
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
