import type {ProviderDiagnosis, ProviderRequestPolicy} from '#contract/generated/types'
import type {Gate} from '#gate/gate-document'
import {absolutePath} from '#path/absolute-path'
import {fileName} from '#path/resolve-inside'
import {configProfile, type LoadedProfile} from '#profile/config-profile'
import {loadProfile} from '#profile/load-profile'
import {mergeSettings} from '#profile/merge-settings'
import type {Assay} from '#provider/assay'
import {availabilityOf, isMisconfigured, presenceOf} from '#provider/availability'
import {unknownProvider} from '#provider/provider-table'
import type {PolicyChoice} from '#provider/request-policy'
import {type ChosenTranslator, loadTranslator} from '#provider/translator/load-translator'
import {type FormatName, formatNames} from '#report/renderers'
import {checkTrainingSeeds} from '../baseline/check-training-seeds.ts'
import {evalScope} from '../result/eval-scope.ts'
import {SUITE_SETS, SUITES} from '../suites.ts'
import {checkTranslators} from './check-translators.ts'
import type {EvalPlan} from './eval-plan.ts'
import {loadRules, type RuleOrder, type RulePorts} from './load-rules.ts'
import {loadSuites} from './load-suites.ts'
import {defaultProviders, type EvalRequest, type EvalSettings, resolveSettings} from './settings.ts'
import {stoppingUnder} from './stopping.ts'

/** What a caller asks for. Paths are seen from `workingDirectory`, which is absolute. */
export interface EvalOrder extends RuleOrder {
  readonly commandArgv: readonly string[]
  readonly request: EvalRequest
  /** A run to compute again instead of measuring: id, folder or a file in it. */
  readonly recompute?: string | undefined
  readonly profilePath?: string | undefined
  /** A translator file, or a built-in translator by its name. */
  readonly translator?: string | undefined
  /** These win over the profile. */
  readonly workspace?: string | undefined
  readonly outputFormat?: FormatName | undefined
}

export interface PlanPorts extends RulePorts {
  /** A library that is asked, never called: with the limits given. */
  readonly library: (limits: PolicyChoice) => Pick<Assay, 'doctor' | 'describe' | 'profileOf' | 'requestPolicy'>
  /** Fingerprint of this machine. */
  readonly machine?: string
}

/** A plan, and the run workspace, absolute: the caller's, the profile's or the working directory. */
export interface PlannedEval {
  readonly plan: EvalPlan
  readonly workspace: string
}

/** Everything that can be the caller's mistake is found here, before a run exists. */
export async function planEval(order: EvalOrder, ports: PlanPorts): Promise<PlannedEval> {
  const diagnoses = await ports.library({}).doctor()
  const loaded = await loadChosenProfile(order, diagnoses, ports)
  const own = await loadSuites(order.request.suites ?? [], order.workingDirectory, ports)
  const translator = await chosenTranslator(order, ports)
  const asked = resolveSettings(
    {
      ...order.request,
      translator,
      hasGateFile: order.gatePath !== undefined,
      hasBaseline: order.baseline !== undefined,
    },
    loaded?.profile,
    own,
  )
  const scope = evalScope(
    [...Object.values(SUITES), ...own],
    diagnoses.map((row) => row.name),
  )
  const {providers, suites: operations} = order.request
  const given = {providers, operations, run_workspace: order.workspace, output_format: order.outputFormat}
  const merged = mergeSettings(given, loaded?.profile, defaultProviders(asked.suites))
  const workspace = absolutePath(order.workingDirectory, merged.settings.run_workspace)
  const {gate, baseline} = await loadRules(order, {scope, workspace}, ports)
  const settings = {
    ...stoppingUnder(gate, withShareOf(gate, asked, order.request), order.request),
    machine: ports.machine,
  }
  const library = ports.library(settings.policy)
  const chosen = settings.providers.map((name) => diagnosisOf(name, diagnoses))
  for (const row of chosen) if (isMisconfigured(row)) await library.describe(row.name)
  await checkTrainingSeeds(library, chosen, settings.seed)
  await checkTranslators(library, chosen, settings)
  const policy = policiesOf(library, chosen)
  const plan: EvalPlan = {
    commandArgv: order.commandArgv,
    settings,
    request: order.request,
    providers: chosen.map(availabilityOf),
    providerProfile: Object.fromEntries(chosen.map((row) => [row.name, row.config_summary])),
    envSummary: chosen.flatMap(presenceOf),
    gate,
    baseline,
    ...(loaded && {configProfile: configProfile(loaded, merged.origins, policy)}),
  }
  return {plan, workspace}
}

/** The share of errors that a gate file allows, unless the command line says another. */
export function withShareOf(gate: Gate | undefined, settings: EvalSettings, request: EvalRequest): EvalSettings {
  if (request.maxErrorShare !== undefined || gate?.maxErrorShare === undefined) return settings
  return {...settings, maxErrorShare: gate.maxErrorShare}
}

async function chosenTranslator(
  {translator, workingDirectory}: EvalOrder,
  ports: PlanPorts,
): Promise<ChosenTranslator | undefined> {
  if (translator === undefined) return undefined
  const path = absolutePath(workingDirectory, translator)
  return await loadTranslator({path, name: translator.startsWith('builtin:') ? translator : fileName(path)}, ports)
}

function diagnosisOf(name: string, diagnoses: readonly ProviderDiagnosis[]): ProviderDiagnosis {
  const found = diagnoses.find((row) => row.name === name)
  if (found) return found
  throw unknownProvider(
    name,
    diagnoses.map((row) => row.name),
  )
}

async function loadChosenProfile(
  {profilePath, workingDirectory}: EvalOrder,
  diagnoses: readonly ProviderDiagnosis[],
  ports: PlanPorts,
): Promise<LoadedProfile | undefined> {
  if (profilePath === undefined) return undefined
  const operations = [...Object.keys(SUITES), ...Object.keys(SUITE_SETS)]
  const known = {providers: diagnoses.map((row) => row.name), operations, formats: formatNames()}
  return await loadProfile({path: absolutePath(workingDirectory, profilePath), workingDirectory, known}, ports)
}

function policiesOf(library: Pick<Assay, 'requestPolicy'>, chosen: readonly ProviderDiagnosis[]) {
  const registered = chosen.filter((row) => row.registered)
  return Object.fromEntries(
    registered.map((row): [string, ProviderRequestPolicy] => [row.name, library.requestPolicy(row.name)]),
  )
}
