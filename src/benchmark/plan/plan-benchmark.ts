import type {BudgetEntry, ProviderDiagnosis, ProviderRequestPolicy} from '#contract/generated/types'
import {digestOf} from '#digest/canonical-json'
import {loadDocument} from '#document/load-document'
import {readBudgets} from '#gate/budget'
import type {Gate} from '#gate/gate-document'
import {loadGate} from '#gate/load-gate'
import {absolutePath} from '#path/absolute-path'
import type {FileReader} from '#path/files'
import {fileName} from '#path/resolve-inside'
import type {HostClassification} from '#process/host-facts'
import {configProfile, type LoadedProfile} from '#profile/config-profile'
import {loadProfile} from '#profile/load-profile'
import {mergeSettings} from '#profile/merge-settings'
import type {Assay} from '#provider/assay'
import {isMisconfigured, presenceOf} from '#provider/availability'
import {loadTranslator} from '#provider/translator/load-translator'
import {type Clock, utcDay} from '#random/clock'
import type {Redactor} from '#redact/redactor'
import {type FormatName, formatNames} from '#report/renderers'
import {readBaseline} from '#run/read-baseline'
import {loadCalibration} from '../calibration/load-calibration.ts'
import {benchmarkScope} from '../result/benchmark-scope.ts'
import {recordedSide} from '../result/benchmark-side.ts'
import {planItems} from '../result/ledger.ts'
import {factsOf, RECORDED_FACTS} from '../result/provider-facts.ts'
import {loadInputs} from './load-inputs.ts'
import {loadRecordings} from './load-recordings.ts'
import {OPERATIONS} from './operation.ts'
import {recordingsDocument} from './recordings.ts'
import {requestsDocument} from './requests.ts'
import type {RunPlan} from './run-plan.ts'
import {type BenchmarkRequest, DEFAULT_PROVIDERS, resolveSettings, type Settings} from './settings.ts'

const BUDGET_LIMIT_BYTES = 256 * 1024

/** What a caller asks for. Paths are seen from `workingDirectory`, which is absolute. */
export interface BenchmarkOrder {
  readonly commandArgv: readonly string[]
  readonly workingDirectory: string
  readonly request: BenchmarkRequest
  readonly profilePath?: string | undefined
  readonly budgetPath?: string | undefined
  /** What to send. */
  readonly inputsPath?: string | undefined
  /** A translator file, or a built-in translator by its name. */
  readonly translator?: string | undefined
  /** A gate file. */
  readonly gatePath?: string | undefined
  /** A run to compare with: id, folder or a file in it. */
  readonly baseline?: string | undefined
  readonly isAnyMachine?: boolean | undefined
  /** These win over the profile. */
  readonly workspace?: string | undefined
  readonly outputFormat?: FormatName | undefined
}

export interface PlanPorts {
  readonly clock: Pick<Clock, 'nowMs'>
  readonly reader: FileReader
  readonly redactor: Pick<Redactor, 'find'>
  readonly host: Pick<HostClassification, 'measuredOn'>
  /** The folder of recorded replies, absolute. */
  readonly recordings: string
  /** A library that is asked, never called: with the limits given. */
  readonly library: (limits: Settings['policy']) => Pick<Assay, 'doctor' | 'describe' | 'requestPolicy'>
}

/** A plan, and the run workspace, absolute: the caller's, the profile's or the working directory. */
export interface PlannedBenchmark {
  readonly plan: RunPlan
  readonly workspace: string
}

/** Everything that can be the caller's mistake is found here, before a run exists. */
export async function planBenchmark(order: BenchmarkOrder, ports: PlanPorts): Promise<PlannedBenchmark> {
  const diagnoses = await ports.library({}).doctor()
  const loaded = await loadChosenProfile(order, diagnoses, ports)
  const files = {
    hasBudgetFile: order.budgetPath !== undefined,
    hasGateFile: order.gatePath !== undefined,
    hasBaseline: order.baseline !== undefined,
  }
  const settings = resolveSettings({...order.request, ...files}, loaded?.profile)
  const library = ports.library(settings.policy)
  const asked = {...order, translator: order.translator ?? settings.presetTranslator}
  const hasTranslator = asked.translator !== undefined
  const items = planItems({...settings, hasTranslator}, [...diagnoses.map(factsOf), ...RECORDED_FACTS])
  const chosen = diagnoses.filter((row) => settings.providers.includes(row.name))
  for (const row of chosen) if (isMisconfigured(row)) await library.describe(row.name)
  const budgets = await chosenBudgets(order, settings, diagnoses, ports)
  const gate = await chosenGate(order, diagnoses, ports)
  const cases = await chosenCases(order, ports)
  const translator = await chosenTranslator(asked, ports)
  const used = items.filter(({how, skipReason}) => how !== 'library' && skipReason === undefined)
  const recorded = [...new Set(used.map(({operation}) => operation))]
  const recordings = await loadRecordings(ports.recordings, recorded, ports.reader)
  const policy = policiesOf(library, chosen)
  const merged = mergeSettings(given(order), loaded?.profile, DEFAULT_PROVIDERS)
  const operations = [...new Set(items.map((item) => item.operation))]
  const workspace = absolutePath(order.workingDirectory, merged.settings.run_workspace)
  const plan: RunPlan = {
    commandArgv: order.commandArgv,
    settings,
    items,
    budgets: settings.isCalibration ? [] : budgets,
    oldBudgets: budgets,
    noise: await chosenNoise(gate, workspace, ports),
    cases,
    ...(translator && {translator}),
    recordings,
    requests: {...requestsDocument(cases, operations), ...recordingsDocument(recordings)},
    policy,
    providerProfile: Object.fromEntries(chosen.map((row) => [row.name, row.config_summary])),
    envSummary: chosen.flatMap(presenceOf),
    gate,
    baseline: chosenBaseline(order, workspace, ports),
    isAnyMachine: order.isAnyMachine,
    ...(loaded && {configProfile: configProfile(loaded, merged.origins, policy)}),
  }
  return {plan, workspace}
}

