import type {
  BenchmarkCalibration,
  BenchmarkRequestDocument,
  BenchmarkSettings,
  BudgetEntry,
  ConfigProfile,
  EnvPresence,
  ProviderRequestPolicy,
} from '#contract/generated/types'
import {digestOf} from '#digest/canonical-json'
import type {Gate} from '#gate/gate-document'
import type {ChosenTranslator} from '#provider/translator/chosen-translator'
import {parentsOf} from '#run/baseline'
import {GATE_INPUT, REQUEST_INPUT, TRANSLATOR_INPUT} from '#run/layout'
import type {RunDescription} from '#run/run-recorder'
import type {BenchmarkBaseline} from '../judge/baseline.ts'
import {benchmarkGateDocument} from '../judge/judge-rows.ts'
import type {ResolvedInputs} from '../model/inputs.ts'
import type {PlannedItem} from '../model/ledger.ts'
import type {Recordings} from '../model/recordings.ts'
import type {LoadSettings} from '../model/settings.ts'
import type {SessionSetting} from '../session/session-talk.ts'
import {policiesInForce} from './asked-once.ts'

/** Everything that is decided before the run exists: nothing in it can still be the caller's mistake. */
export interface BenchmarkPlan {
  readonly commandArgv: readonly string[]
  readonly settings: LoadSettings
  readonly items: readonly PlannedItem[]
  readonly budgets: readonly BudgetEntry[]
  /** Budgets with which a calibration compares its candidate. */
  readonly oldBudgets: readonly BudgetEntry[]
  /** How much identical code differs on this machine; given if a rule needs it. */
  readonly noise: BenchmarkCalibration | undefined
  /** Inputs of the cases, which are sent in turn. */
  readonly cases: readonly ResolvedInputs[]
  /** Makes actions from a policy's raw ones. */
  readonly translator?: ChosenTranslator | undefined
  readonly recordings: Recordings
  /** The requests by operation, as the run records them; they define what is measured. */
  readonly requests: Readonly<Record<string, unknown>>
  readonly policy: Readonly<Record<string, ProviderRequestPolicy>>
  /** Operations that must not be retried, although retries were asked for. */
  readonly askedOnce?: readonly string[]
  readonly providerProfile: Readonly<Record<string, unknown>>
  readonly envSummary: readonly EnvPresence[]
  readonly configProfile?: ConfigProfile
  /** The caller's gate file. */
  readonly gate?: Gate | undefined
  /** The run with which rules against `baseline` compare, and whether it may come from another machine. */
  readonly baseline?: BenchmarkBaseline | undefined
  readonly isAnyMachine?: boolean | undefined
}

export const OPERATIONS_INPUT = 'inputs/operations.json'
export const BUDGET_INPUT = 'inputs/budget.json'
export const SAMPLES = 'results/samples.ndjson'

/** The plan as the manifest describes it. Provider, load and budgets do not enter the digest of the inputs, so that two providers stay comparable. */
export function describeBenchmark(plan: BenchmarkPlan): RunDescription {
  const {settings, budgets} = plan
  const operations = [...new Set(plan.items.map((item) => item.operation))]
  const inputDigest = digestOf(plan.requests)
  const gate = benchmarkGateDocument(plan)
  return {
    kind: 'benchmark',
    command: 'benchmark',
    commandArgv: plan.commandArgv,
    providers: settings.providers,
    capabilities: operations.filter((operation) => operation !== 'health'),
    operations,
    providerProfile: plan.providerProfile,
    envSummary: plan.envSummary,
    ...(plan.configProfile && {configProfile: plan.configProfile}),
    inputSummary: {
      preset: settings.preset,
      iterations: settings.iterations,
      duration_seconds: secondsOf(settings),
      ...loadOf(settings),
      budgets: budgets.length,
      ...(plan.translator && {translator: plan.translator.name, translator_digest: plan.translator.digest}),
    },
    parents: parentsOf(plan.baseline),
    inputDigest,
    inputFixtureDigest: inputDigest,
    ...gateDigestOf(gate, budgets),
    inputs: [
      {path: OPERATIONS_INPUT, label: 'operations', kind: 'input', content: {json: plan.requests}},
      {path: REQUEST_INPUT, label: 'request', kind: 'input', content: {json: requestOf(plan)}},
      ...(budgets.length === 0
        ? []
        : [{path: BUDGET_INPUT, label: 'budget', kind: 'input', content: {json: {budgets}}} as const]),
      ...(plan.translator
        ? [{path: TRANSLATOR_INPUT, label: 'translator', kind: 'input', content: {json: plan.translator.told}} as const]
        : []),
      ...(gate ? [{path: GATE_INPUT, label: 'gate', kind: 'input', content: {json: gate}} as const] : []),
    ],
  }
}

/** The part of the request that decides the verdict and is in no other document. */
function requestOf({settings, isAnyMachine = false}: BenchmarkPlan): BenchmarkRequestDocument {
  const {gate, mustRun, maxRatios} = settings
  return {
    schema_version: 1,
    kind: 'benchmark-request',
    gate,
    must_run: mustRun,
    max_ratios: maxRatios.map(({operation, max}) => ({operation, max})),
    any_machine: isAnyMachine,
  }
}

/** Digest of what decides: the gate file, the budgets, or both together. */
export function gateDigestOf(gate: unknown, budgets: readonly BudgetEntry[]): Pick<RunDescription, 'gateDigest'> {
  if (gate !== undefined) return {gateDigest: digestOf(budgets.length > 0 ? {gate, budgets} : gate)}
  return budgets.length > 0 ? {gateDigest: digestOf(budgets)} : {}
}

/** The setting that every measuring process receives. */
export function sessionSetting({settings, cases, recordings, translator}: BenchmarkPlan): SessionSetting {
  return {policy: settings.policy, cases, recordings, ...(translator && {translator: translator.told})}
}

/** The settings that applied, as every result shows them. */
export function shownSettings({settings, policy, translator, items, askedOnce = []}: BenchmarkPlan): BenchmarkSettings {
  const {timeoutPreset = 'provider', retryPreset = 'provider'} = settings.policy
  return {
    preset: settings.preset,
    providers: [...settings.providers],
    operations: settings.operations ? [...settings.operations] : null,
    iterations: settings.iterations,
    duration_seconds: secondsOf(settings),
    ...loadOf(settings),
    timeout_preset: timeoutPreset,
    retry_preset: retryPreset,
    policy: {...policiesInForce(policy, items, askedOnce)},
    ...(askedOnce.length > 0 && {asked_once: [...askedOnce]}),
    ...(translator && {translator: {name: translator.name, digest: translator.digest}}),
  }
}

/** Settings that another measurement must share with this one for their times to be comparable. */
function loadOf({pacing, repeats, warmUp}: LoadSettings) {
  const open = pacing.mode === 'open' ? pacing : undefined
  return {
    mode: pacing.mode === 'open' ? ('open-loop' as const) : ('closed-loop' as const),
    concurrency: pacing.mode === 'closed' ? pacing.concurrency : null,
    rate_per_second: open?.ratePerSecond ?? null,
    arrival: open?.arrival ?? null,
    max_in_flight: open?.maxInFlight ?? null,
    repeats,
    warmup: warmUp,
  }
}

function secondsOf({durationNs}: LoadSettings): number | null {
  return durationNs === undefined ? null : durationNs / 1e9
}