async function loadChosenProfile(
  order: BenchmarkOrder,
  diagnoses: readonly ProviderDiagnosis[],
  ports: PlanPorts,
): Promise<LoadedProfile | undefined> {
  if (order.profilePath === undefined) return undefined
  const known = {providers: diagnoses.map((row) => row.name), operations: OPERATIONS, formats: formatNames()}
  const {workingDirectory} = order
  return await loadProfile({path: absolutePath(workingDirectory, order.profilePath), workingDirectory, known}, ports)
}

/** Looked for only where a rule asks for the noise of this machine. */
async function chosenNoise(gate: Gate | undefined, workspace: string, {reader, host}: PlanPorts) {
  const isAsked = gate?.document.rules.some(({ratio}) => ratio?.noise_floor === 'aa')
  return isAsked ? await loadCalibration(workspace, digestOf(host.measuredOn), reader) : undefined
}

async function chosenCases({inputsPath, workingDirectory}: BenchmarkOrder, ports: PlanPorts) {
  return inputsPath === undefined ? [{}] : await loadInputs(absolutePath(workingDirectory, inputsPath), ports)
}

async function chosenTranslator({translator, workingDirectory}: BenchmarkOrder, ports: PlanPorts) {
  if (translator === undefined) return undefined
  const path = absolutePath(workingDirectory, translator)
  return await loadTranslator({path, name: translator.startsWith('builtin:') ? translator : fileName(path)}, ports)
}

async function chosenBudgets(
  order: BenchmarkOrder,
  settings: Settings,
  diagnoses: readonly ProviderDiagnosis[],
  {reader, redactor}: PlanPorts,
): Promise<readonly BudgetEntry[]> {
  if (settings.gate === 'preset') return settings.presetBudgets
  if (order.budgetPath === undefined) return []
  const path = absolutePath(order.workingDirectory, order.budgetPath)
  const source = {path, name: fileName(path), limitBytes: BUDGET_LIMIT_BYTES}
  const scope = {
    providers: diagnoses.map((row) => row.name),
    operations: OPERATIONS,
    ...(settings.durationNs === undefined && {iterations: settings.iterations}),
  }
  return readBudgets(await loadDocument(source, reader), scope, (key) => redactor.find(key).length === 0)
}

function chosenBaseline({baseline, workingDirectory}: BenchmarkOrder, workspace: string, {reader}: PlanPorts) {
  if (baseline === undefined) return undefined
  return readBaseline(baseline, {place: {workspace, cwd: workingDirectory}, reader}, recordedSide)
}

async function chosenGate(
  {gatePath, workingDirectory}: BenchmarkOrder,
  diagnoses: readonly ProviderDiagnosis[],
  {reader, redactor, clock}: PlanPorts,
): Promise<Gate | undefined> {
  if (gatePath === undefined) return undefined
  const context = {scope: benchmarkScope(diagnoses.map((row) => row.name)), today: utcDay(clock.nowMs())}
  return await loadGate(absolutePath(workingDirectory, gatePath), context, {reader, redactor})
}

function policiesOf(library: Pick<Assay, 'requestPolicy'>, chosen: readonly ProviderDiagnosis[]) {
  const registered = chosen.filter((row) => row.registered)
  return Object.fromEntries(
    registered.map((row): [string, ProviderRequestPolicy] => [row.name, library.requestPolicy(row.name)]),
  )
}

/** The flags that a profile knows too, where they were given. */
function given({request: {providers, operations}, workspace, outputFormat}: BenchmarkOrder) {
  return {providers, operations, run_workspace: workspace, output_format: outputFormat}
}
